"""Invariants of a game of Far Horizons, and inconsistencies in a saved game."""

from __future__ import annotations

import types
import typing
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal

import attrs

from horizons_core.sums import int_sum
from variants.far_horizons.constants import (
    CLASS_OF,
    ITEM_OF,
    MAX_AGE,
    MAX_NAME_LENGTH,
    MAX_PLANETS,
    TECHS,
)
from variants.far_horizons.model import (
    HOME_POINT,
    Colony,
    Game,
    Place,
    Propulsion,
    Sector,
    Ship,
    ShipLocation,
    Species,
    Star,
    Status,
)
from variants.far_horizons.view.shapes import AlienSectorShown

_AT_PLANETS = (ShipLocation.LANDED, ShipLocation.ORBIT)

_IN_TRANSIT = (ShipLocation.WITHDREW, ShipLocation.FORCED)
ENGINE_1999 = "engine_1999"  #: the mod that plays like the engine of 1999
_SIEGE = 99  #: the highest effectiveness of a siege, in percent
_COUNTS = ("shipyards", "ambush")


def damage(game: Game) -> Iterator[str]:
    """Describe each inconsistency."""
    planets = {star.sector: len(star.planets) for star in game.stars}
    for star in game.stars:
        if star.id != str(Place(star.sector)):
            yield f"star {star.id} is at {Place(star.sector)}"
        if star.wormhole is not None and star.wormhole not in planets:
            yield f"the wormhole at {star.id} leads nowhere"
    if game.chart.stars != tuple(star.mark for star in game.stars):
        yield "the chart has other stars than the galaxy"
    for number, species in enumerate(game.empires, start=1):
        if species.number != number:
            yield f"{species.id} is species {species.number} at place {number}"
        if list(species.techs) != list(TECHS) and set(species.techs) != set(TECHS):
            yield f"{species.id} lacks a technology"
        yield from _holdings(species, planets)
        other_names = {other.name for other in game.empires if other is not species}
        yield from _memory(species, other_names, planets)


def _holdings(species: Species, planets: Mapping[Sector, int]) -> Iterator[str]:
    """Find planets and ships whose planets don't exist."""
    colonies = list(species.living_colonies())
    if not species.colonies or species.colonies[0] is None:
        yield f"{species.id} has lost the name of its home planet"
    for place in (species.home, *(colony.place for colony in colonies)):
        if not 1 <= place.orbit <= planets.get(place.sector, 0):
            yield f"{species.id} has a planet at {place}, where there is none"
    for ship in species.living_ships():
        at_planet = 1 <= ship.place.orbit <= planets.get(ship.place.sector, 0)
        if ship.where in _AT_PLANETS and not at_planet:
            yield f"{ship.name} of {species.id} is at {ship.place}, where there is no planet"
    for load in species.waiting:
        if not 0 <= load.planet < len(species.colonies):
            yield f"{species.id} has a load at an unknown planet"


def _memory(
    species: Species, names: Collection[str], planets: Mapping[Sector, int]
) -> Iterator[str]:
    """Find memories that are unreadable, or about unknown species and planets."""
    stars = {str(Place(sector)): count for sector, count in planets.items()}
    named, orbits = set(), []
    if not all(species.knowledge.settled.values()):
        yield f"{species.id} remembers settled planets of a star without any"
    for star, settled in species.knowledge.settled.items():
        named |= {planet.species for planet in settled}
        orbits += [(planet.orbit, stars.get(star, 0)) for planet in settled]
    if any(len(scan.planets) != stars.get(star) for star, scan in species.knowledge.scans.items()):
        yield f"{species.id} has a scan with other planets than the star has"
    for sector in species.knowledge.aliens:
        if not _fits(sector, AlienSectorShown) or not all(
            len(row) == 2
            and row[0] in ("planets", "ships")
            and row[1] in range(len(sector[row[0]]))
            for row in sector["order"]
        ):
            yield f"{species.id} has unreadable memories of others"
            return
        named |= {planet["species"] for planet in sector["planets"]}
        named |= {ship["species"] for ship in sector["ships"] if ship["age"] is not None}
        count = planets.get(tuple(sector["sector"]), 0)
        orbits += [(planet["orbit"], count) for planet in sector["planets"]]
    if not named <= {*names}:
        yield f"{species.id} remembers an unknown species"
    if not all(1 <= orbit <= count for orbit, count in orbits):
        yield f"{species.id} remembers an unknown planet"


