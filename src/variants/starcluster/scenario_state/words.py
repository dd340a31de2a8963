"""The values of a scenario state: a fault is told with its place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError, did_you_mean
from horizons_core.model import folded
from horizons_core.scenario_state import text
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import DesignTextError, read_systems
from variants.starcluster.model import Empire, Starcluster, System

#: No number in a state is larger.
MOST = 1_000_000_000
#: Reads one value: its place, and what stands there.
Reader = Callable[[str, Any], Any]


def apply_fields(
    thing: object, where: str, given: Mapping[str, Any], readers: Mapping[str, Reader]
) -> None:
    """Set those fields of a thing that are said, each as its reader reads it."""
    for name, read in readers.items():
        if name in given:
            setattr(thing, name, read(f"{where}.{name}", given[name]))


def whole(where: str, given: Any) -> int:
    """A whole number from 0 on."""
    return scenario_state.whole(where, given, 0, MOST)


def number(where: str, given: Any) -> float:
    """A number from 0 on, whole or not."""
    if not isinstance(given, int | float) or isinstance(given, bool) or not 0 <= given <= MOST:
        raise ScenarioError(f"{where} cannot be {given!r}", "write a number such as 12 or 4.5")
    return float(given)


def hundredths(where: str, given: Any) -> int:
    """An amount of MC, in hundredths."""
    return scenario_state.hundredths(where, given, MOST)


def one_of(*known: str) -> Reader:
    """A reader of one of these words."""
    return lambda where, given: scenario_state.word(where, given, known)


def texts(where: str, given: Any) -> list[str]:
    """Several texts."""
    return [text(where, one) for one in scenario_state.listed(where, given)]


def numbers(known: Collection[str]) -> Reader:
    """A reader of whole numbers by words, each one of these."""

    def read(where: str, given: Any) -> dict[str, int]:
        return {
            scenario_state.word(where, name, known): whole(f"{where}.{name}", value)
            for name, value in scenario_state.named(where, given).items()
        }

    return read


def system(game: Starcluster, where: str, given: Any) -> System:
    """The system of an index."""
    found = game.system(str(given).upper())
    if found is None:
        hint = did_you_mean(str(given), [one.id for one in game.systems])
        raise ScenarioError(f"{where}: there is no system {given}", hint)
    return found


def systems(game: Starcluster, where: str, given: Any) -> list[System]:
    """Several systems."""
    return [system(game, where, one) for one in scenario_state.listed(where, given)]


def power(game: Starcluster, where: str, given: Any) -> Empire:
    """A player or a non-player race, by its id or name."""
    everybody = [*game.empires, *game.natives]
    for one in everybody:
        if folded(str(given)) in (folded(one.id), folded(one.name)):
            return one
    hint = did_you_mean(str(given), [one.id for one in everybody])
    raise ScenarioError(f"{where}: there is no empire {given}", hint)


def design(where: str, given: Mapping[str, Any]) -> Design:
    """The design of a hull and a design string."""
    word = text(f"{where}.hull", given.get("hull"))
    hull = hull_named(word)
    if hull is None:
        raise ScenarioError(f"{where}.hull: there is no hull {word}", "write DD, FGf or BS2")
    try:
        return Design(hull, read_systems(text(f"{where}.design", given.get("design"))))
    except DesignTextError as problem:
        raise ScenarioError(f"{where}.design: {problem}", problem.remedy) from None
