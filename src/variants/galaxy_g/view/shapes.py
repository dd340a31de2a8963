"""Classes that define the plain data of views and their JSON Schema.

Names refer to objects, as in orders; an empty name means none.
"""

from __future__ import annotations

from typing import Any

from horizons_core.report import counting, described, rows, schema_of, shape
from variants.galaxy_g.constants import CARGO_KINDS, OPTIONS, ROUTE_KINDS


def _amount(description: str = "") -> Any:
    return described(description, minimum=0)


def _place() -> Any:
    return described("light years from the left or the top")


def _cargo() -> Any:
    return described(enum=["", *CARGO_KINDS])


def _load() -> Any:
    return described("units of cargo, per ship", minimum=0)


@shape
class LevelsShown:
    """Technology, by area."""

    drive: float = _amount()
    weapons: float = _amount()
    shields: float = _amount()
    cargo: float = _amount()


@shape
class AreaShown:
    """The square shown by the map."""

    x: float = _place()
    y: float = _place()
    size: float = _amount()


@shape
class RaceShown:
    """Another race."""

    name: str
    active: bool
    war: bool = described("whether you are at war with it")
    ally: bool = described("whether it is on your coalition list")


@shape
class TypeShown:
    """One of the reader's ship types."""

    name: str
    drive: float = _amount()
    attacks: int = counting()
    weapons: float = _amount()
    shields: float = _amount()
    cargo: float = _amount()
    mass: float = _amount("without cargo")


@shape
class AlienTypeShown:
    """A ship type of another race."""

    race: str
    name: str
    drive: float = _amount()
    attacks: int = counting()
    weapons: float = _amount()
    shields: float = _amount()
    cargo: float = _amount()
    mass: float = _amount("without cargo")


@shape
class PlaceShown:
    """A planet with known name and place only."""

    id: str
    name: str
    x: float = _place()
    y: float = _place()


@shape
class PlanetShown(PlaceShown):
    """Facts of a planet where the reader has a ship (GG-VIS-005)."""

    owner: str = described("a race, or empty")
    size: float = _amount()
    population: float = _amount()
    industry: float = _amount()
    resources: float = _amount()
    product: str = described("a keyword or a ship type")
    capital: float = _amount()
    materials: float = _amount()
    colonists: float = _amount()
    production: float = _amount("points a turn")


@shape
class OwnPlanetShown(PlanetShown):
    """One of the reader's planets."""

    progress: float = _amount("points put into the ship under construction")
    ship_cost: float | None = _amount("cost of one ship in points, if it makes ships")
    guard: bool = described()


@shape
class GroupShown:
    """One of the reader's groups."""

    number: int = counting(least=1)
    ships: int = counting(least=1)
    type: str = described()
    drive: float = _amount()
    weapons: float = _amount()
    shields: float = _amount()
    cargo: float = _amount()
    cargo_kind: str = _cargo()
    load: float = _load()
    capacity: float = _amount("cargo room of one ship")
    mass: float = _amount("of one ship with its load")
    fleet: str = described("a fleet, or empty")
    under_way: bool = described("whether it is in hyperspace")
    planet: str = described("where it is, or where it is going")
    origin: str = described("where it comes from, in hyperspace")
    left: float = _amount("light years to go")
    x: float = _place()
    y: float = _place()
    speed: float = _amount("light years a turn")


@shape
class FleetShown:
    """One of the reader's fleets."""

    name: str
    groups: list[int] = described("numbers of its groups", items={"minimum": 1})
    ships: int = counting()
    speed: float = _amount()
    planet: str = described()
    under_way: bool = described()
    left: float = _amount()


@shape
class AlienGroupShown:
    """A group of another race at a planet (GG-VIS-005, GG-VIS-009)."""

    race: str
    planet: str
    type: str
    ships: int = counting(least=1)
    cargo_tech: float = _amount("the one visible technology (GG-VIS-009)")
    cargo_kind: str = _cargo()
    load: float = _load()


@shape
class IncomingShown:
    """A group of unknown owner on its way to the reader's planet (GG-VIS-003, GG-VIS-007)."""

    origin: str
    origin_x: float = _place()
    origin_y: float = _place()
    planet: str = described()
    left: float = _amount()
    speed: float = _amount()
    mass: float = _amount("of all its ships with their load")


def _routes() -> Any:
    """Routes, as a list of dicts because `from` cannot be the name of a field."""
    route = {"from": {"type": "string"}, "cargo": {"enum": list(ROUTE_KINDS)}}
    properties = {**route, "to": {"type": "string"}}
    items = {"properties": properties, "required": [*properties], "additionalProperties": False}
    return described("routes from own planets", items=items)


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
    routes: list[dict[str, str]] = _routes()
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
