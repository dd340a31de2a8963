"""Shapes of stars, planets and wormholes in a view, and fields that many shapes have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.report import (
    Column,
    described,
    number_column,
    player_name,
    rows,
    shape,
    text_column,
)
from variants.far_horizons.constants import GASES, ITEM_OF
from variants.far_horizons.model import Sector
from variants.far_horizons.wording import hundredths

INTEGER = {"type": "integer"}
GASES_SHOWN = [gas for gas in GASES if gas]


def count_field(description: str = "", column: str | Column | None = None) -> Any:
    return described(description, column, minimum=0)


def tenths_field() -> Any:
    return described("in tenths")


def hundredths_field(description: str = "in hundredths", column: str = "", **others: Any) -> Any:
    return described(description, number_column(column, hundredths, hint="", **others), minimum=0)


def sector_field() -> Any:
    return described("x, y, z", minItems=3, maxItems=3)


def sectors_field(description: str) -> Any:
    return described(description, items={"minItems": 3, "maxItems": 3})


def orbit_field(column: str = "") -> Any:
    return described("number of the planet; 0 is deep space", column, minimum=0)


def gas_field() -> Any:
    return described(enum=GASES_SHOWN)


def by_name(names: Iterable[str], schema: dict[str, Any], description: str = "") -> Any:
    """Create a field for a dict with exactly these names as keys."""
    properties = dict.fromkeys(names, schema)
    return described(
        description, properties=properties, required=[*properties], additionalProperties=False
    )


def items_field(column: Column | None = None) -> Any:
    properties, words = dict.fromkeys(ITEM_OF, INTEGER), "how many there are of each item"
    return described(words, column, properties=properties, additionalProperties=False)


def units_field(description: str) -> Any:
    return by_name(("IU", "AU"), INTEGER, description)


def named(column: str) -> Any:
    return described(column=text_column(column, player_name))


def species_field(description: str = "") -> Any:
    """Create a field for the name of a species, or the number of one in disguise."""
    show = lambda name: player_name(f"SP {name}")  # noqa: E731
    return described(description, text_column("Species", show, choose=True, hint=""))


def atmosphere(gases: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(f"{gas['gas']} {gas['percent']}%" for gas in gases) or "none"


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

    orbit: int = orbit_field("#")
    diameter: int = count_field("in thousands of kilometers", "Dia.")
    gravity: int = hundredths_field(column="Gravity")
    temperature: int = count_field("class", "Temp.")
    pressure: int = count_field("class", "Press.")
    mining_difficulty: int = hundredths_field(column="Mining diff.")
    gases: list[GasShown] = described(column=text_column("Atmosphere", atmosphere))


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

    species: str = species_field()
    name: str = named("Planet")
    orbit: int = orbit_field()
    kind: str = described(column=text_column("Kind", choose=True))


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
