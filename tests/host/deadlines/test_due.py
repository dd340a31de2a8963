"""Due work of a stored game: one turn runs, people are notified once, and learn the reason."""

from __future__ import annotations

import shutil
from datetime import timedelta

import pytest
from sqlalchemy import select

from horizons_core.errors import HorizonsError
from horizons_host.deadlines import due
from horizons_host.deadlines.changes import (
    announce_vacation,
    clear_rule,
    end_vacation,
    extend,
    history,
    hold,
    pause,
    release,
    resume,
    set_rule,
    skip,
)
from horizons_host.deadlines.due import run_due
from horizons_host.deadlines.missing_orders import mark_orders, set_game_policy
from horizons_host.deadlines.outlook import outlook
from horizons_host.deadlines.schedules import DeadlineError
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import undo_turn
from horizons_host.seats.changes import set_policy
from horizons_host.store import GameMails, GameStore, GameStoreError
from horizons_host.store.schema import events_table
from tests.host.clocks import SetClock
from tests.host.deadlines.games import MONDAY, RULE, at
from tests.host.helpers import ORDERS, image
from tests.host.mails import ADA, BRIN, mailed_game


@pytest.fixture(scope="module")
def _template(tmp_path_factory):
    folder = mailed_game(tmp_path_factory.mktemp("deadlines") / "mars")
    with GameStore(folder) as store, store.writing() as connection:
        connection.exec_driver_sql("UPDATE turns SET run_at = '2026-03-02T11:00:00+00:00'")
    return folder


@pytest.fixture
def game(_template, tmp_path):
    """A game of Ada and Brin, opened on a Monday at 11:00, without deadlines."""

    with GameStore(shutil.copytree(_template, tmp_path / "mars")) as store:
        yield store


@pytest.fixture
def clock():
    return SetClock(MONDAY)


def _rule(store, clock, **parts):
    return set_rule(store, {"rule": RULE, "reminder_hours": [], **parts}, clock=clock)


def _submit(store, player, clock, *, final=True):
    OrderIntake(store, clock).submit(OrderText(ORDERS, "orders"), player, final=final)


def _mails(store):
    return [
        (entry.mail.kind, entry.mail.recipient, entry.mail.subject)
        for entry in GameMails(store).outgoing(["queued"])
    ]


def test_a_game_without_deadlines_is_never_run_by_itself(game, clock):
    clock.advance(days=400)
    assert run_due(game, clock).ran is None
    assert outlook(game, clock).state == "unset"


def test_a_turn_is_run_at_its_deadline_and_the_next_one_later(game, clock):
    _rule(game, clock)
    _submit(game, "Ada", clock)
    _submit(game, "Brin", clock)
    assert run_due(game, clock).until == at("2 20:00")
    clock.time = at("2 20:00")
    step = run_due(game, clock)
    assert (step.ran.turn.game.turn, step.reason, step.problems) == (
        1,
        "the deadline has passed",
        (),
    )
    assert outlook(game, clock).deadline == at("5 20:00")
    assert run_due(game, clock).ran is None
    assert [entry["kind"] for entry in history(game)] == ["rule", "run"]
    assert [(entry.actor, entry.words) for entry in game.audit()] == [
        ("the gamemaster", "The schedule is now Mon and Thu 20:00 UTC."),
        ("the server", "Turn 1 was run: the deadline has passed."),
    ]
    assert (game.folder / "reports" / "turn-001" / "Ada.txt").exists()
    assert list((game.folder / "backups").glob("*-turn-001.sqlite"))


def test_a_server_that_slept_over_several_deadlines_runs_one_turn(game, clock):
    _rule(game, clock, minimum_hours=48)
    set_game_policy(game, "nothing", clock=clock)
    clock.time = at("18 19:00")
    assert run_due(game, clock).ran is not None
    assert run_due(game, clock).ran is None
    assert game.latest() == 1
    assert outlook(game, clock).deadline == at("23 20:00")  # not on the 19th, a day later


def test_two_processes_at_once_run_one_turn(game, clock, monkeypatch):
    _rule(game, clock)
    set_game_policy(game, "nothing", clock=clock)
    clock.time = at("2 20:00")
    with GameStore(game.folder) as other:
        first = due.facts_of

        def overtaken(store):
            snapshot = first(store)
            monkeypatch.setattr(due, "facts_of", first)
            assert run_due(other, clock).ran is not None
            return snapshot

        monkeypatch.setattr(due, "facts_of", overtaken)
        step = run_due(game, clock)
    assert (step.ran, game.latest()) == (None, 1)


