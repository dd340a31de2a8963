"""Readers of the values of a scenario state, whose errors name the place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError, did_you_mean
from horizons_core.model import folded
from horizons_core.scenario_state import Reader, text
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import DesignTextError, read_systems
from variants.starcluster.model import Empire, Starcluster, StarSystem

#: The largest number in a state.
MAX_NUMBER = 1_000_000_000


def integer(path: str, value: Any) -> int:
    """Read a whole number of at least 0."""
    return scenario_state.integer(path, value, 0, MAX_NUMBER)


def number(path: str, value: Any) -> float:
    """Read a number of at least 0, whole or not."""
    return scenario_state.number(path, value, 0, MAX_NUMBER)


def hundredths(path: str, value: Any) -> int:
    """Read an amount of MC, in hundredths."""
    return scenario_state.hundredths(path, value, MAX_NUMBER)


def numbers(words: Collection[str]) -> Reader:
    """Make a reader of whole numbers by word."""

    def read(path: str, data: Any) -> dict[str, int]:
        return {
            scenario_state.word(path, name, words): integer(f"{path}.{name}", value)
            for name, value in scenario_state.named(path, data).items()
        }

    return read


def system(game: Starcluster, path: str, value: Any) -> StarSystem:
    """Find the system of an index."""
    match = game.system(str(value).upper())
    if match is None:
        hint = did_you_mean(str(value), [place.id for place in game.systems])
        raise ScenarioError(f"{path}: there is no system {value}", hint)
    return match


def systems(game: Starcluster, path: str, value: Any) -> list[StarSystem]:
    """Find several systems."""
    return [system(game, path, item) for item in scenario_state.listed(path, value)]


def power(game: Starcluster, path: str, value: Any) -> Empire:
    """Find a player or a non-player race, by its id or name."""
    powers = [*game.empires, *game.natives]
    for power_ in powers:
        if folded(str(value)) in (folded(power_.id), folded(power_.name)):
            return power_
    hint = did_you_mean(str(value), [power_.id for power_ in powers])
    raise ScenarioError(f"{path}: there is no empire {value}", hint)


def design(path: str, data: Mapping[str, Any]) -> Design:
    """Read a design from a hull and a design string."""
    word = text(f"{path}.hull", data.get("hull"))
    hull = hull_named(word)
    if hull is None:
        raise ScenarioError(f"{path}.hull: there is no hull {word}", "write DD, FGf or BS2")
    try:
        return Design(hull, read_systems(text(f"{path}.design", data.get("design"))))
    except DesignTextError as problem:
        raise ScenarioError(f"{path}.design: {problem}", problem.remedy) from None
