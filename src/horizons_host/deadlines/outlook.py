"""The outlook on the next turn, with its deadline and expected orders, as data and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from attrs import evolve, frozen

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now
from horizons_host.deadlines.decisions import (
    all_final,
    blocking,
    format_stored,
    is_stopped,
    missing,
)
from horizons_host.deadlines.state import (
    DRAFT,
    FINAL,
    NONE,
    DeadlineFacts,
    DeadlineState,
    SeatFacts,
    facts_of,
)
from horizons_host.store import GameStore

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
    if course.deadline is None and not course.awaits_all:
        return "unset"
    if course.held:
        return "held"
    return "open" if course.deadline is None or time < course.deadline else _overdue(facts, time)


def _overdue(facts: DeadlineFacts, time: datetime) -> str:
    end = facts.course.grace_end
    if end is not None and time < end and missing(facts):
        return "grace"
    return "waiting" if blocking(facts) else "due"


def following(course: DeadlineState, number: int) -> Iterator[datetime]:
    """Yield the deadlines of later turns, assuming that every turn runs at its deadline.

    Their stages are not known yet, so they follow the schedule of ordinary turns.
    """
    last = course.deadline
    course = evolve(course, stage="")
    for _ in range(number):
        last = course.next_after(last) if last else None
        if last is None:
            return
        yield last


def outlook_sentences(facts: DeadlineFacts, state: str, time: datetime) -> Iterator[LocalizedText]:
    """Yield the sentences of an outlook."""
    course, turn = facts.course, facts.turn
    if state == "over":
        yield LocalizedText("There are no more turns: {why}.", why=facts.over)
        return
    yield from deadline_sentences(facts, state, time)
    if state in {"open", "grace", "waiting", "held", "due"}:
        yield from _seat_sentences(facts)
        yield from _early_run(facts, state)
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
    """Yield the sentences about the turn and its deadline, without those about single seats."""
    course, turn = facts.course, facts.turn
    yield from _turn_sentences(facts)
    if state == "paused":
        yield _paused(turn, course.reason)
    elif state == "unset":
        yield _unset(turn, course.reason)
    elif state == "held":
        yield _held(turn, course.reason)
    if course.awaits_all and state == "open":
        yield LocalizedText("Turn {turn} runs as soon as all orders are final.", turn=turn)
    if state not in {"paused", "unset"} and course.deadline and course.rule:
        zone = course.rule.schedule.zone
        yield from _due_sentences(facts, state, time, course.deadline, zone)


def _due_sentences(
    facts: DeadlineFacts, state: str, time: datetime, deadline: datetime, zone: ZoneInfo
) -> Iterator[LocalizedText]:
    course, turn = facts.course, facts.turn
    end = course.grace_end.astimezone(zone) if course.grace_end else None
    due = deadline.astimezone(zone)
    if time < deadline:
        yield _open(turn, due, course.moved, deadline - time)
        if end is not None and end > due:
            yield LocalizedText(
                "If orders are missing then, a grace period runs until {time}.", time=end
            )
    else:
        yield _past_deadline(turn, due, course.moved)
    if state == "grace" and end is not None:
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
            "The game is paused: {why}. Orders for turn {turn} can be submitted; there"
            " is no deadline.",
            why=reason,
            turn=turn,
        )
    return LocalizedText(
        "The game is paused. Orders for turn {turn} can be submitted; there is no deadline.",
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


def _past_deadline(turn: int, due: datetime, moved: tuple[str, ...]) -> LocalizedText:
    if moved:
        return LocalizedText(
            "The deadline of turn {turn} was {time} ({moved}).",
            turn=turn,
            time=due,
            moved=LocalizedText.from_parts(moved, "; "),
        )
    return LocalizedText("The deadline of turn {turn} was {time}.", turn=turn, time=due)


def _turn_sentences(facts: DeadlineFacts) -> Iterator[LocalizedText]:
    """Yield the title of the turn, and the seats whose orders it needs, unless it needs all."""
    if facts.over:
        return
    if facts.coming.title:
        yield LocalizedText("Turn {turn}: {title}.", turn=facts.turn, title=facts.coming.title)
    people = [place for place in facts.places if place.is_person]
    needed = [place.seat for place in people if place.needed]
    if facts.needs_no_orders:
        yield LocalizedText("This turn needs no orders.")
    elif 0 < len(needed) < len(people):
        yield LocalizedText("This turn needs orders of {names} only.", names=", ".join(needed))
    if is_stopped(facts):
        yield LocalizedText(
            "The last {number} turns needed no orders, so turn {turn} waits for the gamemaster.",
            number=facts.unawaited,
            turn=facts.turn,
        )


def _seat_sentences(facts: DeadlineFacts) -> Iterator[LocalizedText]:
    """Yield the sentences about the seats' orders and their missing-orders policies."""
    people = [place for place in facts.places if place.is_person]
    final = ", ".join(place.seat for place in people if place.state == FINAL)
    drafts = ", ".join(place.seat for place in people if place.state == DRAFT)
    if final:
        yield LocalizedText("Final orders: {names}.", names=final)
    if drafts:
        yield LocalizedText("Draft orders, which count at the deadline: {names}.", names=drafts)
    for place in people:
        if place.state == NONE and place.needed:
            yield _missing_orders(place)