def test_a_pause_that_comes_while_the_turn_is_computed_prevents_it(game, clock, monkeypatch):
    _rule(game, clock)
    set_game_policy(game, "nothing", clock=clock)
    clock.time = at("2 20:00")
    first = due.run_reason

    def paused(facts, now):
        monkeypatch.setattr(due, "run_reason", first)
        pause(game, clock=clock)
        return first(facts, now)

    monkeypatch.setattr(due, "run_reason", paused)
    step = run_due(game, clock)
    assert (step.ran, step.waits, game.latest()) == (None, "the game is paused", 0)


def test_once_all_are_final_the_turn_is_run_and_a_draft_holds_it_up(game, clock):
    _rule(game, clock, when_final=True)
    _submit(game, "Ada", clock)
    _submit(game, "Brin", clock, final=False)
    assert run_due(game, clock).ran is None
    assert outlook(game, clock).seats[1].state == "draft"
    assert mark_orders(game, "brin", final=True, clock=clock).ready == "final"
    _submit(game, "Ada", clock, final=False)
    assert run_due(game, clock).ran is None
    mark_orders(game, "Ada", final=True, clock=clock)
    assert run_due(game, clock).reason == "all orders are final"
    assert run_due(game, clock).ran is None


def test_a_draft_counts_at_the_deadline(game, clock):
    _rule(game, clock)
    _submit(game, "Ada", clock, final=False)
    _submit(game, "Brin", clock)
    clock.time = at("2 20:00")
    run_due(game, clock)
    assert set(game.stored(1).orders) == {"Ada", "Brin"}


def test_a_turn_that_was_taken_back_does_not_run_again_at_once(game, clock):
    _rule(game, clock, when_final=True)
    _submit(game, "Ada", clock)
    _submit(game, "Brin", clock)
    run_due(game, clock)
    clock.time = at("2 21:00")
    undo_turn(game, "a mistake", clock)
    assert run_due(game, clock).ran is None
    view = outlook(game, clock)
    assert view.deadline == at("5 20:00")
    assert {seat.state for seat in view.seats} == {"draft"}
    mark_orders(game, "Ada", final=True, clock=clock)
    mark_orders(game, "Brin", final=True, clock=clock)
    assert run_due(game, clock).ran is not None


def test_missing_orders_are_waited_for_and_each_is_told_once(game, clock):
    _rule(game, clock, grace_hours=12, reminder_hours=[3])
    _submit(game, "Ada", clock)
    subjects = []
    for time in (at("2 17:00"), at("2 17:05"), at("2 20:00"), at("2 20:05"), at("3 08:00")):
        clock.time = time
        subjects.append([reminder.kind for reminder in run_due(game, clock).reminders])
    assert subjects == [["3 hours"], [], ["late"], [], ["waits", "waits"]]
    reminders = [mail for mail in _mails(game) if mail[0] == "reminder"]
    assert [(to, subject) for _, to, subject in reminders] == [
        (BRIN, "[mars] Orders for turn 1 are due soon"),
        (BRIN, "[mars] The deadline of turn 1 has passed"),
        (BRIN, "[mars] Turn 1 waits for your orders"),
    ]
    assert outlook(game, clock).state == "waiting"
    _submit(game, "Brin", clock, final=False)
    assert run_due(game, clock).ran is not None


def test_the_outlook_says_that_missing_orders_are_awaited(game, clock):
    _rule(game, clock)
    assert "waited for until" not in " ".join(outlook(game, clock).words)
    _rule(game, clock, grace_hours=12)
    words = " ".join(outlook(game, clock).words)
    assert "If orders are missing then, a grace period runs until Tue 3 Mar 2026 08:00" in words


def test_a_reminder_distinguishes_a_draft_from_missing_orders(game, clock):
    _rule(game, clock, reminder_hours=[3])
    _submit(game, "Ada", clock, final=False)
    clock.time = at("2 17:00")
    run_due(game, clock)
    bodies = {
        entry.mail.recipient: entry.mail.body for entry in GameMails(game).outgoing(["queued"])
    }
    assert bodies[ADA].startswith("Your orders are a draft. They count at the deadline")
    assert bodies[BRIN].startswith("You have not submitted orders yet.")


