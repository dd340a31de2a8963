"""The things of a Galaxy G game: planets, races with their ship types, groups and fleets."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from typing import TypeVar

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import Sight, folded, known, seen_from
from variants.galaxy_g import ships
from variants.galaxy_g.constants import AREAS, GROWTH, OPTIONS, POPULATION_PER_POINT
from variants.galaxy_g.ships import Design

#: A place in the galaxy: x and y in light years.
Point = tuple[float, float]


def distance(a: Point, b: Point) -> float:
    """The straight line between two places (GG-GAL-004)."""
    x, y = a[0] - b[0], a[1] - b[1]
    return math.sqrt(x * x + y * y)


@define(kw_only=True)
class Techs:
    """Four technology levels, of a race or of the ships of a group (GG-TEC-001)."""

    drive: float = field(default=0.0)
    weapons: float = field(default=0.0)
    shields: float = field(default=0.0)
    cargo: float = field(default=0.0)

    @property
    def sum(self) -> float:
        """The tech sum (GG-TEC-002)."""
        return self.drive + self.weapons + self.shields + self.cargo

    @property
    def levels(self) -> tuple[float, float, float, float]:
        return self.drive, self.weapons, self.shields, self.cargo

    def fitting(self, design: Design) -> Techs:
        """These levels for ships of a design: 0 where it has no such component (GG-GRP-002)."""
        return Techs(**{a: getattr(self, a) if getattr(design, a) else 0.0 for a in AREAS})


@define(kw_only=True)
class ShipType:
    """A type of ship that a race has designed; `id` stays when it is renamed."""

    id: str
    name: str
    design: Design


@define(kw_only=True)
class Group:
    """Ships of one race that are alike: type, techs, load and place (GG-GRP-001).

    `at` is the planet where it is, or from which it is coming. `to` is where it was sent, `left`
    the light years to go; `under_way` says that it is in hyperspace, `intercepts` that step 6
    decides whereto it goes. `load` is per ship. `fleet` is a fleet's id, or "".
    """

    number: int
    type: str
    ships: int
    techs: Techs
    at: str
    cargo: str = field(default="")
    load: float = field(default=0.0)
    fleet: str = field(default="")
    to: str = field(default="")
    left: float = field(default=0.0)
    under_way: bool = field(default=False)
    intercepts: bool = field(default=False)

    @property
    def sent(self) -> bool:
        """Whether it is leaving or on its way: no order but H acts on it (GG-MOV-006)."""
        return bool(self.to)


@define(kw_only=True)
class Fleet:
    """A named set of groups that move as one (GG-FLT-001); `id` stays when it is renamed."""

    id: str
    name: str


@frozen(kw_only=True)
class SeenShips:
    """A group of another race, as it is seen at a planet (GG-VIS-005, GG-VIS-009)."""

    race: str
    planet: str
    type: str
    ships: int
    cargo_tech: float
    cargo: str
    load: float


@frozen(kw_only=True)
class SeenType:
    """The design of another race's ship type (GG-VIS-012)."""

    race: str
    name: str
    design: Design


@frozen(kw_only=True)
class Incoming:
    """A group of unknown owner on its way to one's planet (GG-VIS-003, GG-VIS-007)."""

    origin: str
    origin_name: str
    origin_at: Point
    to: str
    left: float
    speed: float
    mass: float


@define(kw_only=True)
class Knowledge:
    """What a race saw of others at the end of the last turn; it remembers nothing older.

    `located` are the planets whose name and place it knows, `scanned` those of which it knows all;
    `products` says by the name what the alien ones among these make. `traces` are cells of the
    map, row by row, with an alien group in hyperspace (GG-VIS-008).
    """

    located: list[str] = field(factory=list)
    scanned: list[str] = field(factory=list)
    products: dict[str, str] = field(factory=dict)
    races: list[str] = field(factory=list)
    ships: list[SeenShips] = field(factory=list)
    types: list[SeenType] = field(factory=list)
    incoming: list[Incoming] = field(factory=list)
    traces: list[int] = field(factory=list)


