"""A race: its ship types, groups and fleets, and how it stands to others."""

from __future__ import annotations

from bisect import bisect_left
from typing import TypeVar

from attrs import define, field

from horizons_core import model
from horizons_core.model import folded
from variants.galaxy_g.constants import OPTIONS
from variants.galaxy_g.model.groups import Fleet, Group
from variants.galaxy_g.model.knowledge import Knowledge
from variants.galaxy_g.model.limits import Amount, Count, PlanetId, PlanetOrNone, RaceId
from variants.galaxy_g.model.ships import Design, ShipType, Techs


@define(kw_only=True)
class MapArea:
    """The square that the report's map shows (GG-ORDM-001)."""

    x: float = field(default=0.0)
    y: float = field(default=0.0)
    size: Amount = field(default=0.0)


@define(kw_only=True)
class Race(model.Empire):
    """A race. Others know its name once they have seen it, and nothing else of it.

    `war` and `allies` hold ids of races, its own perhaps; `attack`, `guard` and `allied_planets`
    ids of planets. `missed` counts the turns in a row without orders.
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


def _number(group: Group) -> int:
    return group.number


_Named = TypeVar("_Named", ShipType, Fleet)


def _named(things: dict[str, _Named], name: str) -> _Named | None:
    same = folded(name)
    return next((thing for thing in things.values() if folded(thing.name) == same), None)