def test_a_bot_replaces_a_missing_player_for_a_number_of_turns(game, clock):
    _rule(game, clock)
    set_game_policy(game, "bot", bot="greedy", turns=2, clock=clock)
    for turn in (1, 2):
        _submit(game, "Ada", clock)
        clock.advance(days=7)
        assert run_due(game, clock).ran.intake.instead == {"Brin": "bot greedy, standing in"}
        assert game.latest() == turn
    _submit(game, "Ada", clock)
    clock.advance(days=7)
    assert run_due(game, clock).ran is None
    assert outlook(game, clock).awaited == ("Brin",)
    _submit(game, "Brin", clock)
    assert run_due(game, clock).ran is not None
    _submit(game, "Ada", clock)
    clock.advance(days=7)
    assert run_due(game, clock).ran.intake.instead == {"Brin": "bot greedy, standing in"}


def test_a_seats_own_policy_counts_before_the_games(game, clock):
    _rule(game, clock)
    set_game_policy(game, "nothing", clock=clock)
    set_policy(game, "Brin", "wait")
    assert [seat.policy.kind for seat in game.seats()] == ["nothing", "wait"]
    clock.time = at("2 20:00")
    assert run_due(game, clock).ran is None
    set_policy(game, "Brin", "game")
    assert run_due(game, clock).ran is not None


def test_standing_orders_of_a_game_must_be_right_for_everybody(game, clock):
    with pytest.raises(DeadlineError, match="for Ada"):
        set_game_policy(game, "standing", text=OrderText("BULD 1\n", "all.txt"), clock=clock)
    set_game_policy(game, "standing", text=OrderText("MOVE 1 NE\n", "all.txt"), clock=clock)
    _rule(game, clock)
    clock.time = at("2 20:00")
    assert run_due(game, clock).ran.intake.texts == {"Ada": "MOVE 1 NE\n", "Brin": "MOVE 1 NE\n"}


def test_what_is_decided_is_told_to_everybody_with_what_happens_then(game, clock):
    _rule(game, clock)
    extend(game, hours=12, reason="a storm", clock=clock)
    mails = _mails(game)
    assert [to for _, to, _ in mails] == [ADA, BRIN, ADA, BRIN]
    assert mails[2][2] == "[mars] Turn 1: The deadline is Tue 3 Mar 2026 08:00 UTC"
    with game.reading() as connection:
        happened = connection.execute(select(events_table).order_by(events_table.c.id)).all()
    assert [event.kind for event in happened] == ["deadline", "deadline"]
    assert happened[1].facts["words"] == "The deadline is Tue 3 Mar 2026 08:00 UTC: a storm."
    body = GameMails(game).outgoing()[-1].mail.body
    assert "Reason: a storm" in body
    assert "Orders for turn 1 are due Tue 3 Mar 2026 08:00 UTC (extended: a storm)" in body
    assert "Ada has not submitted orders. If they stay missing: the turn waits." in body


def test_holding_and_releasing_pausing_and_going_on(game, clock):
    _rule(game, clock)
    set_game_policy(game, "nothing", clock=clock)
    hold(game, reason="a dispute", clock=clock)
    clock.time = at("2 20:00")
    assert run_due(game, clock).waits == "the gamemaster holds the turn: a dispute"
    release(game, clock=clock)
    assert run_due(game, clock).ran is not None
    pause(game, reason="Easter", clock=clock)
    clock.advance(days=60)
    assert run_due(game, clock).ran is None
    view = resume(game, clock=clock)
    assert view.deadline > clock.time + timedelta(hours=24)
    skip(game, clock=clock)
    assert outlook(game, clock).deadline > view.deadline
    clear_rule(game, clock=clock)
    assert outlook(game, clock).deadline is None


def test_a_vacation_is_announced_and_taken_back(game, clock):
    _rule(game, clock)
    view = announce_vacation(game, "Ada", "2026-03-01..2026-03-06", clock=clock)
    assert view.deadline == at("9 20:00")
    with pytest.raises(DeadlineError, match="already away then"):
        announce_vacation(game, "Ada", "2026-03-06..2026-03-07", clock=clock)
    with pytest.raises(DeadlineError, match="is in the past"):
        announce_vacation(game, "Brin", "2026-02-01", clock=clock)
    for days in ("2028-01-01", "2190-01-01"):
        with pytest.raises(DeadlineError, match="too far ahead"):
            announce_vacation(game, "Brin", days, clock=clock)
    end_vacation(game, "Ada", clock=clock)
    with pytest.raises(DeadlineError, match="Ada has no vacation"):
        end_vacation(game, "Ada", clock=clock)


