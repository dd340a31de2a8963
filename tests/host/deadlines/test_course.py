"""Deadline of the coming turn: by the rule and the decisions since the turn opened."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_host.deadlines.state import deadline_state
from tests.effort import tries
from tests.host.deadlines.games import MONDAY, at, change, facts, rule


def _deadline(*decided, **parts):
    return facts(*decided, **parts).course.deadline


def test_a_turn_is_due_at_the_first_deadline_after_it_was_opened():
    assert _deadline() == at("2 20:00")
    assert _deadline(opened=at("2 20:00")) == at("5 20:00")


def test_a_deadline_that_leaves_less_than_the_minimum_time_is_skipped():
    assert _deadline(minimum_hours=8) == at("2 20:00")
    assert _deadline(minimum_hours=9) == at("5 20:00")
    assert _deadline(minimum_hours=81) == at("9 20:00")


def test_no_deadline_falls_on_a_holiday():
    assert _deadline(holidays=["2026-03-02", "2026-03-05..2026-03-08"]) == at("9 20:00")


def test_an_extension_holds_for_this_turn_alone():
    later = change("extend", at("2 13:00"), facts={"to": at("3 08:00").isoformat()}, reason="snow")
    course = facts(later).course
    assert (course.deadline, course.moved) == (at("3 08:00"), ("extended: snow",))
    first = change("rule", MONDAY, facts=rule())
    assert deadline_state([first, later], 2, 1, at("3 08:00")).deadline == at("5 20:00")


def test_an_extension_does_not_hold_for_the_next_attempt_at_a_turn():
    later = change("extend", at("2 13:00"), facts={"to": at("30 08:00").isoformat()})
    first = change("rule", MONDAY, facts=rule())
    assert deadline_state([first, later], 1, 2, at("3 12:00")).deadline == at("5 20:00")


def test_a_skipped_deadline_is_the_next_one():
    course = facts(change("skip", MONDAY), change("skip", MONDAY)).course
    assert course.deadline == at("9 20:00")
    assert len(course.moved) == 2


def test_a_hold_is_for_its_turn_and_changes_no_deadline():
    held = change("hold", MONDAY, reason="a dispute")
    course = facts(held).course
    assert (course.held, course.reason, course.deadline) == (True, "a dispute", at("2 20:00"))
    assert not facts(held, change("release", MONDAY)).course.held
    first = change("rule", MONDAY, facts=rule())
    assert not deadline_state([first, held], 2, 1, at("3 08:00")).held


def test_a_pause_that_ends_in_time_changes_nothing():
    early = {"opened": at("2 21:00")}
    deadline = _deadline(change("pause", at("3 13:00")), change("resume", at("3 15:00")), **early)
    assert deadline == at("5 20:00")


def test_after_a_pause_the_remaining_time_or_a_day_is_left():
    paused = change("pause", at("3 12:00"))
    opened = {"opened": at("2 21:00")}
    assert facts(paused, **opened).course.deadline is None
    assert _deadline(paused, change("resume", at("4 19:00")), **opened) == at("5 20:00")
    assert _deadline(paused, change("resume", at("4 21:00")), **opened) == at("9 20:00")
    short = change("pause", at("2 13:00")), change("resume", at("2 13:30"))
    assert _deadline(*short) == at("5 20:00")  # 7 h were left, 6.5 h are
    hours = {"minimum_hours": 50, **opened}
    assert _deadline(paused, change("resume", at("3 17:00")), **hours) == at("5 20:00")
    assert _deadline(paused, change("resume", at("3 19:00")), **hours) == at("9 20:00")


def test_a_game_goes_on_with_a_deadline_that_is_named():
    named = change("resume", at("2 13:30"), facts={"to": at("2 20:30").isoformat()})
    assert _deadline(change("pause", at("2 13:00")), named) == at("2 20:30")


def test_a_pause_lasts_over_a_turn_that_was_run_by_hand():
    known = [change("rule", MONDAY, facts=rule()), change("pause", at("2 13:00"))]
    course = deadline_state(known, 2, 1, at("4 12:00"))
    assert (course.deadline, course.paused) == (None, at("2 13:00"))
    resumed = deadline_state([*known, change("resume", at("5 19:00"), turn=2)], 2, 1, at("4 12:00"))
    assert resumed.deadline == at("9 20:00")


def test_a_change_of_the_rule_that_leaves_the_times_alone_leaves_the_deadline():
    skipped = change("skip", at("2 12:30"))
    grace = change("rule", at("2 13:00"), facts=rule(grace_hours=5))
    course = facts(skipped, grace).course
    assert (course.deadline, course.grace_end) == (at("5 20:00"), at("6 01:00"))


def test_a_rule_of_other_times_counts_from_when_it_was_set():
    other = change("rule", at("4 12:00"), facts=rule("daily 18:00 UTC", minimum_hours=12))
    assert _deadline(other) == at("5 18:00")


def test_a_rule_set_by_a_fast_clock_starts_again():
    known = [
        change("rule", MONDAY, facts=rule()),
        change("rule", MONDAY, turn=2, facts=rule()),
    ]
    assert deadline_state(known[:1], 2, 1, MONDAY + timedelta(days=3000)).deadline.year == 2034
    assert deadline_state(known, 2, 1, MONDAY + timedelta(days=3000)).deadline == at("2 20:00")


def test_a_rule_that_cannot_be_read_any_more_says_so_and_can_be_replaced():
    lost = change("rule", at("2 13:00"), facts={**rule(), "zone": "Mars/Olympus"})
    course = facts(lost).course
    assert (course.deadline, course.rule) == (None, None)
    assert "unknown time zone 'Mars/Olympus'" in course.reason
    assert _deadline(lost, change("rule", at("2 14:00"), facts=rule())) == at("2 20:00")


def test_without_a_rule_there_is_no_deadline():
    assert _deadline(change("rule", at("2 13:00"))) is None
    assert deadline_state([], 1, 1, MONDAY).deadline is None


def _away(days, when="2 12:30", seat="Ada"):
    return change("vacation", at(when), facts={"days": days}, seat=seat)


def test_a_vacation_puts_off_the_deadlines_that_fall_in_it():
    course = facts(_away("2026-03-02..2026-03-06")).course
    assert (course.deadline, course.moved) == (
        at("9 20:00"),
        ("Ada is away (2026-03-02..2026-03-06)",),
    )
    assert facts(_away("2026-03-03..2026-03-06")).course.deadline == at("2 20:00")
    before = change("vacation", MONDAY, turn=0, facts={"days": "2026-03-02"}, seat="Ada")
    assert facts(before).course.deadline == at("5 20:00")


def test_vacations_postpone_deadlines_on_as_many_days_as_the_rule_allows():
    course = facts(_away("2026-03-02..2026-03-11"), vacation_days=4).course
    assert course.deadline == at("9 20:00")
    assert course.away("Ada")
    both = facts(_away("2026-03-02..2026-03-04"), _away("2026-03-05"), vacation_days=3).course
    assert both.deadline == at("5 20:00")
    other_course = facts(
        _away("2026-03-02..2026-03-04"), _away("2026-03-05", seat="Brin"), vacation_days=3
    ).course
    assert other_course.deadline == at("9 20:00")


def test_a_vacation_that_is_taken_back_makes_no_deadline_earlier():
    away = _away("2026-03-02..2026-03-06")
    back = change("return", at("2 13:00"), facts={"vacations": [2]}, seat="Ada")
    course = facts(away, back).course
    assert (course.deadline, course.vacations) == (at("9 20:00"), ())
    first = change("rule", MONDAY, facts=rule(), id=1)
    assert deadline_state([first, *_numbered(away, back)], 2, 1, at("3 12:00")).deadline == at(
        "5 20:00"
    )


def _numbered(*changes):
    from attrs import evolve

    return [evolve(change, id=number) for number, change in enumerate(changes, start=2)]


_decided = st.lists(
    st.builds(
        lambda kind, hours, to: change(
            kind,
            MONDAY + timedelta(hours=hours),
            facts={
                "extend": {"to": (MONDAY + timedelta(hours=to)).isoformat()},
                "rule": rule("daily 9:00 UTC", minimum_hours=to % 100),
                "vacation": {"days": f"2026-03-{to % 28 + 1:02}"},
                "return": {"vacations": [hours % 9]},
            }.get(kind, {}),
            seat="Ada" if kind in {"vacation", "return"} else None,
        ),
        st.sampled_from(
            [
                "rule",
                "pause",
                "resume",
                "extend",
                "skip",
                "hold",
                "release",
                "vacation",
                "return",
                "run",
                "missing",
            ]
        ),
        st.integers(0, 500),
        st.integers(0, 900),
    ),
    max_size=8,
)


@given(_decided)
@settings(max_examples=tries(80))
def test_every_deadline_comes_from_the_rule_or_from_a_decision(decided):
    course = facts(*decided).course
    if course.paused:
        assert course.deadline is None
        return
    named = {change.facts["to"] for change in decided if change.kind == "extend"}
    deadline = course.deadline
    assert deadline is not None
    by_rule = course.rule.schedule.first(deadline - timedelta(seconds=1)) == deadline
    earlier = deadline in {at("2 20:00"), *_of_first_rule()}
    assert by_rule or earlier or deadline.isoformat() in named


def _of_first_rule():
    return {at("2 20:00") + timedelta(days=7 * week + day) for week in range(60) for day in (0, 3)}


@pytest.mark.parametrize("kind", ["pause", "hold"])
def test_doing_and_undoing_at_once_leaves_the_deadline(kind):
    undo = {"pause": "resume", "hold": "release"}[kind]
    opened = {"opened": at("2 21:00")}
    deadline = _deadline(change(kind, at("3 08:00")), change(undo, at("3 08:00")), **opened)
    assert deadline == at("5 20:00")
