"""Readers of the words and numbers of a scenario state, whose errors name the place."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

from horizons_core.errors import ScenarioError, did_you_mean
from horizons_core.scenario_state import empire, fields, listed
from variants.galaxy_g.model import Fleet, Game, Planet, Race, ShipType

#: The largest amount in a state, far above those of real games.
MOST = 1_000_000_000_000
#: The largest whole number; kernels cannot count more ships in a group.
MOST_COUNTED = 1_000_000_000


def read_number(path: str, value: Any, minimum: float = 0.0) -> float:
    """Read a number, not below the minimum."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or (isinstance(value, float) and math.isnan(value)):
        raise ScenarioError(f"{path}: {value!r} is not a number")
    if value < minimum:
        raise ScenarioError(f"{path}: {value} is below {minimum:g}")
    if value > MOST:
        raise ScenarioError(f"{path}: {value} is above {MOST:,}")
    return float(value)


def read_integer(path: str, amount: Any, minimum: int) -> int:
    """Read a whole number, not below the minimum."""
    value = read_number(path, amount, minimum)
    if value != int(value):
        raise ScenarioError(f"{path}: {amount:g} is not a whole number")
    if value > MOST_COUNTED:
        raise ScenarioError(f"{path}: {amount} is above {MOST_COUNTED:,}")
    return int(value)


def read_numbers(path: str, data: Any, count: int, minimum: float = 0.0) -> list[float]:
    """Read a list of a given count of numbers."""
    values = [read_number(path, value, minimum) for value in listed(path, data)]
    if len(values) != count:
        raise ScenarioError(f"{path} has {len(values)} numbers, not {count}")
    return values


def read_levels(path: str, data: Any, names: Collection[str]) -> dict[str, float]:
    """Read numbers by name."""
    return {
        name: read_number(f"{path}.{name}", level)
        for name, level in fields(path, data, names).items()
    }


def find_race(game: Game, path: str, name: Any) -> Race:
    """Find the race of this player or name."""
    match: Race = empire(game, path, name)
    return match


def find_planet(game: Game, path: str, name: Any) -> Planet:
    """Find the planet of this name."""
    match = game.planet_named(str(name))
    if match is None:
        hint = did_you_mean(str(name), [planet.name for planet in game.planets])
        raise ScenarioError(f"{path}: no planet '{name}'", hint)
    return match


def find_type(owner: Race, path: str, name: Any) -> ShipType:
    """Find the race's ship type of this name."""
    match = owner.type_named(str(name))
    if match is None:
        hint = did_you_mean(str(name), [kind.name for kind in owner.types.values()])
        raise ScenarioError(f"{path}: {owner.id} has no type '{name}'", hint)
    return match


def find_fleet(owner: Race, path: str, name: Any) -> Fleet:
    """Find the race's fleet of this name."""
    match = owner.fleet_named(str(name))
    if match is None:
        hint = did_you_mean(str(name), [fleet.name for fleet in owner.fleets.values()])
        raise ScenarioError(f"{path}: {owner.id} has no fleet '{name}'", hint)
    return match
