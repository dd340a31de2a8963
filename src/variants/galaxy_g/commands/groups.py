"""B, J and V: breaking ships off, putting groups into fleets, giving ships away."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.galaxy_g import grouping, names
from variants.galaxy_g.commands.common import (
    at_rest,
    fleet_of,
    group_of,
    is_number,
    name_for,
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

#: In a turn's notes: what was given away so far.
_GIFTS = "gifts"

#: Code, message and hint of a refused order.
_Fault = tuple[str, str, str]


def break_off(context: TurnContext, race: Race, order: Order) -> None:
    """B group ships, B group FLEET (GG-ORDB-001, GG-FLO-001)."""
    group = group_of(context, race, order)
    if group is None:
        return
    ships = order["ships"]
    fault = _leaving(group) if ships == "FLEET" else _breaking(group, ships)
    if fault:
        context.reject(race.id, order, *fault, "ships")
    elif ships == "FLEET":
        group.fleet = ""
    else:
        grouping.split(race, group, ships)


def _leaving(group: Group) -> _Fault | None:
    if not group.fleet:
        return "no-fleet", f"group {group.number} is in no fleet", "J puts it into one"
    if group.under_way:
        message = f"group {group.number} is in hyperspace and cannot leave its fleet"
        return "under-way", message, "wait until it has arrived"
    return None


def _breaking(group: Group, ships: int) -> _Fault | None:
    if group.under_way and group.fleet:
        return _leaving(group)
    if not ships:
        return "no-ships", "0 ships cannot be broken off", "name at least 1"
    if ships >= group.ships:
        message = f"group {group.number} has {group.ships} ships in all"
        return "too-many-ships", message, "name fewer, so that some are left"
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
        message, hint = "a fleet joins another as a whole", "leave the number out"
        context.reject(race.id, order, "whole-fleet", message, hint, "ships")
        return
    groups = race.in_fleet(first.id)
    if any(group.sent for group in groups):
        _under_way(context, race, order, first, "group")
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
        _under_way(context, race, order, fleet, "fleet")
        return False
    if joining and members and joining[0].at != members[0].at:
        where = context.game.planet(members[0].at).name
        message = f"fleet '{fleet.name}' is at {where}, and these ships are not"
        context.reject(race.id, order, "elsewhere", message, "bring them together first", "fleet")
        return False
    return True


def _under_way(context: TurnContext, race: Race, order: Order, fleet: Fleet, argument: str) -> None:
    message, hint = f"fleet '{fleet.name}' is under way", "wait until it has arrived"
    context.reject(race.id, order, "under-way", message, hint, argument)


@frozen
class Gift:
    """Ships that change hands when step 1 ends: `rest` is the group that they were broken off."""

    race: Race
    order: Order
    group: Group
    rest: Group
    receiver: Race
    type_name: str


def give(context: TurnContext, race: Race, order: Order) -> None:
    """V group race [type] [ships]; the ships change hands when step 1 ends (GG-ORDV-001)."""
    group, receiver = group_of(context, race, order), race_of(context, race, order)
    if group is None or receiver is None or not at_rest(context, race, order, group):
        return
    if receiver.id == race.id:
        message, hint = "you cannot give ships to yourself", "name another race"
        context.reject(race.id, order, "own-race", message, hint, "race")
        return
    words, ships = order.get("type"), order.get("ships")
    if words is not None and ships is None and is_number(words):
        words, ships = None, words
    if ships is not None and not is_number(ships):
        message = f"a whole number of ships is needed, not '{ships}'"
        hint = "write V group race [type-name] [ships]"
        context.reject(race.id, order, "bad-argument", message, hint, "ships")
        return
    name = _name_of_gift(context, race, order, group, words)
    if name is None:
        return
    count = int(ships or 0)
    if count > group.ships:
        message = f"group {group.number} has only {group.ships} ships: all of them are given"
        context.reject(race.id, order, "fewer-ships", message, "", "ships", "warning")
    part = grouping.split(race, group, count) if 0 < count < group.ships else group
    gift = Gift(race, order, part, group, receiver, name)
    context.notes.setdefault(_GIFTS, []).append(gift)


def _name_of_gift(
    context: TurnContext, race: Race, order: Order, group: Group, words: str | None
) -> str | None:
    if words is None:
        return race.types[group.type].name
    return name_for(context, race, order, "type", lambda: names.given_type_name(words, race))


def hand_over(context: TurnContext) -> None:
    """Carry all gifts of step 1 out, in the order in which they were made."""
    gifts: list[Gift] = context.notes.get(_GIFTS, [])
    for gift in gifts:
        if _taken_over(context, gift):
            _hand_over(context, gift)
        else:
            grouping.rejoin(gift.race, gift.rest, gift.group)


def _taken_over(context: TurnContext, gift: Gift) -> bool:
    """Whether the ships are still there, and somebody to take them over."""
    race, order, group, receiver = gift.race, gift.order, gift.group, gift.receiver
    if race.group(group.number) is not group:
        message, hint = f"group {group.number} is no longer yours", "give ships away only once"
        context.reject(race.id, order, "gone", message, hint, "group")
        return False
    if not at_rest(context, race, order, group):
        return False
    if not any(g.at == group.at and not g.under_way for g in receiver.groups):
        message = f"{receiver.name} has no ship there to take them over"
        hint = "meet at a planet first"
        context.reject(race.id, order, "nobody-there", message, hint, "race")
        return False
    return True


def _hand_over(context: TurnContext, gift: Gift) -> None:
    race, group, receiver = gift.race, gift.group, gift.receiver
    kind = _receivers_type(receiver, race.types[group.type], gift.type_name)
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
