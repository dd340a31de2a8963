"""Groups of ships, which B splits, and fleets of groups, which D founds, E disbands and J fills.

A race's groups are in the order of their numbers, the newest last (GG-GRP-005). A fleet moves as
one, with the speed of its slowest group (`Industry.fleet_speeds`). Routes do not take its groups,
and loading, unloading and upgrading leave them in the fleet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from horizons_core.codec import copy_of
from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.galaxy_g.model import Fleet, Game, Group, Race
from variants.galaxy_g.references import FLEET, GROUP, GROUP_OR_FLEET


def add(race: Race, group: Group) -> Group:
    """Give a group the race's next number (GG-GRP-005)."""
    group.number = race.highest_number + 1
    race.groups.append(group)
    return group


def split(race: Race, group: Group, ships: int) -> Group:
    """Split ships off into a new group outside any fleet (GG-GRP-003, GG-FLT-005)."""
    part = copy_of(group)
    part.ships, part.fleet = ships, ""
    group.ships -= ships
    return add(race, part)


def rejoin(race: Race, group: Group, part: Group) -> None:
    """Undo the split of a failed order, if both parts are still groups of the race."""
    if part is group or any(race.group(half.number) is not half for half in (group, part)):
        return
    fleet, part.fleet = part.fleet, group.fleet
    if _kind(part) == _kind(group):
        group.ships += part.ships
        remove(race, [part])
    else:
        part.fleet = fleet


def remove(race: Race, removed: Iterable[Group]) -> None:
    """Remove groups from a race."""
    numbers = {group.number for group in removed}
    race.groups = [group for group in race.groups if group.number not in numbers]


def merge(race: Race) -> None:
    """Merge identical groups into the one with the lowest number, drop empty ones (GG-GRP-004)."""
    merged: dict[tuple[Any, ...], Group] = {}
    for group in race.groups:
        if not group.ships:
            continue
        first = merged.setdefault(_kind(group), group)
        if first is not group:
            first.ships += group.ships
    race.groups = list(merged.values())


def _kind(group: Group) -> tuple[Any, ...]:
    """The values by which groups are merged if all are equal (GG-GRP-001)."""
    return (
        group.type,
        group.techs.levels,
        group.cargo,
        group.load,
        group.fleet,
        group.at,
        group.to,
        group.left,
        group.under_way,
        group.intercepts,
    )


# checks and parts of orders for groups


def refuse_under_way(group: Group) -> Refusal | None:
    """Refuse a group that was sent: only H acts on it (GG-MOV-006, GG-ORDG-002)."""
    if not group.sent:
        return None
    if group.under_way:
        message, hint = f"group {group.number} is in hyperspace", "only H works in hyperspace"
    else:
        message, hint = f"group {group.number} was sent this turn", "turn it back with H"
    return Refusal("under-way", message, hint, "group")


