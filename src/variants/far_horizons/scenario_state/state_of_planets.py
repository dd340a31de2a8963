"""The named planets of a scenario state: homes, colonies, and mere names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import truth
from horizons_core.sums import int_sum
from variants.far_horizons.constants import PEOPLE_ITEMS
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import Colony, Game, Place, Species, Status
from variants.far_horizons.scenario_state import words as read

_COUNTS = ("population", "shipyards", "ambush")
_BASES = ("mining_base", "manufacturing_base")
_FLAGS = ("hiding", "hidden")
_UNITS = ("needed", "ordered", "installing")
FIELDS = (
    "name", "at", *_BASES, *_COUNTS, *_FLAGS, "siege", "items", *_UNITS, "kind", "disbanded",
)  # fmt: skip
_KINDS = {"normal": 0, "mining": Status.MINING, "resort": Status.RESORT}
_KIND_BITS = Status.MINING | Status.RESORT


def apply_colony(
    game: Game, owner: Species, path: str, name: str, values: Mapping[str, Any]
) -> None:
    """Apply a named planet by its name; a new one is added."""
    known = (c for c in owner.living_colonies() if c.name.casefold() == name.casefold())
    colony = next(known, None) or _new(game, owner, path, name, values)
    if "name" in values:
        colony.name = read.named(f"{path}.name", values["name"])
    if "at" in values:
        colony.place = _free(game, owner, colony, f"{path}.at", values["at"])
        if colony is owner.home_colony:
            owner.home = colony.place
    _set_numbers(colony, path, values)
    if "items" in values:
        colony.items = read.items(f"{path}.items", values["items"])
    for stage in _UNITS:
        units = scenario_state.fields(f"{path}.{stage}", values.get(stage, {}), ("IU", "AU"))
        for item, kind in (("IU", colony.mining_units), ("AU", colony.manufacturing_units)):
            if item in units:
                setattr(kind, stage, read.integer(f"{path}.{stage}.{item}", units[item]))
    _set_status(game, owner, colony, path, values)


def _new(game: Game, owner: Species, path: str, name: str, values: Mapping[str, Any]) -> Colony:
    if "at" not in values:
        raise ScenarioError(f"{path} is new and has no position", "give it at: 'x y z #orbit'")
    place = read.planet_place(game, f"{path}.at", values["at"])
    colony = Colony(name=read.named(path, name), place=place, status=Status.COLONY)
    owner.colonies.append(colony)
    return colony


def _free(game: Game, owner: Species, colony: Colony, path: str, value: Any) -> Place:
    """Read the place of a planet that the species has not named yet."""
    place = read.planet_place(game, path, value)
    for other in owner.living_colonies():
        if other.place == place and other is not colony:
            raise ScenarioError(f"{path}: {place} is PL {other.name} already")
    return place


def _set_numbers(colony: Colony, path: str, values: Mapping[str, Any]) -> None:
    for base in _BASES:
        if base in values:
            setattr(colony, base, read.decimal(f"{path}.{base}", values[base], 10))
    for count in _COUNTS:
        if count in values:
            setattr(colony, count, read.integer(f"{path}.{count}", values[count]))
    for flag in _FLAGS:
        if flag in values:
            setattr(colony, flag, int(truth(f"{path}.{flag}", values[flag])))
    if "siege" in values:
        colony.siege = read.integer(f"{path}.siege", values["siege"], -99, 99)


def _set_status(
    game: Game, owner: Species, colony: Colony, path: str, values: Mapping[str, Any]
) -> None:
    """Set whether people live there and the kind of colony, by default from its contents."""
    if "disbanded" in values:
        colony.status &= ~Status.DISBANDED
        if truth(f"{path}.disbanded", values["disbanded"]):
            colony.status |= Status.DISBANDED
    people = int_sum(colony.items.get(item, 0) for item in PEOPLE_ITEMS) + colony.population
    units = colony.mining_units.installing + colony.manufacturing_units.installing
    colony.status &= ~Status.POPULATED
    if colony.base or people or units:
        colony.status |= Status.POPULATED
    colony.status &= ~_KIND_BITS
    if "kind" in values:
        colony.status |= _KINDS[scenario_state.word(f"{path}.kind", values["kind"], _KINDS)]
    elif not colony.home:
        colony.status |= _default_kind(game, owner, colony)


def _default_kind(game: Game, owner: Species, colony: Colony) -> int:
    """Return mining colony or resort by its bases, as the end of a turn would set it."""
    if not colony.manufacturing_base:
        return Status.MINING if colony.mining_base else 0
    planet, home = game.planet_at(colony.place), game.planet_at(owner.home)
    if colony.mining_base or planet is None or home is None:
        return 0
    lsn = RULEBOOK_ECONOMY.lsn(planet, home, owner.atmosphere)
    return Status.RESORT if RULEBOOK_ECONOMY.may_be_resort(lsn, planet, home) else 0
