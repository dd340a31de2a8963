"""The public map, a species' memory of what it saw, and limits of saved values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from attrs import define, field, frozen

from horizons_core.model import Between, IdOf, OneOf
from variants.far_horizons.constants import (
    CLASS_OF,
    GASES,
    ITEM_OF,
    STAR_COLOURS,
    STAR_KINDS,
    TECHS,
)

if TYPE_CHECKING:
    from variants.far_horizons.model.star_distances import StarDistances

#: Numbers of the engine's files have 32 bits.
Number = Annotated[int, Between(-(2**31), 2**31 - 1)]
#: Bounded, because a turn's research takes work that grows with the points.
Points = Annotated[int, Between(-(2**31), 10_000_000)]
Level = Annotated[int, Between(-10_000, 10_000)]
Coordinate = Annotated[int, Between(-1000, 1000)]
Orbit = Annotated[int, Between(0, 99)]
GasCode = Annotated[int, Between(0, len(GASES) - 1)]
SpeciesId = Annotated[str, IdOf(("empires",))]
StarId = Annotated[str, IdOf(("stars",))]
StarKind = Annotated[str, OneOf(tuple(STAR_KINDS))]
StarColour = Annotated[str, OneOf(tuple(STAR_COLOURS))]
StarSize = Annotated[int, Between(0, 9)]
Item = Annotated[str, OneOf(tuple(ITEM_OF))]
ShipClass = Annotated[str, OneOf(tuple(CLASS_OF))]
TechName = Annotated[str, OneOf(TECHS)]
#: A sector: x, y and z in parsecs (`model.Sector`, which needs this module).
_Sector = tuple[Coordinate, Coordinate, Coordinate]


@frozen
class StarMark:
    """A star as the printed map shows it (FH-MAP-001)."""

    id: StarId
    sector: _Sector
    kind: StarKind
    colour: StarColour
    size: StarSize

    @property
    def type(self) -> str:
        """The designation without a space before it (FH-STAR-007)."""
        return f"{self.kind}{self.colour}{self.size}".strip()


@frozen(slots=False)
class StarChart:
    """The public map of all stars, in the order of the game's list."""

    stars: tuple[StarMark, ...] = ()

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Position of each star in the list, by its id."""
        return {star.id: number for number, star in enumerate(self.stars)}

    @cached_property
    def marks(self) -> Mapping[str, StarMark]:
        """The stars by their ids."""
        return {star.id: star for star in self.stars}

    @cached_property
    def sectors(self) -> Mapping[_Sector, StarMark]:
        """The stars by their sectors."""
        return {star.sector: star for star in self.stars}

    @cached_property
    def distances(self) -> StarDistances:
        """Index of the nearest stars."""
        from variants.far_horizons.model.star_distances import StarDistances  # loads numpy

        return StarDistances([star.sector for star in self.stars])

    @cached_property
    def rows(self) -> tuple[dict[str, Any], ...]:
        """The stars as plain data for views, which must not change it."""
        return tuple({"sector": list(star.sector), "type": star.type} for star in self.stars)

    def nearest(self, sectors: Sequence[_Sector], count: int) -> list[int]:
        """Return list positions of the stars nearest to any of the sectors, in ascending order."""
        if len(self.stars) <= count or not sectors:
            return list(range(min(len(self.stars), count)))
        return self.distances.nearest_to_any(sectors, count)


@frozen(slots=False, cache_hash=True)  # a key under which views share rows
class ScannedPlanet:
    """A planet as a scan showed it; gases are pairs of code and percent."""

    temperature: Number
    pressure: Number
    diameter: Number
    gravity: Number
    mining_difficulty: Number
    gases: tuple[tuple[GasCode, Number], ...] = ()

    @cached_property
    def air(self) -> Mapping[int, int]:
        """The percent of each gas in the atmosphere, by its code."""
        return dict(self.gases)


@frozen(slots=False, cache_hash=True)  # digests cache its text in it, views look up its rows
class SystemScan:
    """A star system as a scan showed it in a turn (FH-SCAN-002, FH-WORM-004)."""

    turn: int
    planets: tuple[ScannedPlanet, ...]
    wormhole: bool = False


@frozen
class Settled:
    """A populated planet of another species, as seen when its system was last observed."""

    turn: int
    species: str
    name: str
    orbit: Orbit
    kind: str


@frozen
class Detected:
    """A planet, a ship or a starbase of another species that a telescope showed (FH-GT-004).

    `base` is a planet's approximate economic base, and None for ships.
    """

    turn: int
    sector: _Sector
    orbit: Orbit
    species: str
    name: str
    base: int | None = None


@define(kw_only=True)
class Knowledge:
    """Knowledge of a species about everything but its own property.

    `aliens` is what it saw of other species at the end of turn `turn`, by sector, as shown in views
    (`view.shapes.AlienSectorShown`). By the id of a star, `scans` are the latest scans, `wormholes`
    the other ends of wormholes that it used, `settled` the planets of others seen on its last
    visit. `detected` are results of telescopes: this turn's ships, and planets of any turn.
    `in_disguise` is the number under which its report lists its own distorted ships, if a mod does
    so (`Disguise`).
    """

    turn: int = field(default=0)
    aliens: list[dict[str, Any]] = field(factory=list)
    scans: dict[StarId, SystemScan] = field(factory=dict)
    wormholes: dict[StarId, _Sector] = field(factory=dict)
    settled: dict[StarId, tuple[Settled, ...]] = field(factory=dict)
    detected: list[Detected] = field(factory=list)
    in_disguise: int | None = field(default=None)
