"""Checks of the fields that the scenario states of all games share."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from horizons_core.errors import ScenarioError, UnknownNameError, did_you_mean
from horizons_core.model.entities import E, FindsEmpires

__all__ = [
    "empire", "fields", "hundredths", "integer", "listed", "named", "objects", "text", "truth",
    "word",
]  # fmt: skip


def fields(place: str, value: Any, names: Collection[str]) -> Mapping[str, Any]:
    """Return a mapping with these fields only.

    Args:
        place: the place in the state, for messages: "planets.Terra".
        value: the value to check.
        names: the allowed fields; all are optional.

    Raises:
        ScenarioError: no mapping, or an unknown field; with the nearest known one.
    """
    if not isinstance(value, Mapping):
        raise ScenarioError(f"{place} is not a mapping", f"its fields: {', '.join(names)}")
    for name in value:
        if name not in names:
            raise ScenarioError(f"{place}: unknown field '{name}'", did_you_mean(str(name), names))
    return value


def objects(place: str, value: Any, names: Collection[str]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of each object by its name, which may be a number in YAML.

    Args:
        place: the place in the state, for messages: "planets".
        value: the value to check, a mapping of names to mappings.
        names: the allowed fields of each object.

    Raises:
        ScenarioError: as `fields` does, naming the object.
    """
    if not isinstance(value, Mapping):
        raise ScenarioError(
            f"{place} is not a mapping of names", f"write {place}: {{name: {{...}}}}"
        )
    for name, contents in value.items():
        yield str(name), fields(f"{place}.{name}", contents, names)


def named(place: str, value: Any) -> dict[str, Any]:
    """Return a mapping of names to anything; raises ScenarioError, naming the place."""
    if not isinstance(value, Mapping):
        raise ScenarioError(f"{place} is not a mapping of names", f"write {place}: {{name: ...}}")
    return {str(name): contents for name, contents in value.items()}


def integer(place: str, value: Any, least: int, most: int) -> int:
    """Return a whole number within limits; raises ScenarioError, naming the place."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ScenarioError(
            f"{place} cannot be {value!r}", f"write a whole number from {least:,} to {most:,}"
        )
    return value


def hundredths(place: str, value: Any, most: int) -> int:
    """Return an amount from 0 to `most` with at most two decimals, in hundredths.

    Raises ScenarioError, naming the place.
    """
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= most:
        raise ScenarioError(f"{place} cannot be {value!r}", "write an amount such as 12 or 4.5")
    counted = 100 * Fraction(str(value))
    if counted.denominator != 1:
        raise ScenarioError(f"{place}: {value} has too many decimals", "at most two")
    return int(counted)


def truth(place: str, value: Any) -> bool:
    """Return a boolean; raises ScenarioError, naming the place, for anything else."""
    if not isinstance(value, bool):
        raise ScenarioError(f"{place} cannot be {value!r}", "write true or false")
    return value


def text(place: str, value: Any) -> str:
    """Return a text; raises ScenarioError, naming the place, for anything else."""
    if not isinstance(value, str):
        raise ScenarioError(f"{place} cannot be {value!r}", "write a text, in quotes")
    return value


def listed(place: str, value: Any) -> list[Any]:
    """Return a list; raises ScenarioError, naming the place, for anything else."""
    if not isinstance(value, list | tuple):
        raise ScenarioError(f"{place} is not a list", "write [one, another]")
    return list(value)


def word(place: str, value: Any, known: Collection[str]) -> str:
    """Return one of the known words; raises ScenarioError with the nearest of them."""
    if not isinstance(value, str | int) or value not in known:
        raise ScenarioError(f"{place}: unknown '{value}'", did_you_mean(str(value), known))
    return str(value)


def empire(game: FindsEmpires[E], place: str, name: Any) -> E:
    """Return the empire of this player or name; raises ScenarioError, naming the place."""
    try:
        return game.empire(str(name))
    except UnknownNameError as problem:
        raise ScenarioError(f"{place}: {problem.message}", problem.hint) from None
