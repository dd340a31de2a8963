"""Planets and their distances, and limits of the values in saved games."""

from __future__ import annotations

from typing import Annotated

from attrs import define, field

from horizons_core import model
from horizons_core.model import Between, IdOf, OneOf, Sight, known, seen_from
from horizons_core.space import straight_distance
from variants.galaxy_g.constants import CARGO_KINDS, MAP_COLUMNS, MAP_ROWS, ROUTE_KINDS

Count = Annotated[int, Between(0, 100_000_000)]
Amount = Annotated[float, Between(0, 1e12)]
RaceId = Annotated[str, IdOf(("empires",))]
RaceOrNone = Annotated[str, IdOf(("empires",), none=True)]
PlanetId = Annotated[str, IdOf(("planets",))]
PlanetOrNone = Annotated[str, IdOf(("planets",), none=True)]
Cargo = Annotated[str, OneOf(("", *CARGO_KINDS))]
Route = Annotated[str, OneOf(ROUTE_KINDS)]
Cell = Annotated[int, Between(0, MAP_COLUMNS * MAP_ROWS - 1)]


#: A place in the galaxy: x and y in light years.
Point = tuple[float, float]


#: The distance of two places (GG-GAL-004).
distance = straight_distance


def position_in_flight(start: Point, end: Point, left: float) -> Point:
    """The place on a straight line with the given light years to go (GG-MOV-008)."""
    length = distance(start, end)
    share = left / length if length else 0.0
    return end[0] + (start[0] - end[0]) * share, end[1] + (start[1] - end[1]) * share


@define(kw_only=True)
class Planet(model.World):
    """A planet, or an object of size 0. Its id is its number; its name may change.

    `product` is a keyword or the id of the owner's ship type, `progress` the points put into the
    ship under construction, `routes` the destination of each kind of route. `upgraded` counts the
    points used by upgrades this turn.
    """

    name: str = known()
    at: Point = known()
    owner: RaceOrNone = seen_from(Sight.SCANNED, default="")
    size: Amount = seen_from(Sight.SCANNED, default=0.0)
    resources: Amount = seen_from(Sight.SCANNED, default=0.0)
    population: Amount = seen_from(Sight.SCANNED, default=0.0)
    industry: Amount = seen_from(Sight.SCANNED, default=0.0)
    capital: Amount = seen_from(Sight.SCANNED, default=0.0)  # GG-SET-003
    materials: Amount = seen_from(Sight.SCANNED, default=0.0)  # GG-SET-003
    colonists: Amount = seen_from(Sight.SCANNED, default=0.0)  # GG-SET-003
    product: str = field(default="")
    progress: Amount = field(default=0.0)
    routes: dict[Route, PlanetId] = field(factory=dict)
    upgraded: Amount = field(default=0.0)

    @property
    def number(self) -> int:
        return int(self.id)

    @property
    def habitable(self) -> bool:
        """True if people can live there. They cannot on objects of size 0 (GG-GAL-005)."""
        return self.size > 0
