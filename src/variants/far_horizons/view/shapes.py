"""Classes that define the plain data of a view and its JSON Schema.

Names stand for objects, as in orders; an empty name means none. Economic bases are in tenths;
gravity, mining difficulty and the fleet's share are in hundredths.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from horizons_core.report import (
    described,
    number_column,
    player_name,
    rows,
    schema_of,
    shape,
    text_column,
)
from variants.far_horizons.constants import TECHS
from variants.far_horizons.model import Sector, ShipLocation
from variants.far_horizons.view import galaxy_shapes as fields
from variants.far_horizons.view.galaxy_shapes import (
    DetectedShown,
    HostStarShown,
    NeighboursShown,
    ScanShown,
    StarShown,
    WormholeShown,
)
from variants.far_horizons.wording import cargo_list

#: The status of a ship, in the words of the view.
WHERE = {
    ShipLocation.BUILDING: "building",
    ShipLocation.LANDED: "landed",
    ShipLocation.ORBIT: "orbit",
    ShipLocation.DEEP_SPACE: "deep space",
    ShipLocation.WITHDREW: "withdrew",
    ShipLocation.FORCED: "forced",
}


def _thousands(figure: int | None) -> str:
    return "" if figure is None else f"{figure:,}"


def _blank_if_zero(figure: int) -> str:
    return str(figure or "")


def _base(base: int | None) -> str:
    return "none" if base is None else f"{base:,}"


def _hidden(hidden: bool) -> str:  # noqa: FBT001
    return "hidden" if hidden else ""


def _cargo(items: Mapping[str, int]) -> str:
    return ", ".join(cargo_list(items))


def _produced(description: str, column: str, least: int | None = 0, **others: Any) -> Any:
    """Declare a field of planets with a base; the cells of others are empty."""
    schema: Any = {} if least is None else {"minimum": least}
    return described(description, number_column(column, _thousands, **others), **schema)


_SHIPYARDS = number_column("Yards", _blank_if_zero, hint="shipyards", wide=True)
_OWN_SHIPYARDS = number_column(
    "Yards", _blank_if_zero, hint="shipyards: ships you can begin this turn", wide=True
)
_DEFENSES = number_column("PD", _blank_if_zero, hint="planetary defense units", wide=True)
_TONS = number_column("Tons", lambda units: f"{10_000 * units:,}", hint="", wide=True)


# the species itself


@shape
class PlaceShown:
    """A planet by its number in a sector."""

    sector: Sector = fields.sector_field()
    orbit: int = fields.orbit_field()


@shape
class TechShown:
    """A technology: its level, and the level up to which the species was taught."""

    level: int = fields.count_field()
    knowledge: int = fields.count_field()


@shape
class AtmosphereShown:
    """Required, neutral and poisonous gases of a species (FH-REPORT-005)."""

    required: str = fields.gas_field()
    least: int = fields.count_field("percent")
    most: int = fields.count_field("percent")
    neutral: list[str] = described(items={"enum": fields.GASES_SHOWN})
    poisonous: list[str] = described(items={"enum": fields.GASES_SHOWN})


# own planets


@shape(kw_only=True)
class ColonyShown:
    """A named planet of the species, with all facts that planets without a base have."""

    name: str
    sector: Sector = fields.sector_field()
    orbit: int = fields.orbit_field()
    kind: Literal["home", "mining", "resort", "colony", "named"] = described(
        "`named` is a planet without population",
        text_column("Kind", hint="", choose=True, wide=True),
    )
    home: bool
    mining_base: int = fields.tenths_field()
    manufacturing_base: int = fields.tenths_field()
    population: int = described("available population units", number_column("Pop.", _thousands))
    total_population: int = described(
        "in population units (FH-POP-002)",
        number_column("People", _thousands, hint="total population units", wide=True),
    )
    shipyards: int = fields.count_field(column=_OWN_SHIPYARDS)
    items: dict[str, int] = fields.items_field(
        column=text_column("In stock", _cargo, hint="", wide=True)
    )
    hidden: bool
    besieged: bool
    ambush: int = fields.count_field("economic units spent to prepare one")
    units_needed: dict[str, int] = fields.units_field("to be built for colonists that are coming")
    units_ordered: dict[str, int] = fields.units_field("to be installed by the order form")
    bombed: bool = described("whether the home planet has not recovered yet")


@shape(kw_only=True)
class ProducingColonyShown(ColonyShown):
    """A named planet with a base, or the home planet, and its production next turn."""

    life_support: int = _produced("the level needed", "LSN", hint="life support needed", wide=True)
    penalty: int = _produced("production penalty in percent", "Pen.", wide=True)
    efficiency: int = _produced("economic efficiency in percent", "EE", wide=True)
    mining_difficulty: int = fields.hundredths_field()
    raw_material: int = _produced(
        "produced next turn", "RM", None, hint="raw material produced next turn"
    )
    capacity: int = _produced("production capacity next turn", "Capacity", None)
    earned: int = _produced("before fleet maintenance", "Production", None, wide=True)
    fleet_share: int = _produced("what fleet maintenance takes of it", "Fleet", None, wide=True)
    to_spend: int = _produced("", "To spend", None, hint="after fleet maintenance")
    recovery: dict[str, int] | None = described("units that a bombed home planet lacks")


# ships


@shape(kw_only=True)
class HullShown:
    """The public exterior of a ship."""

    class_: str = described("with a transport's size, without the S of sub-light")
    tonnage: int = fields.count_field("in units of 10,000 tons", _TONS)
    starbase: bool
    transport: bool
    where: str = described(
        column=text_column("Status", choose=True, wide=True), enum=[*WHERE.values()]
    )
    orbit: int = fields.orbit_field()
    name: str
    sub_light: bool


@shape(kw_only=True)
class OwnShipShown(HullShown):
    """A ship or starbase of the species."""

    age: int
    sector: Sector = fields.sector_field()
    cargo: dict[str, int] = fields.items_field()
    capacity: int = fields.count_field(column=number_column("Cap.", hint="capacity", wide=True))
    unpaid: int = fields.count_field("economic units that are left to pay")
    loaded_at: str = described("a named planet, or empty")
    bound_for: str = described(
        "a named planet, or empty", text_column("Bound for", player_name, hint="", wide=True)
    )
    distorted: bool = described("whether others see it in disguise")


@shape(kw_only=True)
class ScoutShown(OwnShipShown):
    """A finished FTL TR1 of the species (FH-AUTO-003)."""

    nearest_stars: list[Sector] = fields.sectors_field(
        "stars not yet visited, as many as there are scouts"
    )


# other species


@shape(kw_only=True)
class AlienShipShown(HullShown):
    """A ship of another species, or its disguise (FH-FD-003)."""

    age: int | None = described("null in disguise")
    species: str = fields.species_field("a name, or the number of one in disguise")


@shape(kw_only=True)
class AlienPlanetShown:
    """A planet of another species, in a sector with people or ships of the reader's."""

    kind: Literal["mining", "resort", "home", "colony", "uncolonized"] = described(
        column=text_column("Kind", choose=True)
    )
    name: str = fields.named("Planet")
    orbit: int = fields.orbit_field()
    species: str = fields.species_field()
    approximate_base: int | None = described(
        "whole, or to the next ten; null for none",
        number_column("Base", _base, hint="economic base, approximately"),
    )
    defenses: int = fields.count_field("seen only where you have people, too", _DEFENSES)
    shipyards: int = fields.count_field("seen only where you have people, too", _SHIPYARDS)
    hidden: bool = described(column=text_column("Hidden", _hidden, wide=True))


