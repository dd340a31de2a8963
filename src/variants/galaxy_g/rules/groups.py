"""Groups: how they are split, numbered and merged, and B, which breaks ships off.

A race's groups stand in the order of their numbers; the newest is the last (GG-GRP-005).
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
    """Break ships off into a new group outside any fleet (GG-GRP-003, GG-FLT-005)."""
    part = copy_of(group)
    part.ships, part.fleet = ships, ""
    group.ships -= ships
    return add(race, part)


def rejoin(race: Race, group: Group, part: Group) -> None:
    """Put ships back that were broken off in vain, if both are still where they were."""
    if part is group or any(race.group(one.number) is not one for one in (group, part)):
        return
    fleet, part.fleet = part.fleet, group.fleet
    if _kind(part) == _kind(group):
        group.ships += part.ships
        remove(race, [part])
    else:
        part.fleet = fleet


def remove(race: Race, gone: Iterable[Group]) -> None:
    """Take groups away."""
    numbers = {group.number for group in gone}
    race.groups = [group for group in race.groups if group.number not in numbers]


def merge(race: Race) -> None:
    """Merge identical groups into that of the lowest number; empty ones vanish (GG-GRP-004)."""
    kept: dict[tuple[Any, ...], Group] = {}
    for group in race.groups:
        if not group.ships:
            continue
        first = kept.setdefault(_kind(group), group)
        if first is not group:
            first.ships += group.ships
    race.groups = list(kept.values())


def _kind(group: Group) -> tuple[Any, ...]:
    """What must be equal in groups that are merged (GG-GRP-001)."""
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


# what orders for groups have in common


def under_way(group: Group) -> Refusal | None:
    """Why an order cannot act on a group that was sent: only H can (GG-MOV-006, GG-ORDG-002)."""
    if not group.sent:
        return None
    if group.under_way:
        message, hint = f"group {group.number} is in hyperspace", "only H acts on it there"
    else:
        message, hint = f"group {group.number} was sent this turn", "H takes that back"
    return Refusal("under-way", message, hint, "group")


def at_rest(_context: TurnContext, _race: Race, order: Order) -> Refusal | None:
    """The group must be at a planet and stay there so far."""
    return under_way(order["group"])


def ordered_part(context: TurnContext, race: Race, order: Order, group: Group) -> Group:
    """The ships that an order is for: a new group, or the whole one (GG-GRP-007)."""
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
    """Only a group in a fleet can leave it, and none in hyperspace (GG-FLO-001, GG-MOV-006)."""
    group: Group = order["group"]
    leaves = order["ships"] == "FLEET"
    if leaves and not group.fleet:
        message, hint = f"group {group.number} is in no fleet", "J puts it into one"
        return Refusal("no-fleet", message, hint, "ships")
    if group.fleet and group.under_way:
        message = f"group {group.number} is in hyperspace and cannot leave its fleet"
        return Refusal("under-way", message, "wait until it has arrived", "ships")
    return None


def leaves_some(_context: TurnContext, _race: Race, order: Order) -> Refusal | None:
    """At least one ship is broken off, and at least one is left (GG-ORDB-001)."""
    group, ships = order["group"], order["ships"]
    if ships == "FLEET":
        return None
    if not ships:
        return Refusal("no-ships", "0 ships cannot be broken off", "name at least 1", "ships")
    if ships >= group.ships:
        message = f"group {group.number} has {group.ships} ships in all"
        return Refusal("too-many-ships", message, "name fewer, so that some are left", "ships")
    return None


# steps


def merge_groups(context: TurnContext) -> None:
    """Step 12: identical groups are merged (GG-GRP-004)."""
    for race in context.game.empires:
        merge(race)


def sort_groups(game: Game, race: Race) -> None:
    """Renumber groups from 1: at own planets, at others', at unoccupied ones (GG-ORDO-008).

    Only for a race with the option SORTGROUPS. Within each in the order of planets; those in
    hyperspace stand behind the groups at the planet where they are going.
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
