"""Races with their ships, fleets and relations, and their knowledge of others."""

from __future__ import annotations

from bisect import bisect_left
from typing import TypeVar

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import folded
from variants.galaxy_g.constants import OPTIONS
from variants.galaxy_g.model.planets import (
    Amount,
    Cargo,
    Cell,
    Count,
    PlanetId,
    PlanetOrNone,
    Point,
    RaceId,
)
from variants.galaxy_g.model.ships import Design, Fleet, Group, ShipType, Techs

_Named = TypeVar("_Named", ShipType, Fleet)


@frozen(kw_only=True)
class SeenShips:
    """A group of another race as seen at a planet (GG-VIS-005, GG-VIS-009)."""

    race: RaceId
    planet: PlanetId
    type: str
    ships: Count
    cargo_tech: Amount
    cargo: Cargo
    load: Amount


@frozen(kw_only=True)
class SeenType:
    """The design of another race's ship type (GG-VIS-012)."""

    race: RaceId
    name: str
    design: Design


@frozen(kw_only=True)
class Incoming:
    """A group of unknown owner on its way to the race's planet (GG-VIS-003, GG-VIS-007)."""

    origin: str
    origin_name: str
    origin_at: Point
    to: PlanetId
    left: Amount
    speed: Amount
    mass: Amount


@define(kw_only=True)
class Knowledge:
    """A race's knowledge of others at the end of the last turn; older knowledge is lost.

    `located` are planets with known name and place, `scanned` those with full information;
    `products` names the production of other races' planets among these. `traces` are cells of the
    map, row by row, with an alien group in hyperspace.
    """

    located: list[PlanetId] = field(factory=list)
    scanned: list[PlanetId] = field(factory=list)
    products: dict[str, str] = field(factory=dict)
    races: list[RaceId] = field(factory=list)
    ships: list[SeenShips] = field(factory=list)
    types: list[SeenType] = field(factory=list)
    incoming: list[Incoming] = field(factory=list)
    traces: list[Cell] = field(factory=list)


@define(kw_only=True)
class MapArea:
    """The square shown by the report's map (GG-ORDM-001)."""

    x: float = field(default=0.0)
    y: float = field(default=0.0)
    size: Amount = field(default=0.0)


@define(kw_only=True)
class Race(model.Empire):
    """A race. Others know only its name, once they have seen it.

    `war` and `allies` hold ids of races, which may include its own; `attack`, `guard` and
    `allied_planets` hold ids of planets. `missed` counts consecutive turns without orders.
    """

    home: PlanetOrNone = field(default="")
    techs: Techs = field(factory=Techs)
    types: dict[str, ShipType] = field(factory=dict)
    next_type: Count = field(default=1)
    groups: list[Group] = field(factory=list)
    fleets: dict[str, Fleet] = field(factory=dict)
    next_fleet: Count = field(default=1)
    war: list[RaceId] = field(factory=list)
    allies: list[RaceId] = field(factory=list)
    allied_planets: list[PlanetId] = field(factory=list)
    attack: list[PlanetId] = field(factory=list)
    guard: list[PlanetId] = field(factory=list)
    options: dict[str, bool] = field(factory=lambda: dict(OPTIONS))
    area: MapArea = field(factory=MapArea)
    missed: Count = field(default=0)
    knowledge: Knowledge = field(factory=Knowledge)

    def group(self, number: int) -> Group | None:
        """The group of this number, found by bisection because groups are sorted by number."""
        index = bisect_left(self.groups, number, key=_number)
        if index < len(self.groups) and self.groups[index].number == number:
            return self.groups[index]
        return None

    @property
    def highest_number(self) -> int:
        """The number of the newest group, or 0 (GG-GRP-005)."""
        return self.groups[-1].number if self.groups else 0

    def new_type(self, name: str, design: Design) -> ShipType:
        """Add a ship type of this name."""
        ship_type = ShipType(id=f"T{self.next_type}", name=name, design=design)
        self.types[ship_type.id] = ship_type
        self.next_type += 1
        return ship_type

    def new_fleet(self, name: str) -> Fleet:
        """Add an empty fleet of this name."""
        fleet = Fleet(id=f"F{self.next_fleet}", name=name)
        self.fleets[fleet.id] = fleet
        self.next_fleet += 1
        return fleet

    def design_of(self, group: Group) -> Design:
        return self.types[group.type].design

    def type_named(self, name: str) -> ShipType | None:
        return _named(self.types, name)

    def fleet_named(self, name: str) -> Fleet | None:
        return _named(self.fleets, name)

    def in_fleet(self, fleet: str) -> list[Group]:
        return [group for group in self.groups if group.fleet == fleet]

    def at_war_with(self, other: str) -> bool:
        """True if it declared war on the other race, or on all by war on itself (GG-DIP-004)."""
        return other != self.id and (other in self.war or self.id in self.war)


def _number(group: Group) -> int:
    return group.number


def _named(by_id: dict[str, _Named], name: str) -> _Named | None:
    key = folded(name)
    return next((item for item in by_id.values() if folded(item.name) == key), None)