@shape(kw_only=True)
class AlienSectorShown:
    """A sector where others are seen."""

    sector: Sector = fields.sector_field()
    system: str = described("your first named planet there, or empty")
    planets: list[AlienPlanetShown]
    ships: list[AlienShipShown]
    order: list[list[Any]] = described(
        "in which order a report lists them: `planets` or `ships`, and an index",
        written=True,
        items={"prefixItems": [{"enum": ["planets", "ships"]}, {**fields.INTEGER, "minimum": 0}]},
    )


# the complete view


@shape(kw_only=True)
class SpeciesShown:
    """Everything that a species knows of itself, and its sightings of others."""

    species: str = described("your name")
    number: int = fields.count_field("of the species")
    government: str
    government_type: str
    home: PlaceShown
    techs: dict[str, TechShown] = fields.by_name(TECHS, schema_of(TechShown))
    atmosphere: AtmosphereShown
    fleet_cost: int = fields.count_field("economic units")
    fleet_percent: int = fields.hundredths_field("of production, in hundredths of a percent")
    treasury: int = described("economic units")
    met: list[str] = described("species, by number")
    allies: list[str] = described("species")
    enemies: list[str] = described("species")
    auto: bool = described("whether the order form holds drafted orders")
    layout_1999: bool = described("whether the text is that of 1999")
    in_disguise: int | None = described(
        "in games like those of 1999: the number under which your distorted ships are listed"
    )
    colonies: list[ProducingColonyShown | ColonyShown] = described(
        "named planets, home first", written=True
    )
    ships: list[ScoutShown | OwnShipShown] = described("ships and starbases", written=True)
    aliens: list[dict[str, Any]] = rows(AlienSectorShown, "others, where you have people or ships")


@shape(kw_only=True)
class ViewShown(SpeciesShown):
    """The view of a species."""

    everybody: list[str] = described("all species of the game, for the colours of the map")
    radius: int = fields.count_field("half the width of the cube that holds the galaxy, in parsecs")
    seen_in: int = fields.count_field("the turn at whose end `aliens` were seen")
    stars: list[dict[str, Any]] = rows(
        StarShown, "the chart; of a huge one, the stars near your own places"
    )
    visited: list[Sector] = fields.sectors_field("star systems")
    scans: list[dict[str, Any]] = rows(ScanShown, "the latest of each star system")
    wormholes: list[WormholeShown]
    neighbours: list[NeighboursShown] = described("planets of others as of your last visit")
    detected: list[DetectedShown] = described("by telescopes: planets, and ships of the last turn")
    #: Filled in by the core.
    forecast: dict[str, Any] | None = described(
        "in a forecast: its events, ledger lines and remarks", default=None
    )


@shape(kw_only=True)
class HostViewShown:
    """The gamemaster's view: the whole galaxy, and what every species knows."""

    species: None
    everybody: list[str]
    radius: int
    stars: list[HostStarShown]
    wormholes: list[WormholeShown]
    positions: list[SpeciesShown]


VIEW_SCHEMA = schema_of(ViewShown, "View of Far Horizons")