@define(kw_only=True)
class MapArea:
    """The square that the report's map shows (GG-ORDM-001)."""

    x: float = field(default=0.0)
    y: float = field(default=0.0)
    size: float = field(default=0.0)


@define(kw_only=True)
class Race(model.Empire):
    """A race. Others know its name once they have seen it, and nothing else of it.

    `war` and `allies` hold ids of races, its own perhaps; `attack`, `guard` and `allied_planets`
    ids of planets. `missed` counts the turns in a row without orders.
    """

    home: str = field(default="")
    techs: Techs = field(factory=Techs)
    types: dict[str, ShipType] = field(factory=dict)
    next_type: int = field(default=1)
    groups: list[Group] = field(factory=list)
    fleets: dict[str, Fleet] = field(factory=dict)
    next_fleet: int = field(default=1)
    war: list[str] = field(factory=list)
    allies: list[str] = field(factory=list)
    allied_planets: list[str] = field(factory=list)
    attack: list[str] = field(factory=list)
    guard: list[str] = field(factory=list)
    options: dict[str, bool] = field(factory=lambda: dict(OPTIONS))
    area: MapArea = field(factory=MapArea)
    missed: int = field(default=0)
    knowledge: Knowledge = field(factory=Knowledge)

    def group(self, number: int) -> Group | None:
        """The group of this number; groups stand in the order of their numbers."""
        place = bisect_left(self.groups, number, key=_number)
        if place < len(self.groups) and self.groups[place].number == number:
            return self.groups[place]
        return None

    @property
    def highest_number(self) -> int:
        """The number of the newest group, or 0 (GG-GRP-005)."""
        return self.groups[-1].number if self.groups else 0

    def new_type(self, name: str, design: Design) -> ShipType:
        """Add a ship type of this name."""
        made = ShipType(id=f"T{self.next_type}", name=name, design=design)
        self.types[made.id] = made
        self.next_type += 1
        return made

    def new_fleet(self, name: str) -> Fleet:
        """Add an empty fleet of this name."""
        made = Fleet(id=f"F{self.next_fleet}", name=name)
        self.fleets[made.id] = made
        self.next_fleet += 1
        return made

    def design_of(self, group: Group) -> Design:
        return self.types[group.type].design

    def type_named(self, name: str) -> ShipType | None:
        return _named(self.types, name)

    def fleet_named(self, name: str) -> Fleet | None:
        return _named(self.fleets, name)

    def in_fleet(self, fleet: str) -> list[Group]:
        return [group for group in self.groups if group.fleet == fleet]

    def at_war_with(self, other: str) -> bool:
        """Whether it has declared war on the race, or on all by war on itself (GG-DIP-004)."""
        return other != self.id and (other in self.war or self.id in self.war)

    def mass_of(self, group: Group) -> float:
        """Mass of one ship of the group with its load (GG-MOV-003)."""
        return ships.total_mass(self.design_of(group), group.load, group.techs.cargo)

    def capacity_of(self, group: Group) -> float:
        """Room of one ship of the group (GG-CRG-001)."""
        return ships.capacity(self.design_of(group), group.techs.cargo)

    def own_speed(self, group: Group) -> float:
        """Light years a turn of the group by itself (GG-MOV-002)."""
        design = self.design_of(group)
        return ships.speed(design, group.techs.drive, group.load, group.techs.cargo)

    def fleet_speed(self, fleet: str) -> float:
        """Light years a turn: those of the slowest group (GG-FLT-003)."""
        return min((self.own_speed(group) for group in self.in_fleet(fleet)), default=0.0)

    def fleet_speeds(self) -> dict[str, float]:
        """Light years a turn of every fleet that has groups, looking at each group once."""
        speeds: dict[str, float] = {}
        for group in self.groups:
            if group.fleet:
                speed = self.own_speed(group)
                speeds[group.fleet] = min(speed, speeds.get(group.fleet, speed))
        return speeds


