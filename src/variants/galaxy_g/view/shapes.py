"""Classes that declare the visible facts of each object: data, JSON Schema, and columns of reports.

Names refer to objects, as in orders; an empty name means none. A heading that is too long for the
plain text has a short form for it.
"""

from __future__ import annotations

from typing import Any

from horizons_core.report import (
    NameCell,
    OwnerCell,
    counting,
    described,
    number_column,
    rows,
    schema_of,
    shape,
    text_column,
)
from variants.galaxy_g.constants import CARGO_KINDS, OPTIONS, ROUTE_KINDS


def amount(value: float) -> str:
    """A number that may be fractional, as reports print it (GG-RPT-002)."""
    return f"{value:z.2f}"


class PlainCell(str):
    """A cell of the plain text, such as a dash, that is blank on the page."""

    __slots__ = ()


def or_dash(words: str) -> str:
    return words or PlainCell("-")


def _name_or_dash(name: str) -> str:
    return or_dash(NameCell(name))


def _amount_or_dash(value: float) -> str:
    return amount(value) if value else PlainCell("-")


def load_of_ship(value: float) -> str:
    return amount(value) if value else PlainCell(amount(value))


def _amount(description: str = "", head: str = "", **column: Any) -> Any:
    return described(description, number_column(head, amount, **column), minimum=0)


def _place(head: str = "") -> Any:
    return described("light years from the left or the top", number_column(head, amount))


def _name(head: str = "Name", description: str = "", **column: Any) -> Any:
    return described(description, text_column(head, NameCell, **column))


def _race(head: str = "Race", description: str = "") -> Any:
    return described(description, text_column(head, OwnerCell, choose=True, hint=""))


def _cargo(**column: Any) -> Any:
    kinds = text_column("Carries", or_dash, short="Load", **column)
    return described("", kinds, enum=["", *CARGO_KINDS])


def _load() -> Any:
    load = number_column("Load", load_of_ship, short="Amount")
    return described("units of cargo, per ship", load, minimum=0)


def _left(description: str = "") -> Any:
    return described(description, number_column("Left", _amount_or_dash), minimum=0)


@shape
class LevelsShown:
    """Technology, by area."""

    drive: float = _amount(head="Drive")
    weapons: float = _amount(head="Weapons")
    shields: float = _amount(head="Shields")
    cargo: float = _amount(head="Cargo")


@shape
class AreaShown:
    """The square shown by the map."""

    x: float = _place()
    y: float = _place()
    size: float = _amount()


@shape
class RaceShown:
    """Another race."""

    name: str = _name("Race")
    active: bool = described()
    war: bool = described("whether you are at war with it")
    ally: bool = described("whether it is on your coalition list")


@shape
class TypeShown:
    """One of the reader's ship types."""

    name: str = _name("Type")
    drive: float = _amount(head="Drive")
    attacks: int = counting("", "Attacks")
    weapons: float = _amount(head="Weapons")
    shields: float = _amount(head="Shields")
    cargo: float = _amount(head="Cargo")
    mass: float = _amount("without cargo", "Mass", wide=True)


@shape
class AlienTypeShown:
    """A ship type of another race."""

    race: str = _race()
    name: str = _name("Type")
    drive: float = _amount(head="Drive")
    attacks: int = counting("", "Attacks")
    weapons: float = _amount(head="Weapons")
    shields: float = _amount(head="Shields")
    cargo: float = _amount(head="Cargo")
    mass: float = _amount("without cargo", "Mass", wide=True)


@shape
class PlaceShown:
    """A planet with known name and place only."""

    id: str
    name: str = _name()
    x: float = _place("X")
    y: float = _place("Y")


@shape
class PlanetShown(PlaceShown):
    """Facts of a planet where the reader has a ship (GG-VIS-005)."""

    owner: str = _race("Owner", "a race, or empty")
    size: float = _amount(head="Size")
    population: float = _amount(head="Population", short="Pop")
    industry: float = _amount(head="Industry", short="Ind")
    resources: float = _amount(head="Resources", short="Res")
    product: str = _name("Product", "a keyword or a ship type", choose=True)
    capital: float = _amount(head="Capital", short="CAP")
    materials: float = _amount(head="Materials", short="MAT")
    colonists: float = _amount(head="Colonists", short="COL")
    production: float = _amount("points a turn", "Points")


@shape
class OwnPlanetShown(PlanetShown):
    """One of the reader's planets."""

    progress: float = _amount("points put into the ship under construction", "Progress")
    ship_cost: float | None = _amount("cost of one ship in points, if it makes ships", "Cost")
    guard: bool = described()


