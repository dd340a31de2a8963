"""The time of day, as the store keeps it and as people read it.

Whoever needs another clock hands one in.
"""

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


def local_time(stamped: str) -> str:
    """A stored time as people here read it, with the zone: `2026-03-01 10:30:12 CET`.

    What is no time, in a file that somebody has changed, is given as it is.
    """
    try:
        here = datetime.fromisoformat(stamped).astimezone()
    except (ValueError, OverflowError, OSError):
        return stamped
    return f"{here:%Y-%m-%d %H:%M:%S %Z}"
