"""What a race has seen of others."""

from __future__ import annotations

from attrs import define, field, frozen

from variants.galaxy_g.model.limits import Amount, Cargo, Cell, Count, PlanetId, RaceId
from variants.galaxy_g.model.planets import Point
from variants.galaxy_g.model.ships import Design


@frozen(kw_only=True)
class SeenShips:
    """A group of another race, as it is seen at a planet (GG-VIS-005, GG-VIS-009)."""

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
    """A group of unknown owner on its way to one's planet (GG-VIS-003, GG-VIS-007)."""

    origin: str
    origin_name: str
    origin_at: Point
    to: PlanetId
    left: Amount
    speed: Amount
    mass: Amount


@define(kw_only=True)
class Knowledge:
    """What a race saw of others at the end of the last turn; it remembers nothing older.

    `located` are the planets whose name and place it knows, `scanned` those of which it knows all;
    `products` says by the name what the alien ones among these make. `traces` are cells of the
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
