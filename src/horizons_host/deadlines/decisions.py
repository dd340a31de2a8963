"""What is to be done now with the coming turn: a pure function of facts and the time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from attrs import frozen

from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.facts import DRAFT, FINAL, NONE, Facts

#: What is told of a deadline, besides that it is so many hours away.
LATE, WAITS = "late", "waits"
#: The gamemaster among those who are told something.
GAMEMASTER = ""


@frozen
class Run:
    """The turn is run now."""

    turn: int
    why: str


@frozen
class Wait:
    """Nothing is to be done until a time; None: until somebody does something."""

    until: datetime | None
    why: str


@frozen
class Remind:
    """These are told, each a pair of seat and what; `passed` are reminders that came too late."""

    deadline: datetime
    told: tuple[tuple[str, str], ...]
    passed: tuple[tuple[str, str], ...] = ()


Decision = Run | Wait | Remind


def decide(facts: Facts, now: datetime) -> Decision:
    """What is to be done at a time. At most one turn is ever run for a deadline."""
    course = facts.course
    standstill = _standstill(facts)
    if standstill:
        return Wait(None, standstill)
    why = "" if course.held else why_run(facts, now)
    if why:
        return Run(facts.turn, why)
    reminders = _reminders(facts, now)
    if reminders is not None:
        return reminders
    if course.held:
        said = f": {course.reason}" if course.reason else ""
        return Wait(_next_reminder(facts, now), f"the gamemaster holds the turn{said}")
    return _wait(facts, now)


def _standstill(facts: Facts) -> str:
    """Why no deadline counts at all; "" if one does."""
    course = facts.course
    if facts.over:
        return facts.over
    if course.rule is None:
        return "no deadlines are set: the gamemaster runs the turns"
    if course.paused:
        return "the game is paused" + (f": {course.reason}" if course.reason else "")
    return "" if course.deadline else "the schedule has no deadline in the next years"


def why_run(facts: Facts, now: datetime) -> str:
    """Why the turn is to be run at a time, holds and pauses aside; "" if it is not."""
    course = facts.course
    if course.deadline is None or course.grace_end is None or blocking(facts):
        return ""
    if now < course.deadline:
        early = course.rule is not None and course.rule.when_final and all_final(facts)
        return LocalizedText("all orders are final") if early else ""
    if now < course.grace_end and missing(facts):
        return ""
    return LocalizedText("the deadline has passed")


def all_final(facts: Facts) -> bool:
    """Whether everybody who is waited for has given final orders, and nobody else a draft."""
    people = [one for one in facts.places if one.is_person]
    wanted = [one for one in people if one.expected(facts.turn) or one.state == DRAFT]
    some = any(one.state == FINAL for one in people)
    return some and all(one.state == FINAL for one in wanted)


def missing(facts: Facts) -> list[str]:
    """Whose orders are missing and are waited for while there is time."""
    return [one.seat for one in facts.places if one.expected(facts.turn) and one.state == NONE]


def blocking(facts: Facts) -> list[str]:
    """For whom the turn waits however late it is, by their policy."""
    return [one.seat for one in facts.places if one.blocks(facts.turn)]


# reminders


def _reminders(facts: Facts, now: datetime) -> Remind | None:
    """What is to be told now and has not been; None for nothing."""
    deadline = facts.course.deadline
    if deadline is None:
        return None
    if now < deadline:
        found = _before(facts, deadline, now)
    else:
        found = [(seat, LATE) for seat in missing(facts)], []
        if facts.course.grace_end is not None and now >= facts.course.grace_end:
            waits = blocking(facts)
            found = [(seat, WAITS) for seat in (*waits, *([GAMEMASTER] if waits else []))], []
    fresh, passed = (tuple(_untold(facts, deadline, pairs)) for pairs in found)
    return Remind(deadline, fresh, passed) if fresh else None


def _before(
    facts: Facts, deadline: datetime, now: datetime
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The last reminder that is due, and those before it, which it makes superfluous."""
    due = [hours for hours, at in _times(facts, deadline) if at <= now]
    seats = [one.seat for one in facts.places if one.expected(facts.turn) and one.state != FINAL]
    if not due:
        return [], []
    last = min(due)
    return (
        [(seat, before(last)) for seat in seats],
        [(seat, before(hours)) for hours in due if hours != last for seat in seats],
    )


def before(hours: int) -> str:
    """What is told so many hours before a deadline."""
    return f"{hours} hours"


def _times(facts: Facts, deadline: datetime) -> Iterator[tuple[int, datetime]]:
    """When somebody is reminded: not before the turn was open."""
    rule = facts.course.rule
    for hours in rule.reminder_hours if rule else ():
        at = deadline - timedelta(hours=hours)
        if at > facts.course.opened:
            yield hours, at


def _untold(
    facts: Facts, deadline: datetime, pairs: list[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    for seat, what in pairs:
        if (stamped(deadline), seat, what) not in facts.told:
            yield seat, what


def stamped(time: datetime) -> str:
    """A moment as it is stored."""
    return time.isoformat(timespec="seconds")


# waiting


def _wait(facts: Facts, now: datetime) -> Wait:
    course = facts.course
    if course.deadline is not None and now < course.deadline:
        times = [time for time in (_next_reminder(facts, now), course.deadline) if time]
        return Wait(min(times), "the deadline has not passed")
    names = ", ".join(missing(facts))
    if course.grace_end is not None and now < course.grace_end and names:
        return Wait(course.grace_end, f"waiting for orders of {names}")
    return Wait(None, f"the turn waits for orders of {', '.join(blocking(facts))}")


def _next_reminder(facts: Facts, now: datetime) -> datetime | None:
    deadline = facts.course.deadline
    if deadline is None:
        return None
    return min((at for _, at in _times(facts, deadline) if at > now), default=None)
