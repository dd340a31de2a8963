"""Outlook on the next turn: deadline, state and expected orders, as data and as sentences."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from attrs import frozen

from horizons_host.clock import Clock, now
from horizons_host.deadlines.decisions import blocking, format_stored, missing
from horizons_host.deadlines.facts import NONE, DeadlineFacts, SeatFacts, facts_of
from horizons_host.deadlines.outlook_words import FOLLOWING, following, outlook_sentences, state_of
from horizons_host.store import GameStore


@frozen
class SeatOutlook:
    """Public state of a seat and its missing-orders policy.

    `state` is "none", "draft" or "final"; "bot" if a bot plays, "out" if it submits no orders.
    """

    seat: str
    state: str
    errors: int
    awaited: bool
    away: bool
    without: str

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
        deadline: in UTC, like all times here; None while there is no deadline.
        grace_end: the end of the grace period for missing orders.
        when_final: whether the turn runs early, as soon as all orders are final.
        awaited: seats whose orders are expected.
        following: the deadlines of later turns, if each turn runs at its own.
        words: all of it in sentences, which every player may read.
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
        }


def outlook(store: GameStore, clock: Clock = now) -> Outlook:
    """Return the outlook of a game; all of it is public except `errors`."""
    return outlook_of(facts_of(store), clock())


def outlook_of(facts: DeadlineFacts, time: datetime) -> Outlook:
    """Compute the outlook from facts at a time."""
    course = facts.course
    rule = course.rule
    state = state_of(facts, time)
    zone = rule.schedule.zone_name if rule else "UTC"
    dates = bool(course.deadline) and not facts.over
    return Outlook(
        game=facts.game,
        turn=facts.turn,
        state=state,
        reason=facts.over or course.reason,
        zone=zone,
        opened=course.opened,
        deadline=course.deadline if dates else None,
        grace_end=course.grace_end if dates else None,
        when_final=bool(rule and rule.when_final),
        awaited=_awaited(facts, state),
        seats=tuple(_seat(facts, place) for place in facts.places),
        following=tuple(following(course, FOLLOWING)) if dates else (),
        rule=rule.to_dict() if rule else None,
        words=tuple(outlook_sentences(facts, state, time)),
    )


def _awaited(facts: DeadlineFacts, state: str) -> tuple[str, ...]:
    if state == "over":
        return ()
    names = {*missing(facts), *blocking(facts)}
    return tuple(place.seat for place in facts.places if place.seat in names)


def _seat(facts: DeadlineFacts, place: SeatFacts) -> SeatOutlook:
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
    )
