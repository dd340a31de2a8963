"""Checks of the fields that the scenario states of all games share."""

from __future__ import annotations

import typing
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from horizons_core.codec.limits import Between, OneOf
from horizons_core.errors import ScenarioError, UnknownNameError, did_you_mean
from horizons_core.model.entities import E, FindsEmpires

__all__ = [
    "Reader",
    "boolean",
    "empire",
    "fields",
    "hundredths",
    "integer",
    "listed",
    "named",
    "number",
    "objects",
    "one_of",
    "set_fields",
    "text",
    "texts",
    "word",
]  # fmt: skip

#: Reads a value, given its place in the state.
Reader = Callable[[str, Any], Any]


def set_fields(
    target: object, place: str, data: Mapping[str, Any], names: str, /, **readers: Reader
) -> None:
    """Set the given fields of an object.

    Args:
        target: an object of a class with declared types, which say what a field may be.
        place: the place of the data in the state, for messages.
        data: the values by field; others are unchanged.
        names: the fields to set, with spaces between them.
        readers: readers of further fields, whose types do not say what they may be.

    Raises:
        ScenarioError: a value that the field cannot have.
    """
    cls: Any = type(target)
    for name in names.split():
        if name in data:
            setattr(target, name, _reader(cls, name)(f"{place}.{name}", data[name]))
    for name, read in readers.items():
        if name in data:
            setattr(target, name, read(f"{place}.{name}", data[name]))


@cache
def _reader(cls: Any, name: str) -> Reader:
    return _reader_of(typing.get_type_hints(cls, include_extras=True)[name])


def _reader_of(kind: Any) -> Reader:
    """Return a reader of values of a type; raises TypeError for one that has none."""
    limits = getattr(kind, "__metadata__", ())
    base = kind.__origin__ if limits else kind
    between = next((limit for limit in limits if isinstance(limit, Between)), Between(0))
    words = next((limit.values for limit in limits if isinstance(limit, OneOf)), None)
    parts = typing.get_args(base)
    if type(None) in parts:
        return _reader_of(next(part for part in parts if part is not type(None)))
    if words is not None:
        return lambda place, value: word(place, value, words)
    if base is int:
        return lambda place, value: integer(place, value, int(between.low), int(between.high))
    if base is float:
        return lambda place, value: number(place, value, between.low, between.high)
    readers: dict[Any, Reader] = {bool: boolean, str: text, list[str]: texts}
    if base not in readers:
        raise TypeError(f"no scenario state can hold a {kind!r}")
    return readers[base]


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


def integer(place: str, value: Any, minimum: int, maximum: int) -> int:
    """Return a whole number within limits; raises ScenarioError, naming the place."""
    if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= maximum:
        raise ScenarioError(
            f"{place} cannot be {value!r}", f"write a whole number from {minimum:,} to {maximum:,}"
        )
    return value


def number(place: str, value: Any, minimum: float, maximum: float) -> float:
    """Return a number within limits, whole or not; raises ScenarioError, naming the place."""
    if (
        not isinstance(value, int | float)
        or isinstance(value, bool)
        or not minimum <= value <= maximum
    ):
        raise ScenarioError(f"{place} cannot be {value!r}", "write a number such as 12 or 4.5")
    return float(value)


def hundredths(place: str, value: Any, maximum: int) -> int:
    """Return an amount from 0 to `maximum` with at most two decimals, in hundredths.

    Raises ScenarioError, naming the place.
    """
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= maximum:
        raise ScenarioError(f"{place} cannot be {value!r}", "write an amount such as 12 or 4.5")
    counted = 100 * Fraction(str(value))
    if counted.denominator != 1:
        raise ScenarioError(f"{place}: {value} has too many decimals", "at most two")
    return int(counted)


def boolean(place: str, value: Any) -> bool:
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


def one_of(*words: str) -> Reader:
    """Make a reader of one of these words."""
    return lambda place, value: word(place, value, words)


def texts(place: str, value: Any) -> list[str]:
    """Return a list of texts; raises ScenarioError, naming the place, for anything else."""
    return [text(place, item) for item in listed(place, value)]


def empire(game: FindsEmpires[E], place: str, name: Any) -> E:
    """Return the empire of this player or name; raises ScenarioError, naming the place."""
    try:
        return game.empire(str(name))
    except UnknownNameError as problem:
        raise ScenarioError(f"{place}: {problem.message}", problem.hint) from None
