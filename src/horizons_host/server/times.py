"""Time stamps relative to now, as stored in the server's tables."""

from __future__ import annotations

from datetime import timedelta

from horizons_host.clock import Clock, stamp


def in_future(clock: Clock, later: timedelta) -> str:
    """Return the stamp of the time `later` from now."""
    return stamp(lambda: clock() + later)


def in_past(clock: Clock, before: timedelta) -> str:
    """Return the stamp of the time `before` ago."""
    return stamp(lambda: clock() - before)
