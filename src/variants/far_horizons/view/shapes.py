"""Classes that define the plain data of a view and its JSON Schema.

Names stand for objects, as in orders; an empty name means none. Economic bases are in tenths;
gravity, mining difficulty and the fleet's share are in hundredths.
"""

from __future__ import annotations

from typing import Any, Literal

from horizons_core.report import described, rows, schema_of, shape
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

#: The status of a ship, in the words of the view.
WHERE = {
    ShipLocation.BUILDING: "building",
    ShipLocation.LANDED: "landed",
    ShipLocation.ORBIT: "orbit",
    ShipLocation.DEEP_SPACE: "deep space",
    ShipLocation.WITHDREW: "withdrew",
    ShipLocation.FORCED: "forced",
}


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
    """A named planet of the species; this is all if it has no base."""

    name: str
    sector: Sector = fields.sector_field()
    orbit: int = fields.orbit_field()
    kind: Literal["home", "mining", "resort", "colony", "named"] = described(
        "`named` is a planet without population"
    )
    home: bool
    mining_base: int = fields.tenths_field()
    manufacturing_base: int = fields.tenths_field()
    population: int = described("available population units")
    total_population: int = described("in population units (FH-POP-002)")
    shipyards: int = fields.count_field()
    items: dict[str, int] = fields.items_field()
    hidden: bool
    besieged: bool
    ambush: int = fields.count_field("economic units spent to prepare one")
    units_needed: dict[str, int] = fields.units_field("to be built for colonists that are coming")
    units_ordered: dict[str, int] = fields.units_field("to be installed by the order form")
    bombed: bool = described("whether the home planet has not recovered yet")


@shape(kw_only=True)
class ProducingColonyShown(ColonyShown):
    """A named planet with a base, or the home planet, and its production next turn."""

    life_support: int = fields.count_field("the level needed")
    penalty: int = fields.count_field("production penalty in percent")
    efficiency: int = fields.count_field("economic efficiency in percent")
    mining_difficulty: int = fields.hundredths_field()
    raw_material: int = described("produced next turn")
    capacity: int = described("production capacity next turn")
    earned: int = described("before fleet maintenance")
    fleet_share: int = described("what fleet maintenance takes of it")
    to_spend: int
    recovery: dict[str, int] | None = described("units that a bombed home planet lacks")


# ships


@shape(kw_only=True)
class HullShown:
    """The public exterior of a ship."""

    class_: str = described("with a transport's size, without the S of sub-light")
    tonnage: int = fields.count_field("in units of 10,000 tons")
    starbase: bool
    transport: bool
    where: str = described(enum=[*WHERE.values()])
    orbit: int = fields.orbit_field()
    name: str
    sub_light: bool


@shape(kw_only=True)
class OwnShipShown(HullShown):
    """A ship or starbase of the species."""

    age: int
    sector: Sector = fields.sector_field()
    cargo: dict[str, int] = fields.items_field()
    capacity: int = fields.count_field()
    unpaid: int = fields.count_field("economic units that are left to pay")
    loaded_at: str = described("a named planet, or empty")
    bound_for: str = described("a named planet, or empty")
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
    species: str = described("a name, or the number of one in disguise")


@shape(kw_only=True)
class AlienPlanetShown:
    """A planet of another species, in a sector with own people or ships."""

    kind: Literal["mining", "resort", "home", "colony", "uncolonized"]
    name: str
    orbit: int = fields.orbit_field()
    species: str
    approximate_base: int | None = described("whole, or to the next ten; null for none")
    defenses: int = fields.count_field("seen only where you have people, too")
    shipyards: int = fields.count_field("seen only where you have people, too")
    hidden: bool


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
    colonies: list[ProducingColonyShown | ColonyShown] = described("named planets, home first")
    ships: list[ScoutShown | OwnShipShown] = described("ships and starbases")
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
    scans: list[ScanShown] = described("the latest of each star system")
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
