"""Shapes of stars, planets and wormholes in a view, and fields that many shapes have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from horizons_core.report import described, rows, shape
from variants.far_horizons.constants import GASES, ITEM_OF
from variants.far_horizons.model import Sector

INTEGER = {"type": "integer"}
GASES_SHOWN = [gas for gas in GASES if gas]


def count_field(description: str = "") -> Any:
    return described(description, minimum=0)


def tenths_field() -> Any:
    return described("in tenths")


def hundredths_field(description: str = "in hundredths") -> Any:
    return described(description, minimum=0)


def sector_field() -> Any:
    return described("x, y, z", minItems=3, maxItems=3)


def sectors_field(description: str) -> Any:
    return described(description, items={"minItems": 3, "maxItems": 3})


def orbit_field() -> Any:
    return described("number of the planet; 0 is deep space", minimum=0)


def gas_field() -> Any:
    return described(enum=GASES_SHOWN)


def by_name(names: Iterable[str], schema: dict[str, Any], description: str = "") -> Any:
    """Create a field for a dict with exactly these names as keys."""
    properties = dict.fromkeys(names, schema)
    return described(
        description, properties=properties, required=[*properties], additionalProperties=False
    )


def items_field(description: str = "how many there are of each item") -> Any:
    properties = dict.fromkeys(ITEM_OF, INTEGER)
    return described(description, properties=properties, additionalProperties=False)


def units_field(description: str) -> Any:
    return by_name(("IU", "AU"), INTEGER, description)


@shape
class StarShown:
    """A star as the chart shows it."""

    sector: Sector = sector_field()
    type: str = described("kind, colour and size")


@shape
class GasShown:
    """A gas of an atmosphere."""

    gas: str = gas_field()
    percent: int = count_field()


@shape(kw_only=True)
class PlanetShown:
    """A planet as a scan shows it (FH-PLANET-001)."""

    orbit: int = orbit_field()
    diameter: int = count_field("in thousands of kilometers")
    gravity: int = hundredths_field()
    temperature: int = count_field("class")
    pressure: int = count_field("class")
    mining_difficulty: int = hundredths_field()
    gases: list[GasShown]


@shape(kw_only=True)
class ScannedPlanetShown(PlanetShown):
    """A planet with the life support that this species would need there."""

    life_support: int = count_field("the level needed")


@shape
class ScanShown(StarShown):
    """The latest scan of a star system; the species' own inhabited planets are up to date."""

    turn: int = count_field("of the scan")
    wormhole: bool = described()
    planets: list[dict[str, Any]] = rows(ScannedPlanetShown, "the first is the innermost")


@shape
class WormholeShown:
    """A passage between two sectors, listed once."""

    from_: Sector = sector_field()
    to: Sector = sector_field()


@shape(kw_only=True)
class HostPlanetShown(PlanetShown):
    """A planet as the gamemaster sees it."""

    efficiency: int = count_field("economic efficiency in percent")


@shape
class HostStarShown(StarShown):
    """A star with all its planets."""

    planets: list[dict[str, Any]] = rows(HostPlanetShown, "the first is the innermost")


@shape
class NeighbourShown:
    """A planet of another species, as seen on the last visit."""

    species: str
    name: str
    orbit: int = orbit_field()
    kind: str = described()


@shape
class NeighboursShown:
    """The planets of other species in a star system, as seen on the last visit."""

    sector: Sector = sector_field()
    turn: int = count_field("of your last visit")
    planets: list[NeighbourShown] = described()


@shape
class DetectedShown:
    """An object that a telescope showed (FH-GT-004)."""

    sector: Sector = sector_field()
    orbit: int = orbit_field()
    turn: int = count_field()
    species: str = described()
    name: str = described()
    base: int | None = described("approximately; null for ships", minimum=0)