def at_rest(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse a group that is under way or was sent this turn."""
    return refuse_under_way(order[GROUP])


def ordered_part(context: TurnContext[Game], race: Race, order: Order, group: Group) -> Group:
    """The ships that an order is for: a new group, or the whole group (GG-GRP-007)."""
    ships = order.get("ships", 0)
    if ships > group.ships:
        message = f"group {group.number} has only {group.ships} ships: all of them are used"
        context.reject(race.id, order, "fewer-ships", message, "", "ships", "warning")
    if not 0 < ships < group.ships:
        return group
    return split(race, group, ships)


# B


def break_off(_context: TurnContext[Game], race: Race, order: Order) -> None:
    """B group ships, B group FLEET (GG-ORDB-001, GG-FLO-001)."""
    group = order[GROUP]
    if order["ships"] == "FLEET":
        group.fleet = ""
    else:
        split(race, group, order["ships"])


def may_leave_fleet(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse a group without a fleet, or in hyperspace (GG-FLO-001, GG-MOV-006)."""
    group = order[GROUP]
    leaves = order["ships"] == "FLEET"
    if leaves and not group.fleet:
        message, hint = f"group {group.number} is in no fleet", "add it to one with J"
        return Refusal("no-fleet", message, hint, "ships")
    if group.fleet and group.under_way:
        message = f"group {group.number} is in hyperspace and cannot leave its fleet"
        return Refusal("under-way", message, "wait until it has arrived", "ships")
    return None


def leaves_some(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse to break off no ship or all ships (GG-ORDB-001)."""
    group, ships = order[GROUP], order["ships"]
    if ships == "FLEET":
        return None
    if not ships:
        return Refusal("no-ships", "0 ships cannot be broken off", "name at least 1", "ships")
    if ships >= group.ships:
        message = f"group {group.number} has {group.ships} ships in all"
        return Refusal("too-many-ships", message, "give a smaller number", "ships")
    return None


# steps


def merge_groups(context: TurnContext[Game]) -> None:
    """Step 12: identical groups are merged (GG-GRP-004)."""
    for race in context.game.empires:
        merge(race)


def sort_groups(game: Game, race: Race) -> None:
    """Renumber groups from 1: at the race's, other and unoccupied planets (GG-ORDO-008).

    Only for a race with the option SORTGROUPS. Each part is in the order of planets. Groups in
    hyperspace come after those at their destination.
    """
    if not race.options.get("SORTGROUPS"):
        return
    owners = {planet.id: planet.owner for planet in game.planets}

    def order(group: Group) -> tuple[int, int, bool, int]:
        planet = group.to if group.under_way else group.at
        owner = owners.get(planet, "")
        kind = 0 if owner == race.id else 1 if owner else 2
        return kind, int(planet), group.under_way, group.number

    race.groups.sort(key=order)
    for number, group in enumerate(race.groups, start=1):
        group.number = number


def ship_counts_text(race: Race, groups: Iterable[Group]) -> str:
    """Ships by type: "10 Drone, 3 Gunship", in the order of their first appearance."""
    counts: dict[str, int] = {}
    for group in groups:
        counts[group.type] = counts.get(group.type, 0) + group.ships
    return ", ".join(f"{ships} {race.types[type_id].name}" for type_id, ships in counts.items())


def group_rows(race: Race, groups: Iterable[Group]) -> list[dict[str, Any]]:
    """Each group's number, ships and type, for its owner."""
    return [
        {"number": group.number, "ships": group.ships, "type": race.types[group.type].name}
        for group in groups
    ]


def join(context: TurnContext[Game], race: Race, order: Order) -> None:
    """J group fleet [ships], J fleet fleet (GG-FLO-006, GG-FLO-007)."""
    fleet = order[FLEET]
    named = order[GROUP_OR_FLEET]
    if isinstance(named, Group):
        ordered_part(context, race, order, named).fleet = fleet.id
        return
    for group in race.in_fleet(named.id):
        group.fleet = fleet.id


def joining_groups(race: Race, order: Order) -> list[Group]:
    """The groups that the order names: one, or all of a fleet."""
    named = order[GROUP_OR_FLEET]
    return race.in_fleet(named.id) if isinstance(named, Fleet) else [named]


def joins_as_whole(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse a number of ships with a fleet: it joins as a whole (GG-FLO-007)."""
    if isinstance(order[GROUP_OR_FLEET], Fleet) and order.get("ships") is not None:
        message, hint = "a fleet joins another as a whole", "leave the number out"
        return Refusal("whole-fleet", message, hint, "ships")
    return None


def joiners_at_rest(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse groups that are under way or were sent this turn (GG-MOV-006)."""
    named = order[GROUP_OR_FLEET]
    if isinstance(named, Group):
        return refuse_under_way(named)
    return _refuse_under_way(race, named, "group")


def fleet_at_rest(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse to join a fleet that is under way or was sent this turn (GG-MOV-006)."""
    return _refuse_under_way(race, order[FLEET], "fleet")


def together(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse groups that are not where the fleet is (GG-FLT-001)."""
    fleet = order[FLEET]
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