def _missing_orders(place: SeatFacts) -> LocalizedText:
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


def _early_run(facts: DeadlineFacts, state: str) -> Iterator[LocalizedText]:
    rule = facts.course.rule
    if rule is None or state not in {"open", "held"}:
        return
    if not rule.when_final:
        yield LocalizedText(
            "The turn will not run before its deadline, even if all orders are final."
        )
    elif all_final(facts) and not blocking(facts):
        yield LocalizedText("All orders are final: the turn runs now.")
    elif not facts.needs_no_orders and not facts.course.awaits_all:
        yield LocalizedText("The turn runs earlier if all orders are final.")


@frozen
class SeatOutlook:
    """State of a seat's orders and its missing-orders policy, public except for `errors`.

    `state` is "none", "draft" or "final"; "bot" if a bot plays, "out" if it submits no orders.
    `without` describes the policy, and `needed` says whether the turn needs the seat's orders.
    """

    seat: str
    state: str
    errors: int
    awaited: bool
    away: bool
    without: str
    needed: bool = True

    def to_dict(self, *, gamemaster: bool) -> dict[str, Any]:
        """Return the seat as plain data; only the gamemaster may see errors."""
        data = {
            "seat": self.seat,
            "state": self.state,
            "awaited": self.awaited,
            "away": self.away,
            "without": self.without,
        }
        return data | {"errors": self.errors} if gamemaster else data


@frozen
class Outlook:
    """When the next turn runs, and which orders are expected until then.

    Attributes:
        state: "unset" (no deadlines), "open", "grace" (grace period for missing orders), "due",
            "waiting" (for a seat, without limit), "held", "paused" or "over".
        reason: the reason for the state, if any.
        opened: when the turn began.
        deadline: in UTC, like all times here; None while there is no deadline.
        grace_end: the end of the grace period for missing orders.
        when_final: whether the turn runs early, as soon as all orders are final.
        awaited: seats whose orders are expected.
        following: the deadlines of later turns, if every turn runs at its deadline.
        words: the outlook in sentences, which every player may read.
        stage: the stage of the game; "" for an ordinary turn.
        title: the turn's title in the game's own words, such as "Week 7"; "" if it has none.
    """

    game: str
    turn: int
    state: str
    reason: str
    zone: str
    opened: datetime
    deadline: datetime | None
    grace_end: datetime | None
    when_final: bool
    awaited: tuple[str, ...]
    seats: tuple[SeatOutlook, ...]
    following: tuple[datetime, ...]
    rule: dict[str, Any] | None
    words: tuple[str, ...]
    stage: str = ""
    title: str = ""

    def to_dict(self, *, gamemaster: bool = False) -> dict[str, Any]:
        """Return the outlook as plain data, for everyone or with the gamemaster's information."""
        return {
            "game": self.game,
            "turn": self.turn,
            "state": self.state,
            "why": self.reason,
            "zone": self.zone,
            "opened": format_stored(self.opened),
            "deadline": self.deadline and format_stored(self.deadline),
            "grace_end": self.grace_end and format_stored(self.grace_end),
            "when_final": self.when_final,
            "awaited": list(self.awaited),
            "seats": [seat.to_dict(gamemaster=gamemaster) for seat in self.seats],
            "following": [format_stored(time) for time in self.following],
            "rule": self.rule,
            "words": list(self.words),
            "stage": self.stage,
            "title": self.title,
        }


def outlook(store: GameStore, clock: Clock = now) -> Outlook:
    """Return the outlook of a game; all of it is public except `errors`."""
    return outlook_of(facts_of(store), clock())


def outlook_of(facts: DeadlineFacts, time: datetime) -> Outlook:
    """Compute the outlook at a time from a game's facts."""
    course = facts.course
    rule = course.rule
    state = state_of(facts, time)
    zone = rule.schedule.zone_name if rule else "UTC"
    has_deadline = bool(course.deadline) and not facts.over
    return Outlook(
        game=facts.game,
        turn=facts.turn,
        state=state,
        reason=facts.over or course.reason,
        zone=zone,
        opened=course.opened,
        deadline=course.deadline if has_deadline else None,
        grace_end=course.grace_end if has_deadline else None,
        when_final=bool(rule and rule.when_final),
        awaited=_awaited(facts, state),
        seats=tuple(_seat_outlook(facts, place) for place in facts.places),
        following=tuple(following(course, FOLLOWING)) if has_deadline else (),
        rule=rule.to_dict() if rule else None,
        words=tuple(outlook_sentences(facts, state, time)),
        stage=facts.coming.stage,
        title=facts.coming.title,
    )


def _awaited(facts: DeadlineFacts, state: str) -> tuple[str, ...]:
    if state == "over":
        return ()
    names = {*missing(facts), *blocking(facts)}
    return tuple(place.seat for place in facts.places if place.seat in names)


def _seat_outlook(facts: DeadlineFacts, place: SeatFacts) -> SeatOutlook:
    state = place.state
    if state == NONE:
        state = "out" if not place.plays else "bot" if place.bot else NONE
    expected = place.expected(facts.turn) or place.blocks(facts.turn)
    return SeatOutlook(
        seat=place.seat,
        state=state,
        errors=place.errors,
        awaited=expected and place.state == NONE,
        away=place.away,
        without=place.without if place.is_person else "",
        needed=place.needed,
    )