@pytest.mark.parametrize(
    ("decide", "message"),
    [
        (lambda store, clock: pause(store, clock=clock), "this game has no deadlines"),
        (lambda store, clock: extend(store, hours=1, clock=clock), "this game has no deadlines"),
        (lambda store, clock: resume(store, clock=clock), "not paused"),
        (lambda store, clock: release(store, clock=clock), "not held"),
        (lambda store, clock: clear_rule(store, clock=clock), "this game has no deadlines"),
        (lambda store, clock: set_rule(store, {"rule": "x"}, clock=clock), "is not a schedule"),
        (lambda store, clock: set_rule(store, {}, clock=clock), "schedule is missing"),
        (
            lambda store, clock: _rule(store, clock) and extend(store, clock=clock),
            "either a time or a number",
        ),
        (
            lambda store, clock: (
                _rule(store, clock) and extend(store, to="2026-03-02 19:00", clock=clock)
            ),
            "too early",
        ),
        (
            lambda store, clock: _rule(store, clock) and extend(store, to="Friday", clock=clock),
            "not a date and time",
        ),
        (
            lambda store, clock: _rule(store, clock) and pause(store, reason="\x1b", clock=clock),
            "can't be shown",
        ),
        (lambda store, clock: mark_orders(store, "Ada", final=True, clock=clock), "not submitted"),
    ],
)
def test_what_cannot_be_decided_is_refused(game, clock, decide, message):
    with pytest.raises(HorizonsError, match=message) as refusal:
        decide(game, clock)
    assert refusal.value.hint


def test_concurrent_decisions_do_not_overwrite_each_other(game, clock, monkeypatch):
    from horizons_host.deadlines import changes

    _rule(game, clock)
    first = changes.facts_of

    def overtaken(store):
        snapshot = first(store)
        monkeypatch.setattr(changes, "facts_of", first)
        pause(store, clock=clock)
        return snapshot

    monkeypatch.setattr(changes, "facts_of", overtaken)
    with pytest.raises(GameStoreError, match="someone else"):
        hold(game, clock=clock)


def test_a_clock_that_is_set_back_runs_nothing_and_is_told(game, clock):
    _rule(game, clock)
    set_game_policy(game, "nothing", clock=clock)
    clock.time = at("2 20:00")
    run_due(game, clock)
    clock.time = at("2 19:00")
    assert run_due(game, clock).ran is None
    view = outlook(game, clock)
    assert view.deadline == at("5 20:00")
    assert any("one of the two is wrong" in line for line in view.words)


def test_looking_at_deadlines_writes_nothing(game, clock):
    before = image(game.folder)
    outlook(game, clock)
    run_due(game, clock)
    history(game)
    assert image(game.folder) == before


def test_only_the_gamemaster_is_told_of_errors(game, clock):
    _rule(game, clock)
    OrderIntake(game, clock).submit(OrderText("BULD 1\n", "orders"), "Ada")
    view = outlook(game, clock)
    assert view.to_dict(gamemaster=True)["seats"][0]["errors"] == 1
    assert "errors" not in view.to_dict()["seats"][0]
    assert view.words == outlook(game, clock).words


def test_a_turn_by_hand_is_run_in_spite_of_pauses_and_deadlines(game, clock):
    _rule(game, clock)
    pause(game, clock=clock)
    run_and_store(game, clock=clock)
    assert game.latest() == 1
    assert outlook(game, clock).state == "paused"


def test_a_schedule_without_deadlines_says_so_and_extends_nothing(game, clock):
    known = set_rule(game, {"rule": "When all are ready"}, clock=clock)
    assert (known.state, known.deadline, known.when_final) == ("open", None, True)
    assert known.words[0] == "Turn 1 runs as soon as all orders are final."
    with pytest.raises(DeadlineError, match="have no deadlines"):
        extend(game, hours=2, clock=clock)
    held = hold(game, reason="a fault", clock=clock)
    assert held.state == "held"
    assert release(game, clock=clock).state == "open"
    assert set_rule(game, {"rule": "daily 20:00"}, clock=clock).deadline
