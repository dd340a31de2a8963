"""Running turns."""

from __future__ import annotations

import json

import pytest

from horizons_host.clock import now
from horizons_host.games.turns import run_and_store
from horizons_host.store import GameStore, SubmittedOrders
from tests.host.helpers import ORDERS, as_file, database, fine, image, new_game, refused


def _latest(folder):
    with GameStore(folder) as store:
        return store.latest()


def test_a_turn_is_run_from_the_orders_that_are_in(mars):
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    result = fine("turn", "--yes", "-g", mars)
    assert "Turn 1:" in result.stdout
    assert "Turn 1: no orders from Brin" in result.stderr
    assert "Built Probe" in fine("report", "-g", mars, "-p", "Ada").output
    assert _latest(mars) == 1


def test_the_answer_for_programs_says_who_was_missing(mars):
    refused("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, "MOVE 9 NE\n"))
    answer = json.loads(fine("turn", "--yes", "-g", mars, "--json").stdout)
    assert (answer["turn"], answer["missing"], answer["outcome"]) == (1, ["Brin"], None)
    assert answer["errors"] == {"Ada": 1, "Brin": 0}
    with GameStore(mars) as store:
        assert answer["digest"] == store.stored(1).digest


def test_report_files_are_those_of_the_stored_documents(mars):
    fine("turn", "--yes", "-g", mars)
    files = mars / "reports" / "turn-001"
    for form, ending in (("text", "txt"), ("html", "html"), ("json", "json")):
        output = fine("report", "-g", mars, "-p", "Ada", "--format", form).stdout
        assert (files / f"Ada.{ending}").read_text("utf-8") == output


def test_a_dry_run_says_what_would_change_for_whom_and_stores_nothing(mars):
    text = f"{ORDERS}MOVE 9 NE\n"
    refused("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, text))
    before = image(mars)
    answer = json.loads(fine("turn", "-g", mars, "--dry-run", "--json").stdout)
    ada, brin = answer["effects"]
    assert (ada["empire"], brin["empire"]) == ("Ada", "Brin")
    assert ada["events"]["ship.built"] == 1
    ships = next(change for change in ada["changes"] if change["part"] == "ships")
    assert (ships["added"], ships["removed"], ships["changed"]) == (1, 0, 1)
    assert [remark["line"] for remark in ada["diagnostics"]] == [3]
    assert not any(change["part"] == "ships" for change in brin["changes"])
    output = fine("turn", "-g", mars, "--dry-run").output
    assert "nothing was stored" in output
    assert "Ada\n  Gets 2 Probe at 2,5." in output
    assert image(mars) == before


def test_a_dry_run_and_the_turn_itself_agree(mars):
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    tried = json.loads(fine("turn", "-g", mars, "--dry-run", "--json").stdout)
    assert (
        tried["digest"] == json.loads(fine("turn", "--yes", "-g", mars, "--json").stdout)["digest"]
    )


def test_bots_play_their_seats_and_their_orders_are_stored(tmp_path):
    folder = new_game(tmp_path / "mars", "--bot", "Cleo=greedy")
    answer = json.loads(fine("turn", "--yes", "-g", folder, "--json").stdout)
    assert answer["bots"] == {"Cleo": "bot greedy"}
    assert answer["missing"] == ["Ada", "Brin"]
    with GameStore(folder) as store:
        (submission,) = store.submissions(1)["Cleo"]
        assert submission.source == "bot greedy"
        assert store.used(store.stored(1)).texts == {"Cleo": submission.text}


def test_a_bot_stands_in_for_missing_orders_only(mars):
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    answer = json.loads(fine("turn", "-g", mars, "--bots", "greedy", "--json").stdout)
    assert answer["instead"] == {"Brin": "bot greedy, standing in"}
    assert (answer["bots"], answer["missing"]) == ({}, [])
    with GameStore(mars) as store:
        assert store.used(store.stored(1)).texts["Ada"] == ORDERS


def test_an_unknown_bot_is_refused_before_anything_happens(mars):
    before = image(mars)
    assert "no bot 'gredy'" in refused("turn", "-g", mars, "--bots", "gredy")
    assert image(mars) == before


def test_the_same_game_plays_the_same_with_bots(tmp_path):
    digests = []
    for name in ("one", "two"):
        folder = new_game(tmp_path / name)
        turns = json.loads(
            fine("turn", "-g", folder, "--bots", "random", "--until", "4", "--json").stdout
        )
        digests.append([turn["digest"] for turn in turns])
    assert digests[0] == digests[1]
    assert len(digests[0]) == 4


def test_turns_are_run_until_one_of_them(mars):
    fine("turn", "-g", mars, "--until", "3", "--yes")
    assert _latest(mars) == 3
    assert "turn 3 has already been run" in refused("turn", "--yes", "-g", mars, "--until", "3")


def test_turns_are_run_until_the_game_is_over(tmp_path):
    folder = new_game(tmp_path / "mars", "--option", "turn_limit=3")
    turns = json.loads(fine("turn", "--yes", "-g", folder, "--until", "outcome", "--json").stdout)
    assert [turn["turn"] for turn in turns] == [1, 2, 3]
    assert turns[-1]["outcome"]["turn"] == 3
    before = image(folder)
    assert "the game ended in turn 3" in refused("turn", "--yes", "-g", folder)
    assert image(folder) == before


def test_orders_that_come_in_while_the_turn_is_run_count(mars):
    late = SubmittedOrders(1, "Brin", "BUILD 1 0 1 0 0 Late\n", "2026-01-01T00:00:00+00:00", "mail")
    announced = []

    with GameStore(mars) as store:

        def announce(turn, intake):
            announced.append(intake.missing)
            if len(announced) == 1:
                store.submit(late)

        played = run_and_store(store, announce=announce)
        assert announced == [("Ada", "Brin"), ("Ada",)]
        assert played.intake.texts == {"Brin": late.text}
        assert store.used(store.stored(1)).texts == {"Brin": late.text}


def test_orders_handed_in_behind_a_turns_back_are_for_the_next_one(mars):
    fine("turn", "--yes", "-g", mars)
    output = fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, "MOVE 1 NE\n")).output
    assert "turn 2: stored as version 1" in output


