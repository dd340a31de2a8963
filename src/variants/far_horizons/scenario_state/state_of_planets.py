"""The named planets of a scenario state: homes, colonies, and names and nothing more."""

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
    game: Game, owner: Species, where: str, name: str, given: Mapping[str, Any]
) -> None:
    """A named planet by its name; one that is new is added."""
    known = (c for c in owner.living_colonies() if c.name.casefold() == name.casefold())
    colony = next(known, None) or _new(game, owner, where, name, given)
    if "name" in given:
        colony.name = read.named(f"{where}.name", given["name"])
    if "at" in given:
        colony.place = _free(game, owner, colony, f"{where}.at", given["at"])
        if colony is owner.home_colony:
            owner.home = colony.place
    _numbers(colony, where, given)
    if "items" in given:
        colony.items = read.items(f"{where}.items", given["items"])
    for stage in _UNITS:
        units = scenario_state.fields(f"{where}.{stage}", given.get(stage, {}), ("IU", "AU"))
        for item, kind in (("IU", colony.mining_units), ("AU", colony.manufacturing_units)):
            if item in units:
                setattr(kind, stage, read.whole(f"{where}.{stage}.{item}", units[item]))
    _set_status(game, owner, colony, where, given)


def _new(game: Game, owner: Species, where: str, name: str, given: Mapping[str, Any]) -> Colony:
    if "at" not in given:
        raise ScenarioError(f"{where} is new and has no place", "give it at: 'x y z #orbit'")
    place = read.planet_place(game, f"{where}.at", given["at"])
    colony = Colony(name=read.named(where, name), place=place, status=Status.COLONY)
    owner.colonies.append(colony)
    return colony


def _free(game: Game, owner: Species, colony: Colony, where: str, given: Any) -> Place:
    """A planet that the species has not named yet."""
    place = read.planet_place(game, where, given)
    for other in owner.living_colonies():
        if other.place == place and other is not colony:
            raise ScenarioError(f"{where}: {place} is PL {other.name} already")
    return place


def _numbers(colony: Colony, where: str, given: Mapping[str, Any]) -> None:
    for base in _BASES:
        if base in given:
            setattr(colony, base, read.decimal(f"{where}.{base}", given[base], 10))
    for count in _COUNTS:
        if count in given:
            setattr(colony, count, read.whole(f"{where}.{count}", given[count]))
    for flag in _FLAGS:
        if flag in given:
            setattr(colony, flag, int(truth(f"{where}.{flag}", given[flag])))
    if "siege" in given:
        colony.siege = read.whole(f"{where}.siege", given["siege"], -99, 99)


def _set_status(
    game: Game, owner: Species, colony: Colony, where: str, given: Mapping[str, Any]
) -> None:
    """Whether people live there, and what kind of colony it is, unless said."""
    if "disbanded" in given:
        colony.status &= ~Status.DISBANDED
        if truth(f"{where}.disbanded", given["disbanded"]):
            colony.status |= Status.DISBANDED
    people = int_sum(colony.items.get(item, 0) for item in PEOPLE_ITEMS) + colony.population
    units = colony.mining_units.installing + colony.manufacturing_units.installing
    colony.status &= ~Status.POPULATED
    if colony.base or people or units:
        colony.status |= Status.POPULATED
    colony.status &= ~_KIND_BITS
    if "kind" in given:
        colony.status |= _KINDS[scenario_state.word(f"{where}.kind", given["kind"], _KINDS)]
    elif not colony.home:
        colony.status |= _usual_kind(game, owner, colony)


def _usual_kind(game: Game, owner: Species, colony: Colony) -> int:
    """A mining colony or a resort by its bases, as the end of a turn would find it."""
    if not colony.manufacturing_base:
        return Status.MINING if colony.mining_base else 0
    planet, home = game.planet_at(colony.place), game.planet_at(owner.home)
    if colony.mining_base or planet is None or home is None:
        return 0
    lsn = RULEBOOK_ECONOMY.lsn(planet, home, owner.atmosphere)
    return Status.RESORT if RULEBOOK_ECONOMY.may_be_resort(lsn, planet, home) else 0
