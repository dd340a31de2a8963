"""The host waits for awaited seats alone, and runs a turn at once if there are none."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest

from horizons_host.deadlines.changes import hold, pause, release, resume, set_rule
from horizons_host.deadlines.decisions import MAX_UNAWAITED
from horizons_host.deadlines.due import run_due
from horizons_host.deadlines.outlook import outlook
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import undo_turn
from horizons_host.seats.handover import turn_sheet
from horizons_host.store import GameStore
from tests.host.helpers import as_file, fine, make_game, refused
from tests.host.staged import installed

PLAYERS = ("--player", "Ada", "--player", "Brin", "--player", "Cleo", "--seed", 1)


@pytest.fixture(scope="module", autouse=True)
def _variants(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("staged")):
        yield


def submit(folder, player, text, *more):
    return fine("orders", "submit", "-g", folder, "-p", player, *more, as_file(folder, text))


def play(folder, **orders):
    for player, text in orders.items():
        submit(folder, player, text)
    return fine("turn", "-g", folder, "--yes")


@pytest.fixture
def war(tmp_path):
    """A game in which Ada has driven Brin out of 3: only Brin is awaited, for turn 4."""
    folder = make_game(tmp_path / "war", "--variant", "border_wars", *PLAYERS)
    for place in (1, 2, 3):
        play(folder, Ada=f"MARCH {place}")
    return folder


@pytest.fixture
def years(tmp_path):
    """A game whose turns 2 and 3 need no orders, nor do 5 and 6."""
    return make_game(tmp_path / "years", "--variant", "quiet_years", *PLAYERS)


def shown(folder):
    with GameStore(folder) as store:
        return outlook(store)


def latest(folder):
    with GameStore(folder) as store:
        return store.latest()


def test_only_the_dislodged_player_is_awaited(war):
    coming = shown(war)
    assert (coming.awaited, coming.stage, coming.title) == (("Brin",), "retreats", "Retreats")
    assert [seat.awaited for seat in coming.seats] == [False, True, False]
    assert "Turn 4: Retreats." in coming.words
    assert "This turn needs orders of Brin only." in coming.words
    assert not any(word.startswith(("Ada has not", "Cleo has not")) for word in coming.words)
    assert coming.to_dict()["stage"] == "retreats"


def test_a_turn_complains_of_awaited_seats_alone(war):
    output = refused("turn", "-g", war)
    assert "turn 4 was not run: it waits for orders of Brin\n" in output
    submit(war, "Brin", "RETREAT 4")
    fine("turn", "-g", war)
    assert latest(war) == 4
    assert shown(war).awaited == ("Ada", "Brin", "Cleo")


def test_missing_names_awaited_seats_alone(war):
    facts = json.loads(fine("turn", "-g", war, "--yes", "--json").stdout)
    assert facts["missing"] == ["Brin"]


def test_the_status_of_orders_says_who_is_awaited(war):
    status = json.loads(fine("orders", "status", "-g", war, "--json").stdout)
    assert (status["stage"], status["title"]) == ("retreats", "Retreats")
    assert [seat["awaited"] for seat in status["seats"]] == [False, True, False]
    output = fine("orders", "status", "-g", war).output
    assert output.startswith("Orders for turn 4 (Retreats)\n")
    assert output.count("not needed") == 2


def test_the_turn_sheet_names_the_stage_and_who_is_awaited(war):
    output = fine("seat", "sheet", "-g", war).output
    assert output.startswith("Turn 4 (Retreats)\n")
    assert output.count("not needed") == 2
    sheet = json.loads(fine("seat", "sheet", "-g", war, "--json").stdout)
    assert (sheet["stage"], sheet["title"]) == ("retreats", "Retreats")
    assert [seat["awaited"] for seat in sheet["seats"]] == [False, True, False]


def test_the_stages_of_a_variant_are_listed():
    assert (
        "Stages of the game\n  -  Marches\n  retreats  Retreats\n"
        in fine("variants", "border_wars").output
    )
    data = json.loads(fine("variants", "border_wars", "--json").stdout)
    assert data["stages"] == {"": "Marches", "retreats": "Retreats"}
    assert [order["stages"] for order in data["commands"]] == [[""], ["retreats"]]


def test_a_template_has_the_orders_of_the_stage(war):
    text = fine("orders", "template", "-g", war, "-p", "Ada").output
    assert "RETREAT" in text
    assert "MARCH" not in text


def test_final_orders_of_the_awaited_seat_are_enough(war):
    with GameStore(war) as store:
        set_rule(store, {"rule": "daily 20:00", "when_final": True})
        assert run_due(store).ran is None
    submit(war, "Ada", "; nothing to do", "--draft")
    submit(war, "Brin", "RETREAT 4")
    with GameStore(war) as store:
        assert run_due(store).reason == "all orders are final"


def test_reminders_go_to_awaited_seats_alone(war):
    with GameStore(war) as store:
        rule = {"rule": "daily 20:00", "reminder_hours": [2], "minimum_hours": 48}
        set_rule(store, rule)
        evening = outlook(store).deadline - timedelta(hours=1)
        result = run_due(store, lambda: evening)
    assert [reminder.seat for reminder in result.reminders] == ["Brin"]


def test_a_stage_can_have_a_schedule_of_its_own(tmp_path):
    folder = make_game(tmp_path / "war", "--variant", "border_wars", *PLAYERS)
    fine("deadline", "set", "-g", folder, "Mon 20:00 UTC")
    fine("deadline", "set", "-g", folder, "--stage", "retreats", "daily 12:00")
    assert shown(folder).deadline.weekday() == 0
    for place in (1, 2, 3):
        play(folder, Ada=f"MARCH {place}")
    coming = shown(folder)
    assert (coming.deadline.hour, coming.deadline - coming.opened < timedelta(days=1)) == (12, True)
    assert all(time.weekday() == 0 for time in coming.following)
    assert (
        "In the stage retreats: daily 12:00 UTC." in fine("deadline", "show", "-g", folder).output
    )
    fine("deadline", "set", "-g", folder, "--grace", 12)
    assert shown(folder).deadline == coming.deadline
    fine("deadline", "set", "-g", folder, "--stage", "retreats", "--clear")
    assert (shown(folder).deadline.weekday(), shown(folder).deadline.hour) == (0, 20)


def test_a_stage_that_the_game_does_not_have_is_refused(war):
    fine("deadline", "set", "-g", war, "Mon 20:00 UTC")
    command = ("deadline", "set", "-g", war, "daily 12:00", "--stage")
    output = refused(*command, "retreat")
    assert "border_wars has no stage 'retreat'" in output
    assert "did you mean 'retreats'?" in output
    assert "only the schedule can be set for a stage" in refused(*command, "retreats", "--grace", 3)
    only = ("deadline", "set", "-g", war, "--stage", "retreats", "--grace", 3)
    assert "--stage takes a rule" in refused(*only, status=2)


def test_turns_that_need_no_orders_run_at_once(years):
    output = play(years, Ada="WAIT").output
    assert latest(years) == 3
    assert re.search(r"^Turn 2 .*: 0 events", output, re.MULTILINE)
    assert shown(years).title == "Year 2"
    with GameStore(years) as store:
        assert run_due(store).ran is None


def test_a_json_answer_has_the_turns_that_followed(years):
    facts = json.loads(fine("turn", "-g", years, "--yes", "--json").stdout)
    assert (facts["turn"], [more["turn"] for more in facts["then"]]) == (1, [2, 3])


def test_they_run_without_a_schedule(years):
    with GameStore(years) as store:
        run_and_store(store)
        results = [run_due(store) for _ in range(3)]
    assert [bool(result.ran) for result in results] == [True, True, False]
    assert results[0].reason == "no orders are awaited"


def test_a_turn_that_was_undone_does_not_run_at_once(years):
    play(years, Ada="WAIT")
    with GameStore(years) as store:
        undo_turn(store, "a mistake")
        assert run_due(store).ran is None
    fine("turn", "-g", years)
    assert latest(years) == 3


def test_too_many_turns_without_orders_stop_for_the_gamemaster(tmp_path):
    folder = make_game(
        tmp_path / "years", "--variant", "quiet_years", *PLAYERS, "--option", "every=99"
    )
    output = fine("turn", "-g", folder, "--yes").output
    assert latest(folder) == 1 + MAX_UNAWAITED
    reason = f"the last {MAX_UNAWAITED} turns needed no orders, so turn 22 waits for the gamemaster"
    assert reason in output
    with GameStore(folder) as store:
        assert run_due(store).waits == reason
    assert any("needed no orders" in sentence for sentence in shown(folder).words)
    fine("turn", "-g", folder)
    assert latest(folder) > 2 + MAX_UNAWAITED


@pytest.fixture
def ruling(tmp_path):
    """A game whose turn 2 needs a ruling of Uma, the umpire, alone."""
    people = (*PLAYERS, "--seat", "Uma=umpire")
    folder = make_game(tmp_path / "rulings", "--variant", "rulings", *people)
    play(folder, Ada="WAIT", Brin="WAIT", Cleo="WAIT")
    return folder


@pytest.mark.parametrize("policy", [("wait",), ("bot", "random", "--turns", 9)])
def test_an_umpire_can_be_awaited_and_is_never_replaced(ruling, policy):
    fine("deadline", "missing", "-g", ruling, *policy)
    coming = shown(ruling)
    assert coming.awaited == ("Uma",)
    assert coming.seats[-1].without == "the turn waits"
    assert "it waits for orders of Uma\n" in refused("turn", "-g", ruling)
    assert "it waits for orders of Uma\n" in refused("turn", "-g", ruling, "--bots", "random")
    submit(ruling, "Uma", "RULE")
    output = fine("turn", "-g", ruling).output
    assert "no orders" not in output
    assert "standing in" not in output
    assert latest(ruling) == 2
    assert shown(ruling).awaited == ("Ada", "Brin", "Cleo")


def test_a_turn_runs_as_soon_as_the_umpires_orders_are_final(ruling):
    with GameStore(ruling) as store:
        set_rule(store, {"rule": "daily 20:00", "when_final": True})
    submit(ruling, "Ada", "WAIT")
    with GameStore(ruling) as store:
        assert run_due(store).ran is None
    submit(ruling, "Uma", "RULE")
    with GameStore(ruling) as store:
        assert run_due(store).reason == "all orders are final"


def test_a_bot_that_is_awaited_alone_keeps_no_one_waiting(tmp_path):
    bots = ("--player", "Ada", "--bot", "Brin=marcher", "--bot", "Cleo=idle", "--seed", 1)
    folder = make_game(tmp_path / "war", "--variant", "border_wars", *bots)
    for _ in range(9):
        with GameStore(folder) as store:
            game = store.position().game
            near = [str((int(game.empire("Ada").at) + step) % game.size) for step in (1, -1)]
            towards = min(near, key=lambda at: abs(int(at) - int(game.empire("Cleo").at)))
        play(folder, Ada=f"MARCH {towards}")
        assert shown(folder).awaited == ("Ada",)
    assert latest(folder) > 9, "Cleo's retreat was run at once"


def test_the_record_of_a_player_counts_turns_that_needed_orders(war):
    play(war, Brin="RETREAT 4")
    with GameStore(war) as store:
        rows = turn_sheet(store).rows
    records = {row.orders.seat: row.reliability for row in rows}
    assert (records["Ada"].submitted, records["Ada"].due) == (3, 3)
    assert (records["Brin"].submitted, records["Brin"].due) == (1, 4)


def test_a_calendar_names_the_stage(war):
    fine("deadline", "set", "-g", war, "daily 20:00")
    text = fine("deadline", "ics", "-g", war).output
    assert "SUMMARY:war: orders for turn 4 (Retreats) are due" in text
    assert "SUMMARY:war: orders for turn 5 are due" in text


@pytest.mark.parametrize(("stop", "go_on"), [(hold, release), (pause, resume)])
def test_a_held_or_paused_turn_that_needs_no_orders_waits(years, stop, go_on):
    with GameStore(years) as store:
        set_rule(store, {"rule": "daily 20:00"})
        run_and_store(store)
        stop(store, reason="a look")
        assert run_due(store).ran is None
        go_on(store)
        assert run_due(store).ran.turn.game.turn == 2
