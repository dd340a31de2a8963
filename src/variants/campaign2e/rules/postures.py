"""Postures: standing actions of groups in foreign systems, and what planetary attacks require.

A posture lasts until it is changed or the group leaves: INTERDICT (C2E-6.1-01), RAID and NORAID
(C2E-6.2-01), ENGAGE DEFENCES (C2E-7.2-01). Planetary attacks require control of the system
(C2E-7.1-01, C2E-7.4-01).
"""

from __future__ import annotations

from typing import NoReturn

from attrs import evolve

from horizons_core.model import folded
from horizons_core.orders import Order, Refusal, Refused, Severity
from horizons_core.turn import TurnContext
from variants.campaign2e import references
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup, World, place_id
from variants.campaign2e.model.players import HOSTILE
from variants.campaign2e.references import GROUP, Sender, sender_id, world_name
from variants.campaign2e.rules.fleets import allied, can_act
from variants.campaign2e.rules.supply import may_act, must_be_in_supply

INTERDICT, RAID, NO_RAID = "interdict", "raid", "no raid"

#: In a turn's notes: ids of worlds that changed owners this week.
CHANGED_HANDS = "worlds taken"
#: In a turn's notes: ids of groups stopped by a blocked lane (C2E-5.4-02).
CUT_SHORT = "journeys cut short"
#: In a turn's notes: owner and folded name of each group before the battles.
GROUPS_BEFORE_BATTLES = "groups before battles"
#: In a turn's notes: this week's posture order of each group.
_POSTURES_ORDERED = "postures ordered"


def interdict(context: TurnContext[Campaign], sender: Sender, order: Order) -> None:
    """INTERDICT: stop trade and lanes at the group's world, or cease to do so."""
    group = order[GROUP]
    if "off" in order.arguments:
        _set_posture(context, sender, order, "" if group.posture == INTERDICT else group.posture)
        return
    must_act_at_world(context, sender, group)
    _set_posture(context, sender, order, INTERDICT)


def raid(context: TurnContext[Campaign], sender: Sender, order: Order) -> None:
    """RAID: raid the commerce of the group's world."""
    group = order[GROUP]
    world = must_act_at_world(context, sender, group)
    # A forecast does not know other players' trades.
    if not world.owner or not (world.partner or context.forecast):
        message = f"{world_name(world)} has no trade to raid"
        hint = "use INTERDICT to block its lanes"
        raise Refused(Refusal("no-trade", message, hint, "group", "warning"))
    if not raiders(context.game, group):
        refuse_act(context, group, "leased", f"the only armed ships of {group.name} are leased")
    _set_posture(context, sender, order, RAID)


def no_raid(context: TurnContext[Campaign], sender: Sender, order: Order) -> None:
    """NORAID: raid nothing here, regardless of the owner's stance."""
    _set_posture(context, sender, order, NO_RAID)


def _set_posture(
    context: TurnContext[Campaign], sender: Sender, order: Order, posture: str
) -> None:
    """Make a group interdict or raid; its last order counts."""
    group = order[GROUP]
    orders: dict[str, Order] = context.notes.setdefault(_POSTURES_ORDERED, {})
    earlier = orders.get(group.id)
    if earlier is not None and earlier.keyword != order.keyword:
        message = f"a later order for {group.name} replaces this one"
        context.reject(sender.id, earlier, "ordered-twice", message, severity="warning")
    orders[group.id] = order
    group.posture = posture


def engage(context: TurnContext[Campaign], sender: Sender, order: Order) -> None:
    """ENGAGE DEFENCES: fight the defences of a player's world, and hold the system afterwards."""
    game = context.game
    group = order[GROUP]
    if "off" in order.arguments:
        group.engage = False
        return
    world = must_act_at_world(context, sender, group)
    if not world.owner:
        message = f"{world_name(world)} belongs to no player"
        raise Refused(Refusal("no-owner", message, "use ATTACK WORLD", "group"))
    if allied(game, world.owner, sender_id(sender)):
        message = f"{world_name(world)} belongs to your ally {world.owner}"
        raise Refused(Refusal("ally", message, "end the alliance with STANCE", "group"))
    group.engage = True


def must_act_at_world(context: TurnContext[Campaign], sender: Sender, group: TaskGroup) -> World:
    """Return the foreign world where a group acts with armed ships in supply; raises Refused."""
    game = context.game
    world = must_be_at_world(context, group)
    if world.owner and world.owner == sender_id(sender):
        refuse_act(context, group, "own-world", f"{world_name(world)} is yours")
    must_be_able_to_act(context, group)
    if not any(can_act(ship) for ship in game.ships_in(group.id)):
        hint = "use a ship with fire control and a weapon"
        refuse_act(context, group, "unarmed", f"{group.name} has no armed ship", hint)
    return world


