"""Errors of studies that their authors can fix."""

from __future__ import annotations

from horizons_core.errors import HorizonsError

__all__ = ["OtherPythonWarning", "StudyError"]


class StudyError(HorizonsError, ValueError):
    """A study that cannot be run as it is, or results that cannot be read."""

    def __reduce__(self) -> tuple[type[StudyError], tuple[str, str]]:
        return type(self), (self.message, self.hint)


class OtherPythonWarning(UserWarning):
    """A study continues with another Python, other libraries or another machine than before."""


def describe_error(problem: Exception) -> str:
    """Return an error in a user's code in one line: its message, and its place if known."""
    from horizons_core.error_places import place_of_error

    place = place_of_error(problem)
    text = " ".join(f"{type(problem).__name__}: {problem}".split()).removesuffix(":")
    return f"{text} ({place})" if place else text