def _fits(value: Any, kind: Any) -> bool:
    """Return whether plain data is of a type, or has the shape of an attrs class."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if attrs.has(kind):
        hints = {name.removesuffix("_"): hint for name, hint in _hints(kind).items()}
        return isinstance(value, dict) and all(
            name in value and _fits(value[name], hint) for name, hint in hints.items()
        )
    if origin in (list, tuple):
        many = origin is list or parts[-1] is Ellipsis
        return (
            isinstance(value, list | tuple)
            and (many or len(value) == len(parts))
            and all(_fits(item, parts[0]) for item in value)
        )
    if origin in (typing.Union, types.UnionType):
        return any(_fits(value, part) for part in parts)
    if kind is int:
        return type(value) is int and abs(value) < 2**31
    return value in parts if origin is Literal else kind is Any or isinstance(value, kind)


_hints = cache(typing.get_type_hints)


def faults(game: Game) -> list[str]:
    """Describe every violated invariant; empty for a sound game."""
    errors = list(_galaxy_faults(game))
    stars = {star.sector: star for star in game.stars}
    errors += [
        f"two species are called {name}" for name in _duplicates(s.name for s in game.empires)
    ]
    ids = {species.id for species in game.empires}
    lenient = ENGINE_1999 in game.mods
    marks = {star.id for star in game.stars}
    for number, species in enumerate(game.empires, start=1):
        if species.number != number:
            errors.append(f"{species.id} is species {species.number} at place {number}")
        errors += _species_faults(species, ids, marks)
        errors += _holdings_faults(species, stars)
        errors += [] if lenient else _rulebook_faults(species)
    return errors


def _duplicates(names: Iterable[str]) -> list[str]:
    """Return names that are used more than once."""
    return [name for name, times in Counter(name.casefold() for name in names).items() if times > 1]


# stars and planets


def _galaxy_faults(game: Game) -> Iterator[str]:
    sectors = [star.sector for star in game.stars]
    if len(set(sectors)) < len(sectors):
        yield "two stars are in one sector"
    if sectors != sorted(sectors):
        yield "the stars are not sorted by sector"
    ends = {star.sector: star.wormhole for star in game.stars if star.wormhole is not None}
    for sector, other_end in ends.items():
        if sector == other_end or ends.get(other_end) != sector:
            yield f"the wormhole at {Place(sector)} leads nowhere"
    for star in game.stars:
        if not all(0 <= coordinate < 2 * game.radius for coordinate in star.sector):
            yield f"star {star.id} is outside the galaxy"
        yield from _planet_faults(star)


def _planet_faults(star: Star) -> Iterator[str]:
    if len(star.planets) > MAX_PLANETS:
        yield f"star {star.id} has {len(star.planets)} planets"
    for orbit, planet in enumerate(star.planets, start=1):
        if planet.id != str(Place(star.sector, orbit)):
            yield f"planet {planet.id} is number {orbit} of star {star.id}"
        if planet.mining_difficulty < 1 or planet.wear < 0 or planet.pressure < 0:
            yield f"planet {planet.id} has values out of range"
        if not 0 <= planet.efficiency <= 100:
            yield f"planet {planet.id} has an economic efficiency of {planet.efficiency} percent"
        percents = [gas.percent for gas in planet.gases]
        if min(percents, default=0) < 0 or int_sum(percents) not in {0, 100}:
            yield f"planet {planet.id} has an atmosphere of {int_sum(percents)} percent"


# species


def _species_faults(species: Species, ids: set[str], stars: set[str]) -> Iterator[str]:
    if len(species.name) > MAX_NAME_LENGTH or not species.name.strip():
        yield f"{species.id} has the name '{species.name}'"
    for relation in ("met", "allies", "enemies"):
        ids_met = getattr(species, relation)
        if not set(ids_met) <= ids or len(set(ids_met)) < len(ids_met):
            yield f"{species.id} has unknown {relation}"
    if set(species.allies) & set(species.enemies):
        yield f"{species.id} has an ally that is an enemy"
    if len(set(species.visited)) < len(species.visited) or not set(species.visited) <= stars:
        yield f"{species.id} has visited unknown stars"
    for tech, known in species.techs.items():
        if min(known.level, known.knowledge, known.points, known.initial) < 0:
            yield f"{species.id} has a negative level in {tech}"


def _rulebook_faults(species: Species) -> Iterator[str]:
    """Check invariants that only the rules of the engine of 1999 can violate."""
    if species.id in {*species.met, *species.allies, *species.enemies}:
        yield f"{species.id} has a relation with itself"
    if min(species.treasury, species.fleet_cost, species.fleet_percent, species.home_base) < 0:
        yield f"{species.id} has a negative treasury"
    for colony in species.living_colonies():
        if min(colony.mining_base, colony.manufacturing_base, colony.population) < 0:
            yield f"PL {colony.name} of {species.id} has a negative base"
    for ship in species.living_ships():
        if min(ship.place.sector) < 0:
            yield f"{ship.class_} {ship.name} of {species.id} is outside all sectors"
        if ship.unpaid and ship.where != ShipLocation.BUILDING and not ship.starbase:
            yield f"{ship.class_} {ship.name} of {species.id} flies and is not paid"


def _holdings_faults(species: Species, stars: dict[Sector, Star]) -> Iterator[str]:
    """Check a species' planets and ships."""
    if not species.colonies or species.colonies[0] is None:
        yield f"{species.id} has lost the name of its home planet"
        return
    home = species.home_colony
    if home.place != species.home or not home.home:
        yield f"{species.id} has its home planet elsewhere"
    colonies, ships = list(species.living_colonies()), list(species.living_ships())
    for kind, holdings in (("planets", colonies), ("ships", ships)):
        for name in _duplicates(holding.name for holding in holdings):
            yield f"{species.id} has two {kind} called {name}"
    for place, times in Counter(colony.place for colony in colonies).items():
        if times > 1:
            yield f"{species.id} has two names for {place}"
    for colony in colonies:
        yield from _colony_faults(species, colony, stars)
    for ship in ships:
        yield from _ship_faults(species, ship, stars)


