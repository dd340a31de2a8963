"""Stars, planets and colonies of a scenario state."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import boolean
from horizons_core.sums import int_sum
from variants.far_horizons.constants import MAX_PLANETS, PEOPLE_ITEMS, STAR_COLOURS, STAR_KINDS
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import (
    Colony,
    Game,
    Gas,
    Place,
    Planet,
    Sector,
    Species,
    Star,
    Status,
)
from variants.far_horizons.scenario_state import words as read
from variants.far_horizons.setup.galaxy import number_planets
from variants.far_horizons.setup.planets import SLOTS, in_slots

STAR_FIELDS = ("kind", "colour", "size", "planets", "wormhole")
_STAR_KINDS = {name: letter for letter, name in STAR_KINDS.items()}
_COLOURS = {name: letter for letter, name in STAR_COLOURS.items()}
_HUNDREDTHS = ("gravity", "mining_difficulty", "wear")
_CLASSES = ("temperature", "pressure", "diameter")
_PLANET = (*_CLASSES, *_HUNDREDTHS, "gases", "efficiency")

_COUNTS = ("population", "shipyards", "ambush")
_BASES = ("mining_base", "manufacturing_base")
_FLAGS = ("hiding", "hidden")
_UNITS = ("needed", "ordered", "installing")
COLONY_FIELDS = (
    "name", "at", *_BASES, *_COUNTS, *_FLAGS, "siege", "items", *_UNITS, "kind", "disbanded",
)  # fmt: skip
_KINDS = {"normal": 0, "mining": Status.MINING, "resort": Status.RESORT}
_KIND_BITS = Status.MINING | Status.RESORT


def apply_star(game: Game, path: str, sector: Sector, values: Mapping[str, Any]) -> None:
    """Apply a star by its sector; a new one is added."""
    if max(sector) >= 2 * game.radius:
        raise ScenarioError(f"{path} is outside the galaxy", "give the game a larger radius")
    star = game.star_at(sector)
    if star is None:
        star = Star(id=str(Place(sector)), sector=sector)
        insort(game.stars, star, key=lambda star: star.sector)
    if "kind" in values:
        star.kind = _STAR_KINDS[scenario_state.word(f"{path}.kind", values["kind"], _STAR_KINDS)]
    if "colour" in values:
        star.colour = _COLOURS[scenario_state.word(f"{path}.colour", values["colour"], _COLOURS)]
    if "size" in values:
        star.size = read.integer(f"{path}.size", values["size"], 0, 9)
    if "planets" in values:
        _set_planets(star, f"{path}.planets", values["planets"])


def _set_planets(star: Star, path: str, values: Any) -> None:
    """Set planets: a list replaces all of a star's, a mapping by number changes single ones.

    Missing planets up to a number are added.
    """
    if isinstance(values, Mapping):
        for orbit, planet in values.items():
            number = read.integer(f"{path}: a number of a planet", orbit, 1, MAX_PLANETS)
            missing = number - len(star.planets)
            star.planets += [_plain_planet() for _ in range(missing)]
            number_planets(star)
            _change(star.planets[number - 1], f"{path}.{number}", planet)
        return
    planets = scenario_state.listed(path, values)
    if len(planets) > MAX_PLANETS:
        raise ScenarioError(f"{path}: {len(planets)} are too many", f"at most {MAX_PLANETS}")
    star.planets = [_plain_planet() for _ in planets]
    number_planets(star)
    for number, (planet, changes) in enumerate(zip(star.planets, planets, strict=True), start=1):
        _change(planet, f"{path}[{number}]", changes)


def _plain_planet() -> Planet:
    """Return a default planet: small, airless, neither easy nor hard to mine."""
    return Planet(
        id="", diameter=5, gravity=50, temperature=10, mining_difficulty=200,
        efficiency=100, gases=in_slots([]),
    )  # fmt: skip


def _change(planet: Planet, path: str, values: Any) -> None:
    scenario_state.fields(path, values, _PLANET)
    for field in _CLASSES:
        if field in values:
            setattr(planet, field, read.integer(f"{path}.{field}", values[field], maximum=999))
    for field in _HUNDREDTHS:
        if field in values:
            minimum = 1 if field == "mining_difficulty" else 0
            setattr(planet, field, read.decimal(f"{path}.{field}", values[field], 100, minimum))
    if "efficiency" in values:
        planet.efficiency = read.integer(f"{path}.efficiency", values["efficiency"], 0, 100)
    if "gases" in values:
        planet.gases = _gases(f"{path}.gases", values["gases"])


def _gases(path: str, percents: Any) -> list[Gas]:
    """Read the gases of an atmosphere in their order, which make up 100 percent, or none."""
    if not isinstance(percents, Mapping) or len(percents) > SLOTS:
        raise ScenarioError(f"{path}: write {{N2: 80, O2: 20}}", f"at most {SLOTS} gases")
    gases = [
        Gas(read.gas(path, name), read.integer(f"{path}.{name}", percent, 0, 100))
        for name, percent in percents.items()
    ]
    total = int_sum(gas.percent for gas in gases)
    if gases and total != 100:
        raise ScenarioError(f"{path} are {total} percent together", "give 100, or {} for none")
    return in_slots(gases)


def join(game: Game, path: str, sector: Sector, to: Any) -> None:
    """Set a natural wormhole between two stars, or none, in place of earlier ones."""
    star = game.star_at(sector)
    if star is None:
        raise ScenarioError(f"{path}: there is no star", "give it planets, or [] for none")
    for other in game.stars:
        if other.wormhole == sector:
            other.wormhole = None
    star.wormhole = None
    if to is None:
        return
    end = game.star_at(read.sector(path, to))
    if end is None or end is star:
        raise ScenarioError(f"{path}: no other star is at '{to}'", "name the other end's sector")
    for other in game.stars:
        if other.wormhole == end.sector:
            other.wormhole = None
    star.wormhole, end.wormhole = end.sector, star.sector


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
        raise ScenarioError(f"{path} is new and has no position", "add at: 'x y z #orbit'")
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
            setattr(colony, flag, int(boolean(f"{path}.{flag}", values[flag])))
    if "siege" in values:
        colony.siege = read.integer(f"{path}.siege", values["siege"], -99, 99)


def _set_status(
    game: Game, owner: Species, colony: Colony, path: str, values: Mapping[str, Any]
) -> None:
    """Set whether people live there and the kind of colony, by default from its contents."""
    if "disbanded" in values:
        colony.status &= ~Status.DISBANDED
        if boolean(f"{path}.disbanded", values["disbanded"]):
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
