"""Ending a game by the gamemaster's decision (GG-VIC-001)."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from horizons_host.clock import now
from horizons_host.deadlines.changes import extend, set_rule
from horizons_host.deadlines.schedules import parse_time
from horizons_host.deadlines.state import facts_of
from horizons_host.games.archive import record_opening
from horizons_host.games.audit import GAMEMASTER
from horizons_host.games.endings import end_game, postpone_end
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import reopen_game
from horizons_host.games.verification import verify
from horizons_host.notifications.texts import words
from horizons_host.store import GameStore, Notifications
from tests.host.clocks import SetClock
from tests.host.helpers import as_file, database, fine, make_game, new_game, refused
from tests.host.mails import ADA, BRIN, mailed_game, outbox


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "mars"
    people = ("--player", "Ada", "--player", "Brin")
    make_game(folder, "--variant", "galaxy_g", *people, "--seed", 1)
    return folder


@pytest.mark.rule("GG-VIC-001")
def test_the_gamemaster_ends_a_game_and_sees_the_ranking(game):
    result = fine("end", "-g", game, "--winner", "brin", "--reason", "all agreed")

    assert result.stdout.splitlines() == [
        "The game ended after turn 0, won by Brin: all agreed.",
        "  1. Player_1: production points 1,000, population 1,000",
        "  2. Player_2: production points 1,000, population 1,000",
    ]


@pytest.mark.rule("GG-VIC-001")
def test_after_the_end_no_turn_is_run_and_no_orders_are_taken(game):
    fine("end", "-g", game)
    orders = as_file(game, "M 0 0 10")

    for command in (
        ("turn", "--yes", "-g", game),
        ("orders", "submit", "-g", game, "-p", "Ada", orders),
    ):
        assert "the game ended in turn 0: by agreement" in refused(*command)
    assert "can't be ended again" in refused("end", "-g", game)


def test_what_was_stored_is_as_it_was(game):
    fine("turn", "--yes", "-g", game)
    fine("end", "-g", game)

    fine("verify", "-g", game)
    assert "turn 1" in fine("report", "-g", game, "-p", "Ada").stdout


def test_showing_the_ranking_ends_nothing(game):
    result = json.loads(fine("end", "-g", game, "--show", "--json").stdout)

    assert result["ended"] is False
    assert result["ranking"][0] == {
        "empire": "Player_1", "production points": 1000.0, "population": 1000.0,
    }  # fmt: skip
    fine("turn", "--yes", "-g", game)


def test_a_winner_must_play(game):
    assert "Cato" in refused("end", "-g", game, "--winner", "Cato")
    fine("turn", "--yes", "-g", game)


def test_how_fair_the_start_is_is_told(tmp_path):
    reply = fine("new", tmp_path / "one", "--variant", "galaxy_g", "--player", "A", "--player", "B")

    assert "fair" in reply.stdout.lower()


@pytest.mark.rule("FH-END-002")
def test_everybody_gets_the_final_summary(tmp_path):
    folder = tmp_path / "far"
    people = ("--player", "Ada", "--bot", "Brin=settler", "--address", "Ada=ada@example.org")
    make_game(folder, "--variant", "far_horizons", *people, "--seed", 1)
    fine("turn", "--yes", "-g", folder)
    output = fine("end", "-g", folder, "--reason", "a sunny day").stdout

    lines = (folder / "reports" / "final.txt").read_text("utf-8").splitlines()
    assert lines[0] == "The game ended after turn 1: a sunny day."
    assert {line.split(":")[0][5:] for line in lines[1:]} == {"Ada Empire", "Brin Empire"}
    assert all("revenue" in line and "LS" in line for line in lines[1:])
    assert "Ada Empire" in output
    out = json.loads(fine("mail", "outbox", "-g", folder, "--json").stdout)
    mails = [mail for mail in out if "ended" in json.dumps(mail)]
    assert [mail["recipient"] for mail in mails] == ["ada@example.org"]


# the last turn


def _far(folder, last_turn, *more):
    """Create a game of Far Horizons, always of the same name, that ends after this turn."""
    people = ("--player", "Ada", "--player", "Brin", "--name", "far", "--seed", 1)
    option = ("--option", f"last_turn={last_turn}")
    make_game(folder, "--variant", "far_horizons", *people, *option, *more)
    return folder


def _over(folder):
    return "The game is over" in fine("turn", "--yes", "-g", folder).stdout


@pytest.mark.rule("FH-END-004")
def test_the_last_turn_is_put_off_and_no_player_notices(tmp_path):
    game, long = _far(tmp_path / "one", 1), _far(tmp_path / "two", 90)
    output = fine("end", "-g", game, "--not-before", 2).stdout
    assert output == "The game continues to at least turn 2. Players are not notified.\n"
    assert not _over(game)
    fine("turn", "-g", long, "--yes")
    for player in ("Ada", "Brin"):
        report, same = (fine("report", "-g", f, "-p", player).stdout for f in (game, long))
        assert report == same
    assert _over(game)
    assert "2 turns replayed identically" in fine("verify", "-g", game).stdout


@pytest.mark.rule("FH-END-004")
def test_it_may_be_put_off_again_and_is_never_drawn_nearer(tmp_path):
    game = _far(tmp_path / "far", 2)
    fine("end", "-g", game, "--not-before", 1)
    assert not _over(game)
    for turn in (4, 3):
        fine("end", "-g", game, "--not-before", turn)
    assert [_over(game) for _ in range(3)] == [False, False, True]


def test_a_game_without_a_last_turn_goes_on_as_before(tmp_path):
    game = _far(tmp_path / "far", 0)
    result = json.loads(fine("end", "-g", game, "--not-before", 2, "--json").stdout)
    assert result == {"ended": False, "not_before": 2}
    assert [_over(game) for _ in range(2)] == [False] * 2


def test_what_is_over_or_has_no_last_turn_is_not_put_off(tmp_path, game):
    output = refused("end", "-g", game, "--not-before", 9)
    assert "Galaxy G has no last turn to postpone" in output
    far = _far(tmp_path / "far", 2)
    refused("end", "-g", far, "--not-before", 0, status=2)
    assert not _over(far)
    assert "turn 1 has already been run" in refused("end", "-g", far, "--not-before", 1)
    assert _over(far)
    assert "the game ended in turn 2" in refused("end", "-g", far, "--not-before", 9)
    fine("end", "-g", game)
    assert "the game ended in turn 0" in refused("end", "-g", game, "--not-before", 9)


@pytest.mark.parametrize("more", [("--show",), ("--winner", "Ada"), ("--reason", "so")])
def test_to_put_off_is_not_to_end(game, more):
    output = refused("end", "-g", game, "--not-before", 9, *more, status=2)
    assert "--not-before can't be used" in output


def test_a_turn_that_is_being_run_heeds_a_later_end(tmp_path):
    folder = _far(tmp_path / "far", 1)
    with GameStore(folder) as store:
        turns = []

        def announce(turn, _intake):
            turns.append(turn)
            if len(turns) == 1:
                postpone_end(store, 2)

        played = run_and_store(store, announce=announce)
        assert turns == [1, 1]
        assert played.turn.game.outcome is None
        assert verify(store).sound


def test_a_later_end_that_was_taken_out_is_found(tmp_path):
    folder = _far(tmp_path / "far", 1)
    fine("end", "-g", folder, "--not-before", 2)
    fine("turn", "--yes", "-g", folder)
    with closing(sqlite3.connect(database(folder))) as connection, connection:
        connection.execute("DELETE FROM postponements")
    assert "turn 1" in refused("verify", "-g", folder)


# undoing the end of a game


def test_an_end_is_undone_as_a_turn_is_and_the_game_continues_the_same(game):
    fine("turn", "--yes", "-g", game)
    fine("orders", "submit", "-g", game, "-p", "Ada", as_file(game, "; mine"))
    before = fine("end", "-g", game, "--show").output
    fine("end", "-g", game, "--reason", "a slip")
    assert (game / "reports/final.txt").exists()
    output = fine("undo", "-g", game, "--reason", "we play on").output
    assert "turn 2 is next" in output
    assert "Orders that still count: Ada" in output
    assert not (game / "reports/final.txt").exists()
    assert fine("end", "-g", game, "--show").output == before
    audit = json.loads(fine("audit", "-g", game, "--json").stdout)
    entry = next(record for record in audit if record["action"] == "reopen")
    assert entry["words"] == "The game was reopened after turn 1 (we play on)."
    fine("turn", "--yes", "-g", game)
    fine("verify", "-g", game)
    fine("undo", "-g", game, "--reason", "a turn")
    with GameStore(game) as store:
        assert store.latest() == 1


def test_everybody_is_told_that_the_game_continues_and_no_mail_says_that_it_is_over(tmp_path):
    folder = mailed_game(tmp_path / "mars")
    fine("end", "-g", folder)
    fine("undo", "-g", folder, "--reason", "we play on")
    mails = outbox(folder)
    assert {(to, subject) for to, subject, _ in mails} == {
        (ADA, "[mars] The game was reopened"),
        (BRIN, "[mars] The game was reopened"),
    }
    assert all("we play on" in text for _, _, text in mails)
    with GameStore(folder) as store:
        texts = [words(event) for event in Notifications(store).events("Ada", 9)]
    assert texts[0] == "The game was reopened after turn 0: we play on"


def test_no_end_is_undone_once_the_archive_was_opened_or_where_there_is_none(game):
    fine("end", "-g", game)
    with GameStore(game) as store:
        record_opening(store, now, GAMEMASTER)
    assert "the archive was opened" in refused("undo", "-g", game, "--reason", "late")
    with GameStore(game) as store:
        assert store.ending() is not None


def test_a_deadline_that_passed_while_the_game_was_over_is_none_after_that(tmp_path):
    folder = new_game(tmp_path / "mars")
    with GameStore(folder) as store:
        clock = SetClock(parse_time(store.run_at(0)))
        set_rule(store, {"rule": "daily 20:00 UTC"}, clock=clock)
        extend(store, hours=2, clock=clock)
        end_game(store, "a slip", clock=clock)
        clock.advance(days=5)
        reopen_game(store, "we play on", clock)
        course = facts_of(store).course
        assert clock() < course.deadline < clock() + timedelta(days=1)
