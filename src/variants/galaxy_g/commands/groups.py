"""B, J and V: breaking ships off, putting groups into fleets, giving ships away."""

from __future__ import annotations

from horizons_core.events import EventKind
from horizons_core.orders import Order
from horizons_core.phases import TurnContext
from variants.galaxy_g import grouping, names
from variants.galaxy_g.commands.common import (
    at_rest,
    fleet_of,
    group_of,
    is_number,
    names_group,
    part_of,
    race_of,
)
from variants.galaxy_g.constants import LONGEST_NAME
from variants.galaxy_g.model import Fleet, Group, Race, ShipType

SHIPS_GIVEN = EventKind(
    "ships.given",
    "{giver} gave {ships} {type} to {receiver} at {planet}.",
    ("GG-ORDV-001", "GG-ORDV-002"),
)

_GIFTS = "gifts"


def break_off(context: TurnContext, race: Race, order: Order) -> None:
    """B group ships, B group FLEET (GG-ORDB-001, GG-FLO-001)."""
    group = group_of(context, race, order)
    if group is None:
        return
    ships = order["ships"]
    fault = _leaving(group) if ships == "FLEET" else _breaking(group, ships)
    if fault:
        context.reject(race.id, order, *fault, argument="ships")
    elif ships == "FLEET":
        group.fleet = ""
    else:
        grouping.split(race, group, ships)


def _leaving(group: Group) -> tuple[str, str] | None:
    if not group.fleet:
        return "no-fleet", f"group {group.number} is in no fleet"
    if group.under_way:
        return "under-way", f"group {group.number} is in hyperspace and cannot leave its fleet"
    return None


def _breaking(group: Group, ships: int) -> tuple[str, str] | None:
    if group.under_way and group.fleet:
        return "under-way", f"group {group.number} is in hyperspace and cannot leave its fleet"
    if not ships:
        return "no-ships", "0 ships cannot be broken off"
    if ships >= group.ships:
        return "too-many-ships", f"group {group.number} has {group.ships} ships: name fewer"
    return None


def join(context: TurnContext, race: Race, order: Order) -> None:
    """J group fleet [ships], J fleet fleet (GG-FLO-006, GG-FLO-007)."""
    if not names_group(order["group"]):
        _merge_fleets(context, race, order)
        return
    group = group_of(context, race, order)
    fleet = fleet_of(context, race, order, "fleet")
    if group is None or fleet is None or not at_rest(context, race, order, group):
        return
    if _together(context, race, order, [group], race.in_fleet(fleet.id), fleet):
        part_of(context, race, order, group).fleet = fleet.id


def _merge_fleets(context: TurnContext, race: Race, order: Order) -> None:
    first, second = fleet_of(context, race, order), fleet_of(context, race, order, "fleet")
    if first is None or second is None:
        return
    if order.get("ships") is not None:
        message = "a fleet joins another as a whole"
        context.reject(race.id, order, "whole-fleet", message, argument="ships")
        return
    groups = race.in_fleet(first.id)
    if any(group.sent for group in groups):
        message = f"fleet '{first.name}' is under way"
        context.reject(race.id, order, "under-way", message, argument="group")
    elif _together(context, race, order, groups, race.in_fleet(second.id), second):
        for group in groups:
            group.fleet = second.id


def _together(
    context: TurnContext,
    race: Race,
    order: Order,
    joining: list[Group],
    members: list[Group],
    fleet: Fleet,
) -> bool:
    """Whether groups at rest can join those of a fleet."""
    if any(group.sent for group in members):
        message = f"fleet '{fleet.name}' is under way"
        context.reject(race.id, order, "under-way", message, argument="fleet")
        return False
    if joining and members and joining[0].at != members[0].at:
        where = context.game.planet(members[0].at).name
        message = f"fleet '{fleet.name}' is at {where}, and these ships are not"
        context.reject(race.id, order, "elsewhere", message, argument="fleet")
        return False
    return True


def give(context: TurnContext, race: Race, order: Order) -> None:
    """V group race [type] [ships]; the ships change hands when step 1 ends (GG-ORDV-001)."""
    group, receiver = group_of(context, race, order), race_of(context, race, order)
    if group is None or receiver is None or not at_rest(context, race, order, group):
        return
    if receiver.id == race.id:
        message = "you cannot give ships to yourself"
        context.reject(race.id, order, "own-race", message, argument="race")
        return
    words, ships = order.get("type"), order.get("ships")
    if words is not None and ships is None and is_number(words):
        words, ships = None, words
    if ships is not None and not is_number(ships):
        message = f"a whole number of ships is needed, not '{ships}'"
        context.reject(race.id, order, "bad-argument", message, argument="ships")
        return
    count = int(ships or 0)
    if count > group.ships:
        message = f"group {group.number} has only {group.ships} ships: all of them are given"
        context.reject(race.id, order, "fewer-ships", message, "", "ships", "warning")
    part = grouping.split(race, group, count) if 0 < count < group.ships else group
    context.notes.setdefault(_GIFTS, []).append((race, order, part, receiver, words))


def hand_over(context: TurnContext) -> None:
    """Carry all gifts of step 1 out, in the order in which they were made."""
    for race, order, group, receiver, words in context.notes.get(_GIFTS, []):
        if race.group(group.number) is not group or not at_rest(context, race, order, group):
            continue
        if not any(g.at == group.at and not g.under_way for g in receiver.groups):
            message = f"{receiver.name} has no ship there to take them over"
            context.reject(race.id, order, "nobody-there", message, argument="race")
            continue
        try:
            _hand_over(context, race, group, receiver, words)
        except names.BadNameError as fault:
            context.reject(race.id, order, "bad-name", str(fault), argument="type")


def _hand_over(
    context: TurnContext, race: Race, group: Group, receiver: Race, words: str | None
) -> None:
    given = race.types[group.type]
    wanted = names.given_type_name(words, race) if words is not None else given.name
    kind = _receivers_type(receiver, given, wanted)
    grouping.remove(race, [group])
    group.type, group.fleet = kind.id, ""
    grouping.add(receiver, group)
    planet = context.game.planet(group.at)
    context.emit(
        SHIPS_GIVEN,
        [race.id, receiver.id],
        place=planet.id,
        giver=race.name,
        receiver=receiver.name,
        ships=group.ships,
        type=kind.name,
        planet=planet.name,
    )


def _receivers_type(receiver: Race, given: ShipType, wanted: str) -> ShipType:
    """The receiver's type for ships that it is given (GG-ORDV-002)."""
    number, name = 1, wanted
    while True:
        same = receiver.type_named(name)
        if same is not None and same.design == given.design:
            return same
        if same is None and receiver.fleet_named(name) is None:
            return receiver.new_type(name, given.design)
        number += 1
        ending = f" {number}"
        name = wanted[: LONGEST_NAME - len(ending)] + ending
