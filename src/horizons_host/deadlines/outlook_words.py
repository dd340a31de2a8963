"""Where the coming turn stands, and the sentences that say it to every player."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from horizons_host.deadlines.course import Course
from horizons_host.deadlines.decisions import all_final, blocking, missing
from horizons_host.deadlines.facts import DRAFT, FINAL, NONE, Facts
from horizons_host.deadlines.zones import in_words

#: So many deadlines after the coming one are told.
FOLLOWING = 3
_UTC = ZoneInfo("UTC")


def state_of(facts: Facts, time: datetime) -> str:
    """Where the coming turn stands: see `Outlook`."""
    course = facts.course
    if facts.over:
        return "over"
    if course.paused:
        return "paused"
    if course.deadline is None:
        return "unset"
    if course.held:
        return "held"
    return "open" if time < course.deadline else _overdue(facts, time)


def _overdue(facts: Facts, time: datetime) -> str:
    end = facts.course.grace_end
    if end is not None and time < end and missing(facts):
        return "grace"
    return "waiting" if blocking(facts) else "due"


def following(course: Course, number: int) -> Iterator[datetime]:
    """The deadlines of the turns after the coming one, if each turn is run at its own."""
    last = course.deadline
    for _ in range(number):
        last = course.next_after(last) if last else None
        if last is None:
            return
        yield last


def words(facts: Facts, state: str, time: datetime) -> Iterator[str]:
    """What will happen when, a sentence at a time."""
    course, turn = facts.course, facts.turn
    if state == "over":
        yield f"No turn follows: {facts.over}."
        return
    yield from when(facts, state, time)
    if state in {"open", "grace", "waiting", "held", "due"}:
        yield from _seats(facts)
        yield from _early(facts, state)
    if course.opened > time:
        zone = course.rule.schedule.zone if course.rule else _UTC
        yield (
            f"The clock here says {in_words(time, zone)}, and turn {turn} was opened"
            f" {in_words(course.opened, zone)}: one of the two is wrong."
        )
    after = list(following(course, FOLLOWING))
    if after and course.rule:
        zone = course.rule.schedule.zone
        yield f"After that: {', '.join(in_words(one, zone) for one in after)}."


def when(facts: Facts, state: str, time: datetime) -> Iterator[str]:
    """What is said of the deadline itself, without anything about the seats."""
    course, turn = facts.course, facts.turn
    reason = f": {course.reason}" if course.reason else ""
    if state == "paused":
        yield f"The game is paused{reason}. Orders for turn {turn} are taken; no deadline runs."
    if state == "unset":
        why = f" ({course.reason})" if course.reason else ""
        yield f"Turn {turn} has no deadline{why}: the gamemaster runs it."
    if state in {"paused", "unset"} or course.deadline is None or course.rule is None:
        return
    zone = course.rule.schedule.zone
    due = in_words(course.deadline, zone)
    moved = f" ({'; '.join(course.moved)})" if course.moved else ""
    if state == "held":
        yield f"The gamemaster holds turn {turn}{reason}. It is not run until that is over."
    if time < course.deadline:
        left = in_days(course.deadline - time)
        yield f"Orders for turn {turn} are due {due}{moved}, in {left}."
        if course.rule.grace_hours and course.grace_end:
            end = in_words(course.grace_end, zone)
            yield f"If orders are missing then, they are waited for until {end}."
    else:
        yield f"The deadline of turn {turn} was {due}{moved}."
    if state == "grace" and course.grace_end is not None:
        end = in_words(course.grace_end, zone)
        yield f"The turn is run as soon as no orders are missing, at the latest {end}."
    if state == "due":
        yield "The turn is about to be run."
    if state == "waiting":
        yield f"The turn waits for the orders of {', '.join(blocking(facts))}, however late."


def _seats(facts: Facts) -> Iterator[str]:
    """Whose orders stand how, and what is done without those that are missing."""
    people = [place for place in facts.places if place.is_person]
    for state, words in ((FINAL, "Final orders"), (DRAFT, "Drafts, which count at the deadline")):
        names = [place.seat for place in people if place.state == state]
        if names:
            yield f"{words}: {', '.join(names)}."
    for place in people:
        if place.state == NONE:
            away = " and is away" if place.away else ""
            yield f"{place.seat} has given no orders{away}; without them: {place.without}."


def _early(facts: Facts, state: str) -> Iterator[str]:
    rule = facts.course.rule
    if rule is None or state not in {"open", "held"}:
        return
    if not rule.when_final:
        yield "The turn is not run before, even if all orders are final."
    elif all_final(facts) and not blocking(facts):
        yield "All orders are final: the turn is run at once."
    else:
        yield "The turn is run before, as soon as all orders are final."


def in_days(left: timedelta) -> str:
    """A span of time in words: `2 days 3 hours`, `5 minutes`."""
    minutes = max(int(left.total_seconds()) // 60, 0)
    days, hours = minutes // 1440, minutes // 60 % 24
    parts = ((days, "day"), (hours, "hour")) if minutes >= 60 else ((minutes, "minute"),)
    told = [f"{count} {name}{'' if count == 1 else 's'}" for count, name in parts if count]
    return " ".join(told) or "less than a minute"
