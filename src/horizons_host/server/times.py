"""Times of the server: when something ends, as the tables keep it."""

from __future__ import annotations

from datetime import timedelta

from horizons_host.clock import Clock, stamp


def in_future(clock: Clock, later: timedelta) -> str:
    """The stamp of a time that comes so much later."""
    return stamp(lambda: clock() + later)


def in_past(clock: Clock, before: timedelta) -> str:
    """The stamp of a time that was so long before."""
    return stamp(lambda: clock() - before)
