"""The deadline of the next turn, computed from the rule and all changes.

A deadline is not stored. It follows from the time at which the turn was opened, and from the
changes since, each with its own time. So every reader at any time computes the same deadline, as
does a server after an outage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

from attrs import evolve, field, frozen

from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.rules import Rule, days_from, rule_from
from horizons_host.deadlines.schedules import Days
from horizons_host.deadlines.zones import parse_time
from horizons_host.store import DeadlineChange

#: Time to the deadline after a pause, unless less was left before the pause.
MINIMUM_NOTICE = timedelta(hours=24)
_SECOND = timedelta(seconds=1)


@frozen
class Vacation:
    """A vacation of a seat's player; its first `counted` days postpone deadlines."""

    number: int
    seat: str
    days: Days
    counted: int

    @property
    def puts_off(self) -> Days | None:
        """The days that postpone deadlines, or None."""
        if not self.counted:
            return None
        return Days(self.days.first, self.days.first + timedelta(days=self.counted - 1))


@frozen
class DeadlineState:
    """State of the next turn's deadline.

    Attributes:
        opened: when the turn was opened for orders.
        rule: None if the game has no deadlines; then the gamemaster runs turns.
        deadline: None also while the game is paused.
        paused: the start of a pause; `former` is the deadline at that time.
        held: whether the turn waits until it is released; `reason` is that of a hold or a pause.
        moved: why the deadline differs from the rule's first, as texts.
        vacations: all vacations that were announced and not cancelled.
    """

    opened: datetime
    rule: Rule | None = None
    deadline: datetime | None = None
    paused: datetime | None = None
    former: datetime | None = None
    held: bool = False
    reason: str = ""
    moved: tuple[str, ...] = ()
    vacations: tuple[Vacation, ...] = field(factory=tuple)

    @property
    def grace_end(self) -> datetime | None:
        """The end of the grace period for missing orders, or None."""
        if self.deadline is None or self.rule is None:
            return None
        return self.deadline + self.rule.grace

    @property
    def left_out(self) -> list[Days]:
        """Days on which no deadline falls: holidays and vacations."""
        rule = self.rule
        away = [vacation.puts_off for vacation in self.vacations]
        return [*(rule.holidays if rule else ()), *(days for days in away if days is not None)]

    def away(self, seat: str) -> bool:
        """Return whether a seat's player is away on the day of the deadline."""
        if self.deadline is None or self.rule is None:
            return False
        day = self.deadline.astimezone(self.rule.schedule.zone).date()
        return any(v.seat == seat and day in v.days for v in self.vacations)

    def next_after(self, time: datetime) -> datetime | None:
        """Return the first deadline of a turn that is opened at `time`."""
        if self.rule is None:
            return None
        soonest = max(time, time + self.rule.minimum - _SECOND)
        return self.rule.schedule.first(soonest, self.left_out)


def deadline_state(
    changes: Iterable[DeadlineChange], turn: int, attempt: int, opened: datetime
) -> DeadlineState:
    """Compute the course of the next turn, for an attempt that was opened at `opened`."""
    known = list(changes)
    current = [change for change in known if (change.turn, change.attempt) == (turn, attempt)]
    course = DeadlineState(opened)
    for change in known:
        if (change.turn, change.attempt) != (turn, attempt):
            course = _apply(course, change)
    course = evolve(course, held=False, moved=(), deadline=None, former=None, opened=opened)
    if not course.paused:
        reason = "" if course.rule else course.reason
        course = evolve(course, deadline=course.next_after(opened), reason=reason)
    for change in current:
        course = _apply(course, change)
    return course


def _apply(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    step = _STEPS.get(change.kind)
    return course if step is None else step(course, change)


def _rule(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    try:
        rule = rule_from(change.facts) if change.facts else None
    except DeadlineError as problem:  # such as an obsolete zone: another rule can be set
        text = LocalizedText("the schedule is invalid: {what}", what=problem.message)
        return evolve(course, rule=None, deadline=None, reason=text)
    before, at = course.rule, parse_time(change.decided_at)
    course = _budgeted(evolve(course, rule=rule))
    if rule is None or course.paused:
        return evolve(course, deadline=None)
    if before and before.falls_like(rule) and course.deadline and at >= course.opened:
        return course
    return evolve(course, deadline=course.next_after(at), moved=())


def _pause(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    at = parse_time(change.decided_at)
    return evolve(course, paused=at, former=course.deadline, deadline=None, reason=change.reason)


def _resume(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    """Resume with the former deadline if enough time is left, else with the next one."""
    at, former, paused = parse_time(change.decided_at), course.former, course.paused
    course = evolve(course, paused=None, former=None, reason="")
    if course.rule is None or paused is None:
        return course
    if "to" in change.facts:
        return evolve(course, deadline=parse_time(change.facts["to"]))
    breath = course.rule.minimum or MINIMUM_NOTICE
    left = former - paused if former else breath
    soonest = at + (min(left, breath) if left > timedelta() else breath)
    if former is None or former < soonest:
        former = course.rule.schedule.first(soonest - _SECOND, course.left_out)
    return evolve(course, deadline=former)


def _extend(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    if course.paused:
        return course
    text = LocalizedText("extended")
    if change.reason:
        text = LocalizedText("extended: {why}", why=change.reason)
    return evolve(course, deadline=parse_time(change.facts["to"]), moved=(*course.moved, text))


def _skip(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    if course.rule is None or course.deadline is None:
        return course
    later = course.rule.schedule.first(course.deadline, course.left_out)
    text = LocalizedText("a deadline was skipped")
    if change.reason:
        text = LocalizedText("a deadline was skipped: {why}", why=change.reason)
    return evolve(course, deadline=later, moved=(*course.moved, text))


def _hold(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    return evolve(course, held=True, reason=change.reason)


def _release(course: DeadlineState, _change: DeadlineChange) -> DeadlineState:
    return evolve(course, held=False, reason="")


def _vacation(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    if change.seat is None:
        return course  # the seat is no longer in the game
    new = Vacation(change.id, change.seat, days_from(str(change.facts["days"])), 0)
    course = _budgeted(evolve(course, vacations=(*course.vacations, new)))
    puts_off, deadline = course.vacations[-1].puts_off, course.deadline
    if course.rule is None or deadline is None or puts_off is None:
        return course
    if deadline.astimezone(course.rule.schedule.zone).date() not in puts_off:
        return course
    text = LocalizedText("{seat} is away ({days})", seat=change.seat, days=str(new.days))
    later = course.rule.schedule.first(deadline, course.left_out)
    return evolve(course, deadline=later, moved=(*course.moved, text))


def _return(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    ended = change.facts["vacations"]
    left = tuple(v for v in course.vacations if v.number not in ended)
    return _budgeted(evolve(course, vacations=left))


def _budgeted(course: DeadlineState) -> DeadlineState:
    """Limit the vacation days that postpone deadlines to each seat's budget in the rule."""
    if course.rule is None:
        return course
    left: dict[str, int] = {}
    vacations = []
    for vacation in course.vacations:
        budget = left.get(vacation.seat, course.rule.vacation_days)
        counted = min(budget, (vacation.days.last - vacation.days.first).days + 1)
        left[vacation.seat] = budget - counted
        vacations.append(evolve(vacation, counted=counted))
    return evolve(course, vacations=tuple(vacations))


_STEPS: Mapping[str, Callable[[DeadlineState, DeadlineChange], DeadlineState]] = {
    "rule": _rule,
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "skip": _skip,
    "hold": _hold,
    "release": _release,
    "vacation": _vacation,
    "return": _return,
}
