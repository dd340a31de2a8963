"""Decisions at a given time: run the turn, notify people, or wait."""

from __future__ import annotations

from datetime import timedelta

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_host.deadlines.decisions import LATE, WAITS, Remind, Run, Wait, decide, format_stored
from horizons_host.deadlines.schedules import EVERYONE_READY
from horizons_host.deadlines.state import DRAFT, FINAL, NONE, DeadlineFacts
from horizons_host.store import Policy
from tests.effort import tries
from tests.host.deadlines.games import BOTH_FINAL, MONDAY, NOTHING, at, change, facts

QUIET = {"reminder_hours": []}
WAITING = Policy("wait", of_game=True)


def _reminded(state: DeadlineFacts, now) -> DeadlineFacts:
    """Return the facts after every reminder that is due has been sent."""
    while isinstance(due := decide(state, now), Remind):
        pairs = {(format_stored(due.deadline), *pair) for pair in (*due.reminders, *due.passed)}
        state = evolve(state, reminded=state.reminded | pairs)
    return state


def _decide(state: DeadlineFacts, now):
    return decide(_reminded(state, now), now)


def test_before_the_deadline_nothing_is_run():
    assert decide(facts(**QUIET), at("2 19:59")) == Wait(
        at("2 20:00"), "the deadline has not passed"
    )
    assert isinstance(decide(facts(seats=BOTH_FINAL, **QUIET), at("2 19:59")), Wait)


def test_at_the_deadline_a_turn_is_run_if_nobody_is_waited_for():
    assert decide(facts(**QUIET), at("2 20:00")) == Run(1, "the deadline has passed")
    assert isinstance(decide(facts(**QUIET), at("30 20:00")), Run)


def test_once_all_are_final_a_turn_is_run_where_the_rule_says_so():
    early = {"when_final": True, **QUIET}
    assert decide(facts(seats=BOTH_FINAL, **early), MONDAY) == Run(1, "all orders are final")
    for state in (NONE, DRAFT):
        seats = {"Ada": FINAL, "Brin": state}
        assert isinstance(decide(facts(seats=seats, **early), MONDAY), Wait)


def test_a_game_without_orders_is_not_run_at_once():
    policy = Policy("nothing")
    assert isinstance(decide(facts(policy=policy, when_final=True, **QUIET), MONDAY), Wait)
    assert isinstance(decide(facts(seats={}, when_final=True, **QUIET), MONDAY), Wait)


def test_without_deadlines_a_turn_is_run_when_all_are_final_and_at_no_time():
    ready = {"rule": EVERYONE_READY}
    assert decide(facts(seats=BOTH_FINAL, **ready), MONDAY) == Run(1, "all orders are final")
    for state in (NONE, DRAFT):
        waits = decide(facts(seats={"Ada": FINAL, "Brin": state}, **ready), at("30 20:00"))
        assert waits == Wait(None, "not all orders are final")
    held = change("hold", MONDAY, reason="a fault")
    assert isinstance(decide(facts(held, seats=BOTH_FINAL, **ready), MONDAY), Wait)


def test_optional_orders_delay_an_early_run_only_by_a_draft():
    state = facts(seats={"Ada": FINAL, "Brin": NONE}, when_final=True, **QUIET)
    absent = evolve(state.places[1], policy=Policy("nothing"))
    assert isinstance(decide(evolve(state, places=(state.places[0], absent)), MONDAY), Run)
    writing = evolve(absent, state=DRAFT)
    assert isinstance(decide(evolve(state, places=(state.places[0], writing)), MONDAY), Wait)


def test_drafts_count_at_the_deadline():
    seats = {"Ada": DRAFT, "Brin": DRAFT}
    assert isinstance(decide(facts(seats=seats, policy=WAITING, **QUIET), at("2 20:00")), Run)


def test_missing_orders_are_waited_for_in_the_grace_and_the_players_are_told():
    state = facts(seats={"Ada": FINAL, "Brin": NONE}, grace_hours=12)
    assert decide(state, at("2 20:00")) == Remind(at("2 20:00"), (("Brin", LATE),))
    assert _decide(state, at("2 20:00")) == Wait(at("3 08:00"), "waiting for orders of Brin")
    assert isinstance(decide(facts(seats=BOTH_FINAL, grace_hours=12), at("2 20:00")), Run)
    assert isinstance(decide(state, at("3 08:00")), Run)


def test_a_seat_with_a_policy_of_its_own_gets_no_grace():
    state = facts(grace_hours=12, policy=Policy("standing", "MOVE"), **QUIET)
    assert isinstance(decide(state, at("2 20:00")), Run)