@shape
class GroupShown:
    """One of the reader's groups."""

    number: int = counting("", "No.", minimum=1)
    ships: int = counting("", "Ships", minimum=1)
    type: str = _name("Type", choose=True)
    drive: float = _amount(head="Drive", wide=True)
    weapons: float = _amount(head="Weapons", wide=True)
    shields: float = _amount(head="Shields", wide=True)
    cargo: float = _amount(head="Cargo", wide=True)
    cargo_kind: str = _cargo(choose=True)
    load: float = _load()
    capacity: float = _amount("cargo room of one ship")
    mass: float = _amount("of one ship with its load")
    fleet: str = described(
        "a fleet, or empty", text_column("Fleet", _name_or_dash, choose=True, hint="")
    )
    under_way: bool = described("whether it is in hyperspace")
    planet: str = _name("Planet", "where it is, or where it is going")
    origin: str = described(
        "where it comes from, in hyperspace", text_column("From", _name_or_dash)
    )
    left: float = _left("light years to go")
    x: float = _place()
    y: float = _place()
    speed: float = _amount("light years a turn", "Speed")


@shape
class FleetShown:
    """One of the reader's fleets."""

    name: str = _name("Fleet")
    groups: list[int] = described("numbers of its groups", "Groups", items={"minimum": 1})
    ships: int = counting("", "Ships")
    speed: float = _amount(head="Speed")
    planet: str = described()
    under_way: bool = described()
    left: float = _left()


@shape
class AlienGroupShown:
    """A group of another race at a planet (GG-VIS-005, GG-VIS-009)."""

    race: str = _race()
    planet: str = _name("Planet", choose=True)
    type: str = _name("Type", choose=True)
    ships: int = counting("", "Ships", minimum=1)
    cargo_tech: float = _amount(
        "the one visible technology (GG-VIS-009)", "Cargo tech", short="Cargo", wide=True
    )
    cargo_kind: str = _cargo()
    load: float = _load()


@shape
class IncomingShown:
    """A group of unknown owner on its way to the reader's planet (GG-VIS-003, GG-VIS-007)."""

    origin: str = _name("From")
    origin_x: float = _place("X")
    origin_y: float = _place("Y")
    planet: str = _name("To", choose=True)
    left: float = _amount(head="Left", hint="light years")
    speed: float = _amount(head="Speed", hint="light years a turn")
    mass: float = _amount("of all its ships with their load", "Mass")


@shape
class RouteShown:
    """A route from one of the reader's planets."""

    from_: str = _name("From", choose=True)
    cargo: Any = described("", text_column("Cargo", str, choose=True), enum=list(ROUTE_KINDS))
    to: str = _name("To", choose=True)


def _options() -> Any:
    options = {name: {"type": "boolean"} for name in OPTIONS}
    return described(properties=options, required=[*options], additionalProperties=False)


@shape(kw_only=True)
class GalaxyShown:
    """The view of a race."""

    race: str = described("your race")
    diameter: float = _amount("of the galaxy, in light years")
    techs: LevelsShown
    options: dict[str, bool] = _options()
    area: AreaShown
    orders_wanted: bool = described("the last warning of GG-IDL-001")
    war_on_all: bool
    defends_all: bool
    races: list[RaceShown] = described("other races seen (GG-VIS-010)")
    types: list[TypeShown] = described("own ship types")
    alien_types: list[AlienTypeShown] = described("types seen (GG-VIS-012)")
    incoming: list[IncomingShown] = described("incoming groups (GG-VIS-007)")
    planets: list[dict[str, Any]] = rows(OwnPlanetShown, "own planets")
    routes: list[dict[str, Any]] = rows(RouteShown, "routes from own planets")
    guarded: list[str] = described("planets with GUARD")
    attacked: list[str] = described("planets with ATTACK")
    allied_planets: list[str] = described("planets of the coalition list")
    alien_planets: list[dict[str, Any]] = rows(PlanetShown, "seen in full")
    uninhabited: list[dict[str, Any]] = rows(PlanetShown, "seen in full")
    located: list[PlaceShown] = described("known by name and position only")
    groups: list[dict[str, Any]] = rows(GroupShown, "own groups")
    fleets: list[FleetShown] = described("own fleets")
    alien_groups: list[dict[str, Any]] = rows(AlienGroupShown, "groups of others seen at planets")
    traces: list[int] = described(
        "cells of the map with alien ships in hyperspace", items={"minimum": 0}
    )
    #: Filled in by the core.
    forecast: dict[str, Any] | None = described(
        "in a forecast: its events, ledger lines and remarks", default=None
    )


@shape(kw_only=True)
class GamemasterRace:
    """A race as the gamemaster sees it (GG-RPT-005)."""

    name: str
    player: str
    active: bool
    missed: int
    techs: LevelsShown
    war: list[str]
    allies: list[str]
    guarded: list[str]
    attacked: list[str]
    allied_planets: list[str]
    types: list[TypeShown]
    groups: list[dict[str, Any]] = rows(GroupShown)
    fleets: list[FleetShown]
    routes: list[dict[str, str]]


@shape(kw_only=True)
class GamemasterGalaxy:
    """The view of the gamemaster, with full information (GG-RPT-005)."""

    race: None
    diameter: float
    fairness: dict[str, Any]
    setup_notes: list[str]
    area: AreaShown
    planets: list[dict[str, Any]] = rows(PlanetShown, "planets with an owner have more fields")
    races: list[GamemasterRace]


VIEW_SCHEMA = schema_of(GalaxyShown, "View of Galaxy G")
