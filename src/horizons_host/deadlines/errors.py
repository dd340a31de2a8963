"""Errors of deadlines."""

from __future__ import annotations

from horizons_core.errors import HorizonsError


class DeadlineError(HorizonsError):
    """An invalid rule, time or change of deadlines."""