def test_a_turn_waits_for_a_seat_whose_policy_says_so_and_the_gamemaster_is_told():
    state = facts(policy=WAITING, seats={"Ada": FINAL, "Brin": NONE}, grace_hours=12)
    late = at("20 08:00")
    assert decide(state, late) == Remind(at("2 20:00"), (("Brin", WAITS), ("", WAITS)))
    assert _decide(state, late) == Wait(None, "the turn waits for orders of Brin")
    both = facts(policy=WAITING, seats=BOTH_FINAL, grace_hours=12)
    assert isinstance(decide(both, late), Run)


def test_a_bot_that_has_played_its_turns_makes_the_turn_wait():
    spent = Policy("bot", bot="greedy", until=0, of_game=True)
    assert isinstance(_decide(facts(policy=spent), at("20 08:00")), Wait)
    plays = Policy("bot", bot="greedy", until=1, of_game=True)
    assert isinstance(decide(facts(policy=plays), at("20 08:00")), Run)


@pytest.mark.parametrize("kind", ["pause", "hold"])
def test_no_turn_runs_while_paused_or_held(kind):
    state = facts(change(kind, at("2 13:00")), seats=BOTH_FINAL, when_final=True, **QUIET)
    for time in (at("2 13:00"), at("2 20:00"), at("30 20:00")):
        assert isinstance(_decide(state, time), Wait)


def test_no_turn_runs_without_a_rule_or_after_the_end():
    none = facts(change("rule", MONDAY), seats=BOTH_FINAL)
    assert isinstance(decide(none, at("30 20:00")), Wait)
    over = evolve(facts(seats=BOTH_FINAL), over="the game ended in turn 0: a draw")
    assert isinstance(decide(over, at("30 20:00")), Wait)


def test_reminders_are_sent_once_and_only_for_the_last_hour_due():
    seats = {"Ada": NONE, "Brin": DRAFT, "Cleo": FINAL}
    state = facts(
        change("skip", MONDAY), seats=seats, reminder_hours=[48, 24, 6], opened=at("2 12:00")
    )
    first = decide(state, at("3 20:00"))
    assert first == Remind(at("5 20:00"), (("Ada", "48 hours"), ("Brin", "48 hours")))
    reminded = _reminded(state, at("3 20:00"))
    assert decide(reminded, at("3 20:01")) == Wait(at("4 20:00"), "the deadline has not passed")
    slept = decide(state, at("5 15:00"))
    assert slept.reminders == (("Ada", "6 hours"), ("Brin", "6 hours"))
    assert {occasion for _, occasion in slept.passed} == {"48 hours", "24 hours"}
    assert isinstance(_decide(state, at("5 15:00")), Wait)


def test_no_reminder_repeats_a_fresh_report():
    assert isinstance(decide(facts(reminder_hours=[8, 24]), MONDAY), Wait)


def test_after_an_extension_people_are_reminded_of_the_new_deadline():
    state = facts(reminder_hours=[6])
    reminded = _reminded(state, at("2 15:00"))
    assert isinstance(decide(reminded, at("2 15:00")), Wait)
    later = change("extend", at("2 15:00"), facts={"to": at("4 20:00").isoformat()})
    extended = evolve(facts(later, reminder_hours=[6]), reminded=reminded.reminded)
    assert isinstance(decide(extended, at("4 14:00")), Remind)


def test_vacation_beyond_the_allowed_days_gives_no_grace():
    away = change("vacation", MONDAY, facts={"days": "2026-03-02"}, seat="Ada")
    parts = {"grace_hours": 12, "vacation_days": 0, **QUIET}
    seats = {"Ada": NONE, "Brin": FINAL}
    assert isinstance(decide(facts(away, seats=seats, **parts), at("2 20:00")), Run)


_states = st.sampled_from([NONE, DRAFT, FINAL])
_kinds = st.sampled_from([WAITING, NOTHING, Policy("nothing"), Policy("wait")])
_parts = st.fixed_dictionaries(
    {
        "grace_hours": st.sampled_from([0, 5, 60]),
        "when_final": st.booleans(),
        "minimum_hours": st.sampled_from([0, 24, 100]),
        "reminder_hours": st.sampled_from([[], [24], [48, 3]]),
    }
)
_jumps = st.lists(st.integers(-30 * 24 * 60, 30 * 24 * 60), min_size=1, max_size=12)


@given(_states, _states, _kinds, _parts, _jumps)
@settings(max_examples=tries(100), deadline=None)
def test_with_a_clock_that_jumps_a_turn_is_run_only_when_it_may_be(ada, brin, policy, parts, jumps):
    state = facts(seats={"Ada": ada, "Brin": brin}, policy=policy, **parts)
    now, deadline = MONDAY, state.course.deadline
    for minutes in jumps:
        now += timedelta(minutes=minutes)
        state = _reminded(state, now)
        due = decide(state, now)
        assert due == decide(state, now)
        if isinstance(due, Run):
            assert now >= deadline or (parts["when_final"] and {ada, brin} <= {FINAL, NONE})
            assert NONE not in {ada, brin} or policy.kind == "nothing"
        else:
            assert due.until is None or due.until > now
