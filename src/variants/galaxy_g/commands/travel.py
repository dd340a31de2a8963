"""S, I and H: sending groups and fleets, after others too, and calling them back."""

from __future__ import annotations

from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.galaxy_g.commands.common import (
    at_rest,
    fleet_of,
    group_of,
    names_group,
    part_of,
    planet_of,
)
from variants.galaxy_g.model import Fleet, Group, Planet, Race, distance


def send(context: TurnContext, race: Race, order: Order) -> None:
    """S group planet [ships], S fleet planet (GG-ORDS-001, GG-FLO-008)."""
    _go(context, race, order, intercepts=False)


def intercept(context: TurnContext, race: Race, order: Order) -> None:
    """I group planet [ships], I fleet planet; step 6 does the rest (GG-ORDI-001, GG-FLO-005)."""
    _go(context, race, order, intercepts=True)


def recall(context: TurnContext, race: Race, order: Order) -> None:
    """H group [ships], H fleet: back where it came from (GG-ORDH-001, GG-FLO-004)."""
    if not names_group(order["group"]):
        fleet = _whole_fleet(context, race, order)
        groups = race.in_fleet(fleet.id) if fleet else []
        if fleet and not any(group.sent for group in groups):
            _not_under_way(context, race, order, f"fleet '{fleet.name}'")
            return
        for group in groups:
            _turn_round(context, group)
        return
    found = group_of(context, race, order)
    if found is None:
        return
    if not found.sent:
        _not_under_way(context, race, order, f"group {found.number}")
    elif found.fleet:
        message = f"group {found.number} is in a fleet, which turns round as one"
        hint = f"write H and the fleet's name, {race.fleets[found.fleet].name}"
        context.reject(race.id, order, "in-fleet", message, hint, "group")
    else:
        _turn_round(context, part_of(context, race, order, found))


def _not_under_way(context: TurnContext, race: Race, order: Order, name: str) -> None:
    message, hint = f"{name} is not in hyperspace", "H turns round what is on its way"
    context.reject(race.id, order, "not-under-way", message, hint, "group")


def _go(context: TurnContext, race: Race, order: Order, *, intercepts: bool) -> None:
    if not names_group(order["group"]):
        _fleet_goes(context, race, order, intercepts=intercepts)
        return
    group = group_of(context, race, order)
    planet = planet_of(context, race, order)
    if group is None or planet is None or not at_rest(context, race, order, group):
        return
    if not _has_drive(context, race, order, group, f"group {group.number}"):
        return
    group = part_of(context, race, order, group)
    group.fleet = ""
    _depart(context, group, planet, intercepts=intercepts)


def _fleet_goes(context: TurnContext, race: Race, order: Order, *, intercepts: bool) -> None:
    fleet = _whole_fleet(context, race, order)
    planet = planet_of(context, race, order)
    if fleet is None or planet is None:
        return
    groups = race.in_fleet(fleet.id)
    if not groups:
        message = f"fleet '{fleet.name}' has no ships"
        context.reject(race.id, order, "empty-fleet", message, "J puts groups into it", "group")
        return
    for group in groups:
        name = f"group {group.number} of fleet '{fleet.name}'"
        if not at_rest(context, race, order, group):
            return
        if not _has_drive(context, race, order, group, name):
            return
    for group in groups:
        _depart(context, group, planet, intercepts=intercepts)


def _whole_fleet(context: TurnContext, race: Race, order: Order) -> Fleet | None:
    """The fleet that an order names; a number of ships is refused."""
    fleet = fleet_of(context, race, order)
    if fleet is not None and order.get("ships") is not None:
        message = "a fleet goes as a whole, without a number of ships"
        context.reject(race.id, order, "whole-fleet", message, "send groups by number", "ships")
        return None
    return fleet


def _has_drive(context: TurnContext, race: Race, order: Order, group: Group, name: str) -> bool:
    if race.design_of(group).drive:
        return True
    message, hint = f"{name} has no drive", "such ships stay where they are for ever"
    context.reject(race.id, order, "no-drive", message, hint, "group")
    return False


def _depart(context: TurnContext, group: Group, planet: Planet, *, intercepts: bool) -> None:
    if planet.id == group.at and not intercepts:
        return
    group.to = planet.id
    group.left = distance(context.game.planet(group.at).at, planet.at)
    group.intercepts = intercepts


def _turn_round(context: TurnContext, group: Group) -> None:
    """Reverse a group in hyperspace; one that was sent this turn stays."""
    if not group.under_way:
        group.to, group.left, group.intercepts = "", 0.0, False
        return
    whole = distance(context.game.planet(group.at).at, context.game.planet(group.to).at)
    group.left = max(0.0, whole - group.left)
    group.at, group.to = group.to, group.at
