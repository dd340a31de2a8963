"""Errors of studies, and validators of their fields, whose messages name a valid value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from horizons_core.errors import HorizonsError

__all__ = ["OtherPythonWarning", "StudyError"]

#: The names of a table's own columns, which no measure may have.
COLUMNS = (
    "cell", "ended", "forfeit", "game", "place", "player", "score", "seat", "turn", "turns", "won",
)  # fmt: skip

#: Upper limit of games and turns.
MAX_INTEGER = 1_000_000_000
_COLUMN = re.compile(r"[^\W\d][\w -]{0,59}")

Validator = Callable[[Any, Any, Any], None]


class StudyError(HorizonsError, ValueError):
    """A study that cannot be run, or results that cannot be read."""

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


def check_integer(name: str, value: Any, minimum: int) -> None:
    """Raise StudyError unless a value is an integer of at least `minimum`."""
    if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= MAX_INTEGER:
        raise StudyError(
            f"{name} is {value!r}", f"use a whole number from {minimum} to {MAX_INTEGER:,}"
        )


def integer(minimum: int) -> Validator:
    """Return a validator of integers of at least `minimum`."""
    return lambda _, attribute, value: check_integer(attribute.name, value, minimum)


def optional(validator: Validator) -> Validator:
    """Return a validator that also accepts None."""
    return lambda obj, attribute, value: None if value is None else validator(obj, attribute, value)


def key(_: Any, attribute: Any, value: Any) -> None:
    """Raise StudyError unless a value is a string or an integer."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise StudyError(f"{attribute.name} is {value!r}", "use text or a whole number")


def boolean(_: Any, attribute: Any, value: Any) -> None:
    """Raise StudyError unless a value is true or false."""
    if not isinstance(value, bool):
        raise StudyError(f"{attribute.name} is {value!r}", "use true or false")


def text(_: Any, attribute: Any, value: Any) -> None:
    """Raise StudyError unless a value is a string."""
    if not isinstance(value, str):
        raise StudyError(f"{attribute.name} is {value!r}", "use text")


def sequence(_: Any, attribute: Any, value: Any) -> None:
    """Raise StudyError unless a value is a sequence other than a string."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise StudyError(f"{attribute.name} is {value!r}", f"write a list: {attribute.name}: [...]")


def mapping(_: Any, attribute: Any, value: Any) -> None:
    """Raise StudyError unless a value is a mapping with strings as keys."""
    if not isinstance(value, Mapping):
        raise StudyError(f"{attribute.name} is {value!r}", "write a mapping of names to values")
    for name in value:
        if not isinstance(name, str):
            raise StudyError(f"{attribute.name} has the name {name!r}", "put it in quotes")


def columns(instance: Any, attribute: Any, value: Any) -> None:
    """Raise StudyError unless a value is a mapping whose keys are valid and free column names."""
    mapping(instance, attribute, value)
    for name in value:
        if name in COLUMNS:
            raise StudyError(
                f"{attribute.name} has '{name}', which every table has", "choose another name"
            )
        if not _COLUMN.fullmatch(name):
            raise StudyError(
                f"{attribute.name} has the name {name!r}",
                "begin with a letter, and use only letters, digits, spaces, - and _",
            )