@define(kw_only=True)
class Planet(model.World):
    """A planet, or an object of size 0. Its id is its number, its name may change.

    `product` is a keyword or the id of the owner's ship type, `progress` the points put into the
    ship under construction, `routes` where each kind of route leads. `upgraded` counts the points
    that upgrades took this turn.
    """

    name: str = known()
    at: Point = known()
    owner: str = seen_from(Sight.SCANNED, default="")
    size: float = seen_from(Sight.SCANNED, default=0.0)
    resources: float = seen_from(Sight.SCANNED, default=0.0)
    population: float = seen_from(Sight.SCANNED, default=0.0)
    industry: float = seen_from(Sight.SCANNED, default=0.0)
    capital: float = seen_from(Sight.SCANNED, default=0.0)
    materials: float = seen_from(Sight.SCANNED, default=0.0)
    colonists: float = seen_from(Sight.SCANNED, default=0.0)
    product: str = field(default="")
    progress: float = field(default=0.0)
    routes: dict[str, str] = field(factory=dict)
    upgraded: float = field(default=0.0)

    @property
    def number(self) -> int:
        return int(self.id)

    @property
    def production(self) -> float:
        """Production points a turn (GG-IND-002)."""
        return self.industry + (self.population - self.industry) / POPULATION_PER_POINT

    @property
    def growth(self) -> float:
        """People born in a turn (GG-POP-002)."""
        return self.population * GROWTH

    @property
    def habitable(self) -> bool:
        return self.size > 0


@define(kw_only=True)
class Game(model.Game):
    """A game of Galaxy G: a disc of this diameter, planets in the order of their numbers."""

    diameter: float = known(default=0.0)
    empires: list[Race] = known(factory=list)
    planets: list[Planet] = known(factory=list)

    def planet(self, number: str) -> Planet:
        """The planet of this id. Raises KeyError."""
        place = int(number) - 1
        if 0 <= place < len(self.planets) and self.planets[place].id == number:
            return self.planets[place]
        for planet in self.planets:  # a player's knowledge has gaps
            if planet.id == number:
                return planet
        raise KeyError(number)

    def planet_named(self, name: str) -> Planet | None:
        """The planet of this name, however it is written (GG-NAM-002)."""
        same = folded(name)
        return next((planet for planet in self.planets if folded(planet.name) == same), None)

    def race_named(self, name: str) -> Race | None:
        """The living race of this name, or else of this player."""
        same = folded(name)
        living = [race for race in self.empires if race.active]
        for race in living:
            if folded(race.name) == same:
                return race
        return next((race for race in living if folded(race.id) == same), None)

    def race(self, name: str) -> Race:
        """The race of this id. Raises KeyError."""
        for race in self.empires:
            if race.id == name:
                return race
        raise KeyError(name)

    def planets_of(self, race: str) -> list[Planet]:
        return [planet for planet in self.planets if planet.owner == race]

    def groups(self) -> Iterator[tuple[Race, Group]]:
        """All groups of all races, race by race in list order."""
        for race in self.empires:
            for group in race.groups:
                yield race, group

    def groups_by_planet(self) -> dict[str, list[tuple[Race, Group]]]:
        """The groups that are not in hyperspace, by planet."""
        found: dict[str, list[tuple[Race, Group]]] = {}
        for race, group in self.groups():
            if not group.under_way:
                found.setdefault(group.at, []).append((race, group))
        return found

    def position(self, group: Group) -> Point:
        """Where a group is; in hyperspace on the straight line (GG-MOV-008)."""
        here = self.planet(group.at).at
        if not group.under_way:
            return here
        there = self.planet(group.to).at
        whole = distance(here, there)
        part = group.left / whole if whole else 0.0
        return there[0] + (here[0] - there[0]) * part, there[1] + (here[1] - there[1]) * part


def _number(group: Group) -> int:
    return group.number


_Named = TypeVar("_Named", ShipType, Fleet)


def _named(things: dict[str, _Named], name: str) -> _Named | None:
    same = folded(name)
    return next((thing for thing in things.values() if folded(thing.name) == same), None)
