"""Reading the parts of a scenario state that every variant has; a fault is told with its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from horizons_core.errors import ScenarioError, UnknownNameError, did_you_mean
from horizons_core.model.entities import Game

__all__ = [
    "empire", "fields", "hundredths", "listed", "named", "text", "things", "truth", "whole", "word",
]  # fmt: skip


def fields(where: str, given: Any, names: Collection[str]) -> Mapping[str, Any]:
    """`given` as a mapping that has none but these fields.

    Args:
        where: the place in the state, for the message: "planets.Terra".
        given: what stands there.
        names: the fields that may stand there; none of them must.

    Raises:
        ScenarioError: no mapping, or an unknown field; with the nearest known one.
    """
    if not isinstance(given, Mapping):
        raise ScenarioError(f"{where} is no mapping", f"its fields: {', '.join(names)}")
    for name in given:
        if name not in names:
            raise ScenarioError(f"{where}: unknown field '{name}'", did_you_mean(str(name), names))
    return given


def things(where: str, given: Any, names: Collection[str]) -> Iterator[tuple[str, Any]]:
    """What is said of each thing, by its name; a name may be a number in YAML.

    Args:
        where: the place in the state, for the message: "planets".
        given: what stands there, a mapping of names to mappings.
        names: the fields that each thing may have.

    Raises:
        ScenarioError: as `fields` does, naming the thing.
    """
    if not isinstance(given, Mapping):
        raise ScenarioError(f"{where} is no mapping of names", f"write {where}: {{name: {{...}}}}")
    for name, inside in given.items():
        yield str(name), fields(f"{where}.{name}", inside, names)


def named(where: str, given: Any) -> dict[str, Any]:
    """`given` as a mapping of names to anything; raises ScenarioError, naming the place `where`."""
    if not isinstance(given, Mapping):
        raise ScenarioError(f"{where} is no mapping of names", f"write {where}: {{name: ...}}")
    return {str(name): inside for name, inside in given.items()}


def whole(where: str, given: Any, least: int, most: int) -> int:
    """`given` as a whole number within bounds; raises ScenarioError, naming the place `where`."""
    if not isinstance(given, int) or isinstance(given, bool) or not least <= given <= most:
        raise ScenarioError(
            f"{where} cannot be {given!r}", f"write a whole number from {least:,} to {most:,}"
        )
    return given


def hundredths(where: str, given: Any, most: int) -> int:
    """`given` as an amount from 0 to `most` with two decimals at most, in hundredths.

    Raises ScenarioError, naming the place `where`.
    """
    if not isinstance(given, int | float) or isinstance(given, bool) or not 0 <= given <= most:
        raise ScenarioError(f"{where} cannot be {given!r}", "write an amount such as 12 or 4.5")
    counted = 100 * Fraction(str(given))
    if counted.denominator != 1:
        raise ScenarioError(f"{where}: {given} has too many decimals", "at most two")
    return int(counted)


def truth(where: str, given: Any) -> bool:
    """`given` as yes or no; raises ScenarioError, naming the place `where`, for anything else."""
    if not isinstance(given, bool):
        raise ScenarioError(f"{where} cannot be {given!r}", "write true or false")
    return given


def text(where: str, given: Any) -> str:
    """`given` as a text; raises ScenarioError, naming the place `where`, for anything else."""
    if not isinstance(given, str):
        raise ScenarioError(f"{where} cannot be {given!r}", "write a text, in quotes")
    return given


def listed(where: str, given: Any) -> list[Any]:
    """`given` as a list; raises ScenarioError, naming the place `where`, for anything else."""
    if not isinstance(given, list | tuple):
        raise ScenarioError(f"{where} is no list", "write [one, another]")
    return list(given)


def word(where: str, given: Any, known: Collection[str]) -> str:
    """`given` as one of the known words; raises ScenarioError with the nearest of them."""
    if not isinstance(given, str | int) or given not in known:
        raise ScenarioError(f"{where}: unknown '{given}'", did_you_mean(str(given), known))
    return str(given)


def empire(game: Game, where: str, name: Any) -> Any:
    """The empire of this player or name; raises ScenarioError, naming the place `where`."""
    try:
        return game.empire(str(name))
    except UnknownNameError as problem:
        raise ScenarioError(f"{where}: {problem.message}", problem.hint) from None
