"""Shared by the tests of deadlines: a settable clock, facts without a store, a game's seats."""

from __future__ import annotations

from datetime import UTC, date, datetime

from horizons_host.deadlines.rules import change_rule
from horizons_host.deadlines.state import FINAL, NONE, DeadlineFacts, SeatFacts, deadline_state
from horizons_host.store import DeadlineChange, Policy

#: A Monday at noon. The usual rule has deadlines on Mondays and Thursdays at 20:00.
MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)
RULE = "Mon and Thu 20:00 UTC"
NOTHING = Policy("nothing", of_game=True)


def at(text: str) -> datetime:
    """Parse a UTC time of March 2026, such as "5 20:00"."""
    day, clock = text.split()
    hour, minute = clock.split(":")
    return datetime(2026, 3, int(day), int(hour), int(minute), tzinfo=UTC)


def rule(text: str = RULE, **parts: object) -> dict[str, object]:
    """Return a rule as plain data."""
    return change_rule(None, date(2026, 1, 1), {"rule": text, **parts}).to_dict()


def change(
    kind: str, when: datetime, turn: int = 1, attempt: int = 1, **more: object
) -> DeadlineChange:
    """Return a deadline decision."""
    known = {"facts": {}, "reason": "", "decided_by": "gamemaster", "id": 0}
    time = when.isoformat()
    return DeadlineChange(turn=turn, attempt=attempt, kind=kind, decided_at=time, **(known | more))


def facts(
    *decided: DeadlineChange,
    seats: dict[str, str] | None = None,
    policy: Policy = NOTHING,
    opened: datetime = MONDAY,
    **parts: object,
) -> DeadlineFacts:
    """Return the facts of turn 1 under a rule, with the decisions made since it opened."""
    numbered = [change("rule", opened, facts=rule(**parts)), *decided]
    changes = [_with_id(change, i) for i, change in enumerate(numbered, start=1)]
    course = deadline_state(changes, 1, 1, opened)
    states = {"Ada": NONE, "Brin": NONE} if seats is None else seats
    places = tuple(
        SeatFacts(seat, state, policy=policy, away=course.away(seat))
        for seat, state in states.items()
    )
    return DeadlineFacts("mars", 1, 1, course, places)


def _with_id(change: DeadlineChange, number: int) -> DeadlineChange:
    from attrs import evolve

    return evolve(change, id=number)


BOTH_FINAL = {"Ada": FINAL, "Brin": FINAL}
