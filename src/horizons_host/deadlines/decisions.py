"""The decision to run the next turn, wait or send a reminder, as a pure function of facts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from attrs import frozen

from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.state import DRAFT, FINAL, NONE, DeadlineFacts

#: Kinds of reminders, besides those that are sent some hours before a deadline.
LATE, WAITS = "late", "waits"
#: The gamemaster as a recipient of reminders.
GAMEMASTER = ""


@frozen
class Run:
    """Run the turn now."""

    turn: int
    reason: str


@frozen
class Wait:
    """Wait until a time, or (None) until a person does something."""

    until: datetime | None
    reason: str


@frozen
class Remind:
    """Send reminders, pairs of seat and kind; `passed` are reminders that came too late."""

    deadline: datetime
    reminders: tuple[tuple[str, str], ...]
    passed: tuple[tuple[str, str], ...] = ()


Decision = Run | Wait | Remind

#: Number of turns in a row that run at once because no orders are awaited.
MAX_UNAWAITED = 20


def decide(facts: DeadlineFacts, now: datetime) -> Decision:
    """Decide what to do at a time. At most one turn is run for a deadline."""
    course = facts.course
    if runs_at_once(facts):
        return Run(facts.turn, run_reason(facts, now))
    no_deadline = _no_deadline_reason(facts)
    if no_deadline:
        return Wait(None, no_deadline)
    why = "" if course.held else run_reason(facts, now)
    if why:
        return Run(facts.turn, why)
    reminders = _reminders(facts, now)
    if reminders is not None:
        return reminders
    if course.held:
        reason = f": {course.reason}" if course.reason else ""
        return Wait(_next_reminder(facts, now), f"the gamemaster holds the turn{reason}")
    return _wait(facts, now)


def _no_deadline_reason(facts: DeadlineFacts) -> str:
    """Return why no deadline applies; "" if one does."""
    course = facts.course
    if facts.over:
        return facts.over
    if course.rule is None and is_stopped(facts):
        return stopped_reason(facts)
    if course.rule is None:
        return "no deadlines are set: the gamemaster runs the turns"
    if course.paused:
        return "the game is paused" + (f": {course.reason}" if course.reason else "")
    return (
        ""
        if course.deadline or course.awaits_all
        else "the schedule has no deadline in the next years"
    )


def runs_at_once(facts: DeadlineFacts) -> bool:
    """Return whether the turn runs now because no orders are awaited.

    A turn that was undone, held or paused waits, and so does one after `MAX_UNAWAITED` others.
    """
    course = facts.course
    waits = bool(facts.over or course.paused or course.held) or facts.attempt > 1
    return facts.needs_no_orders and not waits and facts.unawaited < MAX_UNAWAITED


def is_stopped(facts: DeadlineFacts) -> bool:
    """Return whether too many turns in a row have run because no orders were awaited."""
    return facts.needs_no_orders and facts.unawaited >= MAX_UNAWAITED


def stopped_reason(facts: DeadlineFacts) -> LocalizedText:
    """Return the message to the gamemaster after too many turns without awaited orders."""
    return LocalizedText(
        "the last {number} turns needed no orders, so turn {turn} waits for the gamemaster",
        number=facts.unawaited,
        turn=facts.turn,
    )


def run_reason(facts: DeadlineFacts, now: datetime) -> str:
    """Return why the turn is due at a time, ignoring holds and pauses; "" if it is not."""
    course = facts.course
    if runs_at_once(facts):
        return LocalizedText("no orders are awaited")
    is_timed = course.deadline is not None and course.grace_end is not None
    if blocking(facts) or not (is_timed or course.awaits_all):
        return ""
    if course.deadline is None or course.grace_end is None or now < course.deadline:
        early = course.rule is not None and course.rule.when_final and all_final(facts)
        return LocalizedText("all orders are final") if early else ""
    if now < course.grace_end and missing(facts):
        return ""
    return LocalizedText("the deadline has passed")


def all_final(facts: DeadlineFacts) -> bool:
    """Return whether all expected seats have final orders, and no other seat has a draft.

    Seats whose orders the turn does not need are ignored.
    """
    people = [place for place in facts.places if place.is_person and place.needed]
    expected = [place for place in people if place.expected(facts.turn) or place.state == DRAFT]
    any_final = any(place.state == FINAL for place in people)
    return any_final and all(place.state == FINAL for place in expected)


def missing(facts: DeadlineFacts) -> list[str]:
    """List seats with missing orders that are waited for until the grace period ends."""
    return [p.seat for p in facts.places if p.expected(facts.turn) and p.state == NONE]


def blocking(facts: DeadlineFacts) -> list[str]:
    """List seats for which the turn waits without limit, by their policy."""
    return [place.seat for place in facts.places if place.blocks(facts.turn)]


# reminders


def _reminders(facts: DeadlineFacts, now: datetime) -> Remind | None:
    """Return the reminders that are due and not sent yet, or None."""
    deadline = facts.course.deadline
    if deadline is None:
        return None
    if now < deadline:
        pairs = _before(facts, deadline, now)
    else:
        pairs = [(seat, LATE) for seat in missing(facts)], []
        if facts.course.grace_end is not None and now >= facts.course.grace_end:
            waits = blocking(facts)
            pairs = [(seat, WAITS) for seat in (*waits, *([GAMEMASTER] if waits else []))], []
    fresh, passed = (tuple(_unsent(facts, deadline, part)) for part in pairs)
    return Remind(deadline, fresh, passed) if fresh else None


def _before(
    facts: DeadlineFacts, deadline: datetime, now: datetime
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the last due reminder of each seat, and earlier ones, which it makes superfluous."""
    due = [hours for hours, at in _times(facts, deadline) if at <= now]
    seats = [p.seat for p in facts.places if p.expected(facts.turn) and p.state != FINAL]
    if not due:
        return [], []
    last = min(due)
    return (
        [(seat, before(last)) for seat in seats],
        [(seat, before(hours)) for hours in due if hours != last for seat in seats],
    )


def before(hours: int) -> str:
    """Return the kind of a reminder that is sent this many hours before a deadline."""
    return f"{hours} hours"


def _times(facts: DeadlineFacts, deadline: datetime) -> Iterator[tuple[int, datetime]]:
    """Yield the hours and times of reminders after the turn was opened."""
    rule = facts.course.rule
    for hours in rule.reminder_hours if rule else ():
        at = deadline - timedelta(hours=hours)
        if at > facts.course.opened:
            yield hours, at


def _unsent(
    facts: DeadlineFacts, deadline: datetime, pairs: list[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    for seat, kind in pairs:
        if (format_stored(deadline), seat, kind) not in facts.reminded:
            yield seat, kind


def format_stored(time: datetime) -> str:
    """Format a time as it is stored."""
    return time.isoformat(timespec="seconds")


# waiting


def _wait(facts: DeadlineFacts, now: datetime) -> Wait:
    course = facts.course
    if course.awaits_all:
        return Wait(None, "not all orders are final")
    if course.deadline is not None and now < course.deadline:
        times = [time for time in (_next_reminder(facts, now), course.deadline) if time]
        return Wait(min(times), "the deadline has not passed")
    names = ", ".join(missing(facts))
    if course.grace_end is not None and now < course.grace_end and names:
        return Wait(course.grace_end, f"waiting for orders of {names}")
    return Wait(None, f"the turn waits for orders of {', '.join(blocking(facts))}")


def _next_reminder(facts: DeadlineFacts, now: datetime) -> datetime | None:
    deadline = facts.course.deadline
    if deadline is None:
        return None
    return min((at for _, at in _times(facts, deadline) if at > now), default=None)
