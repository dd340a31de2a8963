"""The current time, and its formats in the store and for people."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

#: Returns the current time, with its time zone.
Clock = Callable[[], datetime]


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


def stamp(clock: Clock) -> str:
    """Return the clock's time as ISO 8601 in UTC, to the second."""
    return clock().astimezone(UTC).isoformat(timespec="seconds")


def local_time(stamped: str) -> str:
    """Format a stored time in the local time zone: `2026-03-01 10:30:12 CET`.

    A text that is no time, as in a file edited by hand, is returned unchanged.
    """
    try:
        local = datetime.fromisoformat(stamped).astimezone()
    except (ValueError, OverflowError, OSError):
        return stamped
    return f"{local:%Y-%m-%d %H:%M:%S %Z}"
