"""What can be wrong with a study, and put right by whoever wrote it."""

from __future__ import annotations

from horizons_core.errors import HorizonsError

__all__ = ["OtherPythonWarning", "StudyError"]


class StudyError(HorizonsError, ValueError):
    """A study that cannot be run as it is, or results that cannot be read."""

    def __reduce__(self) -> tuple[type[StudyError], tuple[str, str]]:
        return type(self), (self.message, self.hint)


class OtherPythonWarning(UserWarning):
    """A study goes on with another Python, other libraries or another machine than before."""


def told_error(problem: Exception) -> str:
    """An error in somebody's code in a line: where it is, as far as is known, and what it says."""
    from horizons_core.error_places import place_of_error

    place = place_of_error(problem)
    told = " ".join(f"{type(problem).__name__}: {problem}".split()).removesuffix(":")
    return f"{told} ({place})" if place else told