def _exists(place: Place, stars: dict[Sector, Star]) -> bool:
    """Return whether a place has a planet."""
    star = stars.get(place.sector)
    return star is not None and 1 <= place.orbit <= len(star.planets)


def _colony_faults(species: Species, colony: Colony, stars: dict[Sector, Star]) -> Iterator[str]:
    name = f"PL {colony.name} of {species.id}"
    if not _exists(colony.place, stars):
        yield f"{name} is at {colony.place}, where there is no planet"
    yield from _stock_faults(name, colony.items)
    units = (colony.mining_units, colony.manufacturing_units)
    waiting = [number for kind in units for number in (kind.needed, kind.ordered, kind.installing)]
    if min(waiting) < 0 or min(getattr(colony, count) for count in _COUNTS) < 0:
        yield f"{name} has a negative amount of something"
    if abs(colony.siege) > _SIEGE:
        yield f"{name} is besieged by {colony.siege} percent"
    if colony.has(Status.MINING) and colony.has(Status.RESORT):
        yield f"{name} is a mining colony and a resort"
    if colony.home and (colony is not species.colonies[0] or colony.has(Status.DISBANDED)):
        yield f"{name} is wrongly marked as a home planet"


def _stock_faults(name: str, items: dict[str, int]) -> Iterator[str]:
    for item, count in items.items():
        if item not in ITEM_OF:
            yield f"{name} has an unknown item {item}"
        if count < 0:
            yield f"{name} has {count} {item}"


# ships


def _ship_faults(species: Species, ship: Ship, stars: dict[Sector, Star]) -> Iterator[str]:
    name = f"{ship.class_} {ship.name} of {species.id}"
    kind = CLASS_OF.get(ship.class_)
    if kind is None or ship.tonnage < 1 or kind.tonnage not in {0, ship.tonnage}:
        yield f"{name} is not a ship of {ship.tonnage} times 10,000 tons"
    if (ship.drive == Propulsion.STARBASE) is not ship.starbase:
        yield f"{name} has the wrong drive"
    if not -1 <= ship.age <= MAX_AGE or ship.unpaid < 0:
        yield f"{name} is {ship.age} turns old and has {ship.unpaid} to be paid"
    yield from _stock_faults(name, ship.cargo)
    room = int_sum(ITEM_OF[item].room * n for item, n in ship.cargo.items() if item in ITEM_OF)
    if room > ship.capacity:
        yield f"{name} carries {room} with room for {ship.capacity}"
    needs_planet = ship.where in _AT_PLANETS or (ship.place.orbit and ship.where not in _IN_TRANSIT)
    if needs_planet and not _exists(ship.place, stars):
        yield f"{name} is at {ship.place}, where there is no planet"
    points = {ship.loading_point, ship.unloading_point} - {0, HOME_POINT}
    if points and not 0 < min(points) <= max(points) < len(species.colonies):
        yield f"{name} goes from or to an unknown planet"
