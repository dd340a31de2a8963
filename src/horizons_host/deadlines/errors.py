"""What can be wrong with a deadline."""

from __future__ import annotations

from horizons_core.errors import HorizonsError


class DeadlineError(HorizonsError):
    """A rule, a time or a change of deadlines that does not hold."""
