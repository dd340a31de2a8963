"""What can be wrong with a study, and put right by whoever wrote it."""

from __future__ import annotations

from horizons_core.errors import HorizonsError

__all__ = ["StudyError"]


class StudyError(HorizonsError, ValueError):
    """A study that cannot be run as it is, or results that cannot be read."""
