"""The time of day, as the store keeps it. Whoever needs another clock hands one in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

#: Tells the time, with its zone.
Clock = Callable[[], datetime]


def now() -> datetime:
    """The time in UTC."""
    return datetime.now(UTC)


def stamp(clock: Clock) -> str:
    """The clock's time as ISO 8601 in UTC, to the second."""
    return clock().astimezone(UTC).isoformat(timespec="seconds")
