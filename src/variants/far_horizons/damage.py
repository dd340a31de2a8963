"""Inconsistencies in a saved game: the map, the planets, and what species know."""

from __future__ import annotations

import types
import typing
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, Literal

import attrs

from variants.far_horizons.constants import TECHS
from variants.far_horizons.model import Game, Place, Sector, ShipLocation, Species
from variants.far_horizons.view.shapes import AlienSectorShown

_AT_PLANETS = (ShipLocation.LANDED, ShipLocation.ORBIT)


def damage(game: Game) -> Iterator[str]:
    """Describe each inconsistency in words."""
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
    """Tell whether plain data is of a type, or has the shape of an attrs class."""
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
