"""A race's knowledge of others."""

from __future__ import annotations

from attrs import define, field, frozen

from variants.galaxy_g.model.limits import Amount, Cargo, Cell, Count, PlanetId, RaceId
from variants.galaxy_g.model.planets import Point
from variants.galaxy_g.model.ships import Design


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
    `products` names the production of the alien ones among these. `traces` are cells of the map,
    row by row, with an alien group in hyperspace.
    """

    located: list[PlanetId] = field(factory=list)
    scanned: list[PlanetId] = field(factory=list)
    products: dict[str, str] = field(factory=dict)
    races: list[RaceId] = field(factory=list)
    ships: list[SeenShips] = field(factory=list)
    types: list[SeenType] = field(factory=list)
    incoming: list[Incoming] = field(factory=list)
    traces: list[Cell] = field(factory=list)
