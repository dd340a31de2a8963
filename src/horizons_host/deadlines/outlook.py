"""What will happen when, in words for every player."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from attrs import frozen

from horizons_host.clock import Clock, now
from horizons_host.deadlines.decisions import blocking, missing, stamped
from horizons_host.deadlines.facts import NONE, Facts, Place, facts_of
from horizons_host.deadlines.outlook_words import FOLLOWING, following, state_of, words
from horizons_host.store import GameStore


@frozen
class SeatOutlook:
    """What is known of one seat, and what happens without its orders.

    `state` is "none", "draft" or "final"; "bot" where one plays, "out" for who gives no orders.
    """

    seat: str
    state: str
    errors: int
    awaited: bool
    away: bool
    without: str

    def told(self, *, gamemaster: bool) -> dict[str, Any]:
        """The seat as plain data; only the gamemaster may know of another's errors."""
        found = {
            "seat": self.seat,
            "state": self.state,
            "awaited": self.awaited,
            "away": self.away,
            "without": self.without,
        }
        return found | {"errors": self.errors} if gamemaster else found


@frozen
class Outlook:
    """When the coming turn is run, and what is waited for until then.

    Attributes:
        state: "unset" (no deadlines are kept), "open", "grace" (the deadline is over, and missing
            orders are waited for), "due", "waiting" (for a seat, however late), "held", "paused"
            or "over".
        why: the state in words, where there is more to say.
        deadline: in UTC, as all times here; None where there is none now.
        grace_end: until when missing orders are waited for.
        when_final: whether the turn is run before, as soon as all orders are final.
        awaited: whose orders are waited for.
        following: the deadlines of the turns after it, if each turn is run at its own.
        words: all of it in sentences, which every player may read.
    """

    game: str
    turn: int
    state: str
    why: str
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

    def told(self, *, gamemaster: bool = False) -> dict[str, Any]:
        """The outlook as plain data, for all or with what only the gamemaster may know."""
        return {
            "game": self.game,
            "turn": self.turn,
            "state": self.state,
            "why": self.why,
            "zone": self.zone,
            "opened": stamped(self.opened),
            "deadline": self.deadline and stamped(self.deadline),
            "grace_end": self.grace_end and stamped(self.grace_end),
            "when_final": self.when_final,
            "awaited": list(self.awaited),
            "seats": [seat.told(gamemaster=gamemaster) for seat in self.seats],
            "following": [stamped(one) for one in self.following],
            "rule": self.rule,
            "words": list(self.words),
        }


def outlook(store: GameStore, clock: Clock = now) -> Outlook:
    """What will happen when in a game; nothing in it is any player's secret but `errors`."""
    return outlook_of(facts_of(store), clock())


def outlook_of(facts: Facts, time: datetime) -> Outlook:
    """The outlook that follows from facts, at a time."""
    course = facts.course
    rule = course.rule
    state = state_of(facts, time)
    zone = rule.schedule.zone_name if rule else "UTC"
    dates = bool(course.deadline) and not facts.over
    return Outlook(
        game=facts.game,
        turn=facts.turn,
        state=state,
        why=facts.over or course.reason,
        zone=zone,
        opened=course.opened,
        deadline=course.deadline if dates else None,
        grace_end=course.grace_end if dates else None,
        when_final=bool(rule and rule.when_final),
        awaited=_awaited(facts, state),
        seats=tuple(_seat(facts, place) for place in facts.places),
        following=tuple(following(course, FOLLOWING)) if dates else (),
        rule=rule.told() if rule else None,
        words=tuple(words(facts, state, time)),
    )


def _awaited(facts: Facts, state: str) -> tuple[str, ...]:
    if state == "over":
        return ()
    names = {*missing(facts), *blocking(facts)}
    return tuple(place.seat for place in facts.places if place.seat in names)


def _seat(facts: Facts, place: Place) -> SeatOutlook:
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
