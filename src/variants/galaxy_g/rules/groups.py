"""Groups: splitting, numbering and merging them, and the order B, which breaks ships off.

A race's groups are in the order of their numbers, the newest last (GG-GRP-005).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from horizons_core.codec import copy_of
from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.galaxy_g.model import Game, Group, Race


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
    """The values that are equal in groups that are merged (GG-GRP-001)."""
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


def at_rest(_context: TurnContext, _race: Race, order: Order) -> Refusal | None:
    """Refuse a group that is under way or was sent this turn."""
    return refuse_under_way(order["group"])


def ordered_part(context: TurnContext, race: Race, order: Order, group: Group) -> Group:
    """The ships that an order is for: a new group, or all of it (GG-GRP-007)."""
    ships = order.get("ships", 0)
    if ships > group.ships:
        message = f"group {group.number} has only {group.ships} ships: all of them are used"
        context.reject(race.id, order, "fewer-ships", message, "", "ships", "warning")
    if not 0 < ships < group.ships:
        return group
    return split(race, group, ships)


# B


def break_off(_context: TurnContext, race: Race, order: Order) -> None:
    """B group ships, B group FLEET (GG-ORDB-001, GG-FLO-001)."""
    group: Group = order["group"]
    if order["ships"] == "FLEET":
        group.fleet = ""
    else:
        split(race, group, order["ships"])


def may_leave_fleet(_context: TurnContext, _race: Race, order: Order) -> Refusal | None:
    """Refuse a group without a fleet, or in hyperspace (GG-FLO-001, GG-MOV-006)."""
    group: Group = order["group"]
    leaves = order["ships"] == "FLEET"
    if leaves and not group.fleet:
        message, hint = f"group {group.number} is in no fleet", "add it to one with J"
        return Refusal("no-fleet", message, hint, "ships")
    if group.fleet and group.under_way:
        message = f"group {group.number} is in hyperspace and cannot leave its fleet"
        return Refusal("under-way", message, "wait until it has arrived", "ships")
    return None


def leaves_some(_context: TurnContext, _race: Race, order: Order) -> Refusal | None:
    """Refuse to break off no ship or all ships (GG-ORDB-001)."""
    group, ships = order["group"], order["ships"]
    if ships == "FLEET":
        return None
    if not ships:
        return Refusal("no-ships", "0 ships cannot be broken off", "name at least 1", "ships")
    if ships >= group.ships:
        message = f"group {group.number} has {group.ships} ships in all"
        return Refusal("too-many-ships", message, "give a smaller number", "ships")
    return None


# steps


def merge_groups(context: TurnContext) -> None:
    """Step 12: identical groups are merged (GG-GRP-004)."""
    for race in context.game.empires:
        merge(race)


def sort_groups(game: Game, race: Race) -> None:
    """Renumber groups from 1: at own planets, others' planets, unoccupied planets (GG-ORDO-008).

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
