"""The state of the next turn, and sentences that describe it to all players."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.course import DeadlineState
from horizons_host.deadlines.decisions import all_final, blocking, missing
from horizons_host.deadlines.facts import DRAFT, FINAL, NONE, DeadlineFacts, SeatFacts

#: Number of deadlines in an outlook after the next one.
FOLLOWING = 3
_UTC = ZoneInfo("UTC")


def state_of(facts: DeadlineFacts, time: datetime) -> str:
    """Return the state of the next turn (see `Outlook`)."""
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


def _overdue(facts: DeadlineFacts, time: datetime) -> str:
    end = facts.course.grace_end
    if end is not None and time < end and missing(facts):
        return "grace"
    return "waiting" if blocking(facts) else "due"


def following(course: DeadlineState, number: int) -> Iterator[datetime]:
    """Yield the deadlines of later turns, if each turn runs at its own."""
    last = course.deadline
    for _ in range(number):
        last = course.next_after(last) if last else None
        if last is None:
            return
        yield last


def outlook_sentences(facts: DeadlineFacts, state: str, time: datetime) -> Iterator[LocalizedText]:
    """Yield the sentences of an outlook."""
    course, turn = facts.course, facts.turn
    if state == "over":
        yield LocalizedText("No turn follows: {why}.", why=facts.over)
        return
    yield from deadline_sentences(facts, state, time)
    if state in {"open", "grace", "waiting", "held", "due"}:
        yield from _seats(facts)
        yield from _early(facts, state)
    if course.opened > time:
        zone = course.rule.schedule.zone if course.rule else _UTC
        yield LocalizedText(
            "The clock here says {time}, but turn {turn} began {since}: one of the two is wrong.",
            time=time.astimezone(zone),
            turn=turn,
            since=course.opened.astimezone(zone),
        )
    after = list(following(course, FOLLOWING))
    if after and course.rule:
        zone = course.rule.schedule.zone
        times = LocalizedText.from_parts((deadline.astimezone(zone) for deadline in after), ", ")
        yield LocalizedText("After that: {times}.", times=times)


def deadline_sentences(facts: DeadlineFacts, state: str, time: datetime) -> Iterator[LocalizedText]:
    """Yield the sentences about the deadline itself, without those about seats."""
    course, turn = facts.course, facts.turn
    reason = course.reason
    if state == "paused":
        yield _paused(turn, reason)
    if state == "unset":
        yield _unset(turn, reason)
    if state in {"paused", "unset"} or course.deadline is None or course.rule is None:
        return
    zone = course.rule.schedule.zone
    due = course.deadline.astimezone(zone)
    if state == "held":
        yield _held(turn, reason)
    if time < course.deadline:
        yield _open(turn, due, course.moved, course.deadline - time)
        if course.rule.grace_hours and course.grace_end:
            end = course.grace_end.astimezone(zone)
            yield LocalizedText(
                "If orders are missing then, a grace period runs until {time}.", time=end
            )
    else:
        yield _over(turn, due, course.moved)
    if state == "grace" and course.grace_end is not None:
        end = course.grace_end.astimezone(zone)
        yield LocalizedText(
            "The turn runs as soon as no orders are missing, at the latest {time}.", time=end
        )
    if state == "due":
        yield LocalizedText("The turn will run shortly.")
    if state == "waiting":
        yield LocalizedText(
            "The turn waits for orders of {names}.",
            names=", ".join(blocking(facts)),
        )


def _paused(turn: int, reason: str) -> LocalizedText:
    if reason:
        return LocalizedText(
            "The game is paused: {why}. You can submit orders for turn {turn}; there"
            " is no deadline.",
            why=reason,
            turn=turn,
        )
    return LocalizedText(
        "The game is paused. You can submit orders for turn {turn}; there is no deadline.",
        turn=turn,
    )


def _unset(turn: int, reason: str) -> LocalizedText:
    if reason:
        return LocalizedText(
            "Turn {turn} has no deadline ({why}): the gamemaster runs it.", turn=turn, why=reason
        )
    return LocalizedText("Turn {turn} has no deadline: the gamemaster runs it.", turn=turn)


def _held(turn: int, reason: str) -> LocalizedText:
    if reason:
        return LocalizedText(
            "The gamemaster holds turn {turn}: {why}. It will not run until it is released.",
            turn=turn,
            why=reason,
        )
    return LocalizedText(
        "The gamemaster holds turn {turn}. It will not run until it is released.", turn=turn
    )


def _open(turn: int, due: datetime, moved: tuple[str, ...], left: timedelta) -> LocalizedText:
    if moved:
        return LocalizedText(
            "Orders for turn {turn} are due {time} ({moved}), in {span}.",
            turn=turn,
            time=due,
            moved=LocalizedText.from_parts(moved, "; "),
            span=left,
        )
    return LocalizedText(
        "Orders for turn {turn} are due {time}, in {span}.", turn=turn, time=due, span=left
    )


def _over(turn: int, due: datetime, moved: tuple[str, ...]) -> LocalizedText:
    if moved:
        return LocalizedText(
            "The deadline of turn {turn} was {time} ({moved}).",
            turn=turn,
            time=due,
            moved=LocalizedText.from_parts(moved, "; "),
        )
    return LocalizedText("The deadline of turn {turn} was {time}.", turn=turn, time=due)


def _seats(facts: DeadlineFacts) -> Iterator[LocalizedText]:
    """Yield the sentences about the seats' orders and their missing-orders policies."""
    people = [place for place in facts.places if place.is_person]
    final = ", ".join(place.seat for place in people if place.state == FINAL)
    drafts = ", ".join(place.seat for place in people if place.state == DRAFT)
    if final:
        yield LocalizedText("Final orders: {names}.", names=final)
    if drafts:
        yield LocalizedText("Draft orders, which count at the deadline: {names}.", names=drafts)
    for place in people:
        if place.state == NONE:
            yield _missing(place)


def _missing(place: SeatFacts) -> LocalizedText:
    if place.away:
        return LocalizedText(
            "{name} has not submitted orders and is away. If they stay missing: {without}.",
            name=place.seat,
            without=place.without,
        )
    return LocalizedText(
        "{name} has not submitted orders. If they stay missing: {without}.",
        name=place.seat,
        without=place.without,
    )


def _early(facts: DeadlineFacts, state: str) -> Iterator[LocalizedText]:
    rule = facts.course.rule
    if rule is None or state not in {"open", "held"}:
        return
    if not rule.when_final:
        yield LocalizedText(
            "The turn will not run before its deadline, even if all orders are final."
        )
    elif all_final(facts) and not blocking(facts):
        yield LocalizedText("All orders are final: the turn runs now.")
    else:
        yield LocalizedText("The turn runs earlier if all orders are final.")
