"""What the tests of deadlines share: a clock that is set, facts without a store, a game's seats."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from horizons_host.deadlines.course import course_of
from horizons_host.deadlines.facts import FINAL, NONE, Facts, Place
from horizons_host.deadlines.rules import changed
from horizons_host.store import DeadlineChange, Policy

#: A Monday, at noon. Deadlines of the usual rule are on Mondays and Thursdays at 20:00.
MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)
RULE = "Mon and Thu 20:00 UTC"
NOTHING = Policy("nothing", of_game=True)


class SetClock:
    """A clock that stands where it is set."""

    def __init__(self, time: datetime) -> None:
        self.time = time

    def __call__(self) -> datetime:
        return self.time

    def goes_on(self, **span: float) -> None:
        """So much later, or earlier."""
        self.time += timedelta(**span)


def at(text: str) -> datetime:
    """A time in UTC of March 2026: "5 20:00"."""
    day, clock = text.split()
    hour, minute = clock.split(":")
    return datetime(2026, 3, int(day), int(hour), int(minute), tzinfo=UTC)


def rule(text: str = RULE, **parts: object) -> dict[str, object]:
    """A rule as plain data."""
    return changed(None, date(2026, 1, 1), {"rule": text, **parts}).told()


def change(
    kind: str, when: datetime, turn: int = 1, attempt: int = 1, **more: object
) -> DeadlineChange:
    """Something that was decided."""
    known = {"facts": {}, "reason": "", "decided_by": "gamemaster", "id": 0}
    time = when.isoformat()
    return DeadlineChange(turn=turn, attempt=attempt, kind=kind, decided_at=time, **(known | more))


def facts(
    *decided: DeadlineChange,
    seats: dict[str, str] | None = None,
    policy: Policy = NOTHING,
    opened: datetime = MONDAY,
    **parts: object,
) -> Facts:
    """Facts of turn 1: of a rule set when it was opened, and of what was `decided` since."""
    numbered = [change("rule", opened, facts=rule(**parts)), *decided]
    changes = [_with_id(one, i) for i, one in enumerate(numbered, start=1)]
    course = course_of(changes, 1, 1, opened)
    states = {"Ada": NONE, "Brin": NONE} if seats is None else seats
    places = tuple(
        Place(seat, state, policy=policy, away=course.away(seat)) for seat, state in states.items()
    )
    return Facts("mars", 1, 1, course, places)


def _with_id(one: DeadlineChange, number: int) -> DeadlineChange:
    from attrs import evolve

    return evolve(one, id=number)


BOTH_FINAL = {"Ada": FINAL, "Brin": FINAL}
