"""Reading the words and numbers of a scenario state; every fault is told with its place."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

from horizons_core.errors import ScenarioError, did_you_mean
from horizons_core.scenario_state import empire, fields, listed
from variants.galaxy_g.model import Fleet, Game, Planet, Race, ShipType

#: The largest amount in a state, far beyond what a game reaches.
MOST = 1_000_000_000_000
#: The largest whole number: kernels cannot count more ships in one group.
MOST_COUNTED = 1_000_000_000


def number(where: str, given: Any, minimum: float = 0.0) -> float:
    """A number, not below the minimum."""
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if not is_number or (isinstance(given, float) and math.isnan(given)):
        raise ScenarioError(f"{where}: {given!r} is no number")
    if given < minimum:
        raise ScenarioError(f"{where}: {given} is below {minimum:g}")
    if given > MOST:
        raise ScenarioError(f"{where}: {given} is above {MOST:,}")
    return float(given)


def whole(where: str, given: Any, minimum: int) -> int:
    """A whole number, not below the minimum."""
    value = number(where, given, minimum)
    if value != int(value):
        raise ScenarioError(f"{where}: {given:g} is no whole number")
    if value > MOST_COUNTED:
        raise ScenarioError(f"{where}: {given} is above {MOST_COUNTED:,}")
    return int(value)


def numbers(where: str, given: Any, count: int, minimum: float = 0.0) -> list[float]:
    """So many numbers in a list."""
    found = [number(where, one, minimum) for one in listed(where, given)]
    if len(found) != count:
        raise ScenarioError(f"{where} has {len(found)} numbers, not {count}")
    return found


def levels(where: str, given: Any, names: Collection[str]) -> dict[str, float]:
    """Numbers by these names."""
    return {
        name: number(f"{where}.{name}", level)
        for name, level in fields(where, given, names).items()
    }


def race(game: Game, where: str, name: Any) -> Race:
    """The race of this player or name."""
    found: Race = empire(game, where, name)
    return found


def planet(game: Game, where: str, name: Any) -> Planet:
    """The planet of this name."""
    found = game.planet_named(str(name))
    if found is None:
        hint = did_you_mean(str(name), [planet.name for planet in game.planets])
        raise ScenarioError(f"{where}: no planet '{name}'", hint)
    return found


def ship_type(owner: Race, where: str, name: Any) -> ShipType:
    """The race's ship type of this name."""
    found = owner.type_named(str(name))
    if found is None:
        hint = did_you_mean(str(name), [kind.name for kind in owner.types.values()])
        raise ScenarioError(f"{where}: {owner.id} has no type '{name}'", hint)
    return found


def fleet(owner: Race, where: str, name: Any) -> Fleet:
    """The race's fleet of this name."""
    found = owner.fleet_named(str(name))
    if found is None:
        hint = did_you_mean(str(name), [fleet.name for fleet in owner.fleets.values()])
        raise ScenarioError(f"{where}: {owner.id} has no fleet '{name}'", hint)
    return found
