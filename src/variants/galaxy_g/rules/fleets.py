"""Fleets: D founds, E disbands and J fills them.

A fleet moves as one, with the speed of its slowest group (`Industry.fleet_speeds`). Routes do not
take its groups, and loading, unloading and upgrading leave them in the fleet.
"""

from __future__ import annotations

from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.galaxy_g.model import Fleet, Group, Race
from variants.galaxy_g.rules import groups


def join(context: TurnContext, race: Race, order: Order) -> None:
    """J group fleet [ships], J fleet fleet (GG-FLO-006, GG-FLO-007)."""
    fleet: Fleet = order["fleet"]
    named: Group | Fleet = order["group"]
    if isinstance(named, Group):
        groups.ordered_part(context, race, order, named).fleet = fleet.id
        return
    for group in race.in_fleet(named.id):
        group.fleet = fleet.id


def joining_groups(race: Race, order: Order) -> list[Group]:
    """The groups that the order names: one, or all of a fleet."""
    named: Group | Fleet = order["group"]
    return race.in_fleet(named.id) if isinstance(named, Fleet) else [named]


def joins_as_whole(_context: TurnContext, _race: Race, order: Order) -> Refusal | None:
    """Refuse a number of ships with a fleet: it joins as a whole (GG-FLO-007)."""
    if isinstance(order["group"], Fleet) and order.get("ships") is not None:
        message, hint = "a fleet joins another as a whole", "leave the number out"
        return Refusal("whole-fleet", message, hint, "ships")
    return None


def joiners_at_rest(_context: TurnContext, race: Race, order: Order) -> Refusal | None:
    """Refuse groups that are under way or were sent this turn (GG-MOV-006)."""
    named: Group | Fleet = order["group"]
    if isinstance(named, Group):
        return groups.refuse_under_way(named)
    return _refuse_under_way(race, named, "group")


def fleet_at_rest(_context: TurnContext, race: Race, order: Order) -> Refusal | None:
    """Refuse to join a fleet that is under way or was sent this turn (GG-MOV-006)."""
    return _refuse_under_way(race, order["fleet"], "fleet")


def together(context: TurnContext, race: Race, order: Order) -> Refusal | None:
    """Refuse groups at another place than the fleet (GG-FLT-001)."""
    fleet: Fleet = order["fleet"]
    joiners, members = joining_groups(race, order), race.in_fleet(fleet.id)
    if not joiners or not members or joiners[0].at == members[0].at:
        return None
    place = context.game.planet(members[0].at).name
    message = f"fleet '{fleet.name}' is at {place}, and these ships are not"
    return Refusal("elsewhere", message, "bring them together first", "fleet")


def _refuse_under_way(race: Race, fleet: Fleet, argument: str) -> Refusal | None:
    if not any(group.sent for group in race.in_fleet(fleet.id)):
        return None
    message, hint = f"fleet '{fleet.name}' is under way", "wait until it has arrived"
    return Refusal("under-way", message, hint, argument)


def disband(race: Race, fleet: Fleet) -> None:
    """End a fleet. Its groups stay (GG-FLO-003)."""
    for group in race.in_fleet(fleet.id):
        group.fleet = ""
    del race.fleets[fleet.id]


def refuse_in_hyperspace(race: Race, fleet: Fleet) -> Refusal | None:
    """The reason why a fleet cannot be disbanded, or None (GG-FLO-003, GG-MOV-006)."""
    if not any(group.under_way for group in race.in_fleet(fleet.id)):
        return None
    message, hint = f"fleet '{fleet.name}' is in hyperspace", "wait until it has arrived"
    return Refusal("under-way", message, hint, "name")


def disband_empty(race: Race) -> None:
    """Disband fleets without ships at the end of the turn (GG-FLO-002)."""
    used = {group.fleet for group in race.groups}
    race.fleets = {fleet.id: fleet for fleet in race.fleets.values() if fleet.id in used}