def must_be_at_world(context: TurnContext[Campaign], group: TaskGroup) -> World:
    """Return the world where a group is; raises Refused if there is none."""
    world = context.game.world_at(group.at)
    if world is None:
        message = f"{group.name} is at {place_id(group.at)}, where there is no world"
        raise Refused(Refusal("no-world", message, "MOVE it to a world first", "group"))
    return world


def must_be_able_to_act(context: TurnContext[Campaign], group: TaskGroup) -> None:
    """Raise Refused for a group that is out of supply or has withdrawn."""
    must_stay(group)
    try:
        must_be_in_supply(context.game, group)
    except Refused as refused:
        raise Refused(evolve(refused.refusal, severity=severity_of(context, group))) from None


def must_stay(group: TaskGroup, argument: str = "group") -> None:
    """Raise Refused for a group that has withdrawn (C2E-17.4-01)."""
    if group.withdrawn:
        message = f"{group.name} has withdrawn and cannot act at {place_id(group.at)}"
        raise Refused(
            Refusal("withdrawn", message, "give this order next week", argument, "warning")
        )


def refuse_act(
    context: TurnContext[Campaign], group: TaskGroup, code: str, message: str, hint: str = ""
) -> NoReturn:
    """Raise Refused with an error, or a warning if this week's events may be the cause."""
    raise Refused(Refusal(code, message, hint, "group", severity_of(context, group)))


def severity_of(context: TurnContext[Campaign], group: TaskGroup) -> Severity:
    """Return the severity of a refused act: a warning after unforeseeable battles and blocks."""
    place = place_id(group.at)
    changed = place in context.game.fought or place in context.notes.get(CHANGED_HANDS, ())
    changed = changed or group.id in context.notes.get(CUT_SHORT, ())
    return "warning" if changed else "error"


def acting_group(
    context: TurnContext[Campaign], sender: Sender, order: Order, argument: str
) -> TaskGroup:
    """Return the sender's group named by an argument; explain losses in this week's battles."""
    try:
        return references.own_group(context, sender, order, argument)
    except Refused:
        key = folded(order[argument])
        if (sender_id(sender), key) not in context.notes.get(GROUPS_BEFORE_BATTLES, ()):
            raise
        message = f"{order[argument]} was lost before it could act"
        raise Refused(Refusal("group-lost", message, "", argument, "warning")) from None


def acting_ships(game: Campaign, group: TaskGroup) -> list[Ship]:
    """Return the armed ships that act; one ship out of supply stops all of them (C2E-3.6-07)."""
    if group.withdrawn or not may_act(game, group):
        return []
    return [ship for ship in game.ships_in(group.id) if can_act(ship)]


def raiders(game: Campaign, group: TaskGroup) -> list[Ship]:
    """Return the acting ships of a group that may raid."""
    return [ship for ship in acting_ships(game, group) if may_raid(game, ship)]


def may_raid(game: Campaign, ship: Ship) -> bool:
    """Return whether a ship may be used for raiding; leased ones may not (C2E-3.8-03)."""
    return not (ship.leased and game.plays_by("1.1.0"))


def raids(game: Campaign, group: TaskGroup, world: World) -> bool:
    """Return whether a group raids a world: by order, or if its owner is hostile (C2E-6.2-01)."""
    if group.posture:
        return group.posture == RAID
    if not group.owner or not world.owner:
        return False
    return bool(game.empire(group.owner).stance(world.owner) == HOSTILE)


def must_control(context: TurnContext[Campaign], sender: Player, group: TaskGroup) -> World:
    """Return the foreign world attacked by a group; raises Refused without control of its system.

    Groups ordered to engage the defences may gain control this week, which a forecast cannot tell.
    """
    game = context.game
    world = must_be_at_world(context, group)
    if world.owner == sender.id:
        refuse_act(context, group, "own-world", f"{world_name(world)} is yours")
    if not world.owner:
        message = f"{world_name(world)} belongs to no player"
        refuse_act(context, group, "no-owner", message, "use ATTACK WORLD")
    must_be_able_to_act(context, group)
    engaged = any(other.engage and other.at == group.at for other in game.groups)
    if not (controls(game, world, sender.id) or (context.forecast and engaged)):
        message = f"you do not control {world_name(world)}"
        hint = "use ENGAGE DEFENCES first"
        severity: Severity = "warning" if engaged else severity_of(context, group)
        raise Refused(Refusal("no-control", message, hint, "group", severity))
    return world


def controls(game: Campaign, world: World, player: str) -> bool:
    """Return whether a player or an ally controls a system."""
    return bool(world.controlled) and allied(game, world.controlled, player)


def remaining_points(world: World) -> int:
    """Return the income points of a planet that are not destroyed or taken (C2E-7.6-05)."""
    return world.points - (world.assault.taken if world.assault is not None else 0)
