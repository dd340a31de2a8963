"""FLEET, JOIN and RENAME: units in fleets (SC-MOV-004, SC-ORD-003)."""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Starcluster, Unit
from variants.starcluster.references import own_fleet, own_unit
from variants.starcluster.rules import regrouping
from variants.starcluster.setup.empires import new_fleet

FORMED = EventKind("fleet.formed", "{fleet} is formed at {place}: {units}.", ("SC-MOV-004",))
JOINED = EventKind("fleet.joined", "{fleet} joins {other} at {place}.", ("SC-MOV-004",))
RENAMED = EventKind("thing.renamed", "{before} is now called {name}.", ("SC-ORD-003",))


def form_fleet(context: TurnContext, empire: Empire, order: Order) -> None:
    """FLEET: a new fleet of units that are in one system."""
    game: Starcluster = context.game
    units: list[Unit] = order["unit"]
    must_be_free(game, empire, order["name"])
    places = {game.fleet(unit.fleet).at for unit in units}
    if len(places) > 1:
        message = f"the units are in {len(places)} systems"
        raise Refused(Refusal("apart", message, "bring them together first", "unit"))
    fleet = new_fleet(game, empire, places.pop(), order["name"])
    regrouping.prepare_leaving(context, units, fleet)
    for unit in units:
        unit.fleet, unit.towed_by = fleet.id, ""
    disband_empty(game)
    context.emit(
        FORMED,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        units=", ".join(unit.name for unit in units),
    )


def join_fleets(context: TurnContext, empire: Empire, order: Order) -> None:
    """JOIN: merges the first fleet into the second."""
    game: Starcluster = context.game
    fleet, other = order["fleet"], order["other"]
    if fleet is other:
        raise Refused(Refusal("same-fleet", f"{fleet.name} cannot join itself", "", "other"))
    if fleet.at != other.at:
        message = f"{fleet.name} is at {fleet.at} and {other.name} at {other.at}"
        raise Refused(Refusal("apart", message, "bring them together first", "other"))
    units = game.units_in(fleet)
    regrouping.prepare_joining(context, other, units)
    for unit in units:
        unit.fleet = other.id
        unit.towed_by = unit.towed_by and other.id
    disband_empty(game)
    context.emit(JOINED, empire.readers, place=other.at, fleet=fleet.name, other=other.name)


def rename_fleet_or_unit(context: TurnContext, empire: Empire, order: Order) -> None:
    """RENAME: gives a fleet or a unit another name."""
    target: Fleet | Unit = _fleet_or_unit(context, empire, order)
    name: str = order["name"]
    must_be_free(context.game, empire, name)
    before = target.name
    target.name = name
    context.emit(RENAMED, empire.readers, before=before, name=name)


def must_be_free(game: Starcluster, empire: Empire, name: str) -> None:
    """Raise Refused if the empire has a fleet or unit of this name (SC-ORD-003)."""
    fleets = [fleet.name for fleet in game.fleets_of(empire.id)]
    units = [unit.name for unit in game.units_of(empire.id)]
    if any(folded(used) == folded(name) for used in (*fleets, *units)):
        message = f"{name} is already in use"
        raise Refused(Refusal("name-taken", message, "choose another name", "name"))


def remove_units(game: Starcluster, units: Iterable[Unit]) -> None:
    """Remove units with their craft, troops and scans, and empty fleets."""
    removed = {unit.id for unit in units}
    if removed:
        game.units = [unit for unit in game.units if unit.id not in removed]
        disband_empty(game)


def disband_empty(game: Starcluster) -> None:
    """Remove fleets without units."""
    manned = {unit.fleet for unit in game.units}
    game.fleets = [fleet for fleet in game.fleets if fleet.id in manned]


def _fleet_or_unit(context: TurnContext, empire: Empire, order: Order) -> Fleet | Unit:
    try:
        return own_fleet(context, empire, order, "thing")
    except Refused:
        return own_unit(context, empire, order, "thing")