def test_the_time_comes_from_the_clock_that_is_handed_in(mars):
    moment = now().replace(year=2001, microsecond=0)
    with GameStore(mars) as store:
        run_and_store(store, clock=lambda: moment)
        assert store.stored(1).run_at == moment.isoformat()


def test_when_the_reports_cannot_be_written_the_turn_stands_and_the_remedy_works(mars):
    place = mars / "reports" / "turn-001"
    place.write_text("in the way")
    output = refused("turn", "--yes", "-g", mars)
    assert "turn 1 was run and stored, but its reports could not be written" in output
    assert f"horizons report --all -g '{mars}'" in output
    assert _latest(mars) == 1
    place.unlink()
    fine("report", "--all", "-g", mars)
    assert (place / "Ada.txt").exists()


@pytest.mark.parametrize("form", ["text", "html", "json"])
def test_all_reports_can_be_made_again(mars, form):
    fine("turn", "--yes", "-g", mars, "--until", "2")
    before = image(mars / "reports")
    fine("report", "--all", "-g", mars, "--out", mars.parent / "again")
    assert image(mars.parent / "again") == before
    assert fine("report", "-g", mars, "-p", "Ada", "--turn", 1, "--format", form).stdout


def test_reports_of_turns_to_come_are_not_there(mars):
    database_before = database(mars).read_bytes()
    output = refused("report", "-g", mars, "-p", "Ada", "--turn", "5")
    assert "turn 5 of the game" in output
    assert "the latest is turn 0" in output
    assert database(mars).read_bytes() == database_before


def test_names_of_players_make_names_of_files(tmp_path):
    names = ("--player", "Ada L.", "--player", "..", "--player", "a:b?", "--player", "Zoë")
    fine("new", tmp_path / "mars", "--variant", "event_horizon", *names)
    files = {path.stem for path in (tmp_path / "mars" / "reports" / "turn-000").glob("*.txt")}
    assert files == {"Ada_L%2E", "%2E%2E", "a%3Ab%3F", "Zoë"}
