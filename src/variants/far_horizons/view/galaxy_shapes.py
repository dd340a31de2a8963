"""The shape of the galaxy in a view: stars, scans, wormholes, planets seen earlier."""

from __future__ import annotations

from typing import Any

from horizons_core.report import described, rows, shape
from variants.far_horizons.model import Sector
from variants.far_horizons.view import shape_fields as fields


@shape
class StarShown:
    """A star as the chart shows it."""

    sector: Sector = fields.sector()
    type: str = described("kind, colour and size")


@shape
class GasShown:
    """A gas of an atmosphere."""

    gas: str = fields.gas()
    percent: int = fields.count()


@shape(kw_only=True)
class PlanetShown:
    """A planet as a scan shows it (FH-PLANET-001)."""

    orbit: int = fields.orbit()
    diameter: int = fields.count("in thousands of kilometers")
    gravity: int = fields.hundredths()
    temperature: int = fields.count("class")
    pressure: int = fields.count("class")
    mining_difficulty: int = fields.hundredths()
    gases: list[GasShown]


@shape(kw_only=True)
class ScannedPlanetShown(PlanetShown):
    """A planet with the life support that this species would need there."""

    life_support: int = fields.count("the level needed")


@shape
class ScanShown(StarShown):
    """The latest scan of a star system; the species' own inhabited planets are up to date."""

    turn: int = fields.count("of the scan")
    wormhole: bool = described()
    planets: list[dict[str, Any]] = rows(ScannedPlanetShown, "the first is the innermost")


@shape
class WormholeShown:
    """A passage between two sectors, listed once."""

    from_: Sector = fields.sector()
    to: Sector = fields.sector()


@shape(kw_only=True)
class HostPlanetShown(PlanetShown):
    """A planet as the gamemaster sees it."""

    efficiency: int = fields.count("economic efficiency in percent")


@shape
class HostStarShown(StarShown):
    """A star with all its planets."""

    planets: list[dict[str, Any]] = rows(HostPlanetShown, "the first is the innermost")


@shape
class NeighbourShown:
    """A planet of another species, as seen on the last visit."""

    species: str
    name: str
    orbit: int = fields.orbit()
    kind: str = described()


@shape
class NeighboursShown:
    """The planets of other species in a star system, as seen on the last visit."""

    sector: Sector = fields.sector()
    turn: int = fields.count("of your last visit")
    planets: list[NeighbourShown] = described()


@shape
class DetectedShown:
    """An object that a telescope showed (FH-GT-004)."""

    sector: Sector = fields.sector()
    orbit: int = fields.orbit()
    turn: int = fields.count()
    species: str = described()
    name: str = described()
    base: int | None = described("approximately; null for ships", minimum=0)
