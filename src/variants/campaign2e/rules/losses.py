"""Damage and losses by hits outside battles, and forced withdrawals (C2E-8.4-03)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import Dice, EventKind
from horizons_core.turn import TurnContext
from variants.campaign2e.battle.abstract_hits import hit_group, hit_ship
from variants.campaign2e.model import Campaign, Ship, TaskGroup, place_id
from variants.campaign2e.rules.departures import leave_behind, unable_to_leave, withdraw
from variants.campaign2e.rules.fleets import audience_of
from variants.campaign2e.rules.groups import remove_ships

HIT = EventKind("ship.hit", "{ship} takes {damage} hits at {place}{fate}.")


def damage_ship(
    context: TurnContext, ship: Ship, damage: int, group: TaskGroup, subject: tuple[str | int, ...]
) -> None:
    """Hit a ship, and remove it if destroyed."""
    stream = context.stream("hits", *subject)
    destroyed = hit_ship(ship, damage, stream)
    _report(context, ship, damage, group, [context.dice(stream, "hits", *subject)])
    if destroyed:
        remove_ships(context.game, [ship])


def damage_groups(
    context: TurnContext, groups: Sequence[TaskGroup], damage: int, subject: tuple[str | int, ...]
) -> None:
    """Hit randomly drawn ships of groups with packets of damage."""
    game: Campaign = context.game
    stream = context.stream("hits", *subject)
    by_id = {group.id: group for group in groups}
    ships = [ship for ship in game.ships if ship.group in by_id]
    before = {ship.id: ship.hull_lost + ship.armour_lost for ship in ships}
    destroyed = hit_group(ships, damage, stream)
    dice = [context.dice(stream, "hits", *subject)]
    for ship in ships:
        boxes_lost = ship.hull_lost + ship.armour_lost - before[ship.id]
        if boxes_lost:
            _report(context, ship, boxes_lost, by_id[ship.group], dice)
    remove_ships(game, destroyed)


def drive_off(context: TurnContext, group: TaskGroup) -> None:
    """Make a group leave next week; ships that cannot jump stay without further actions."""
    game: Campaign = context.game
    if group not in game.groups or group.withdrawn:
        return
    immobile = unable_to_leave(game, group)
    leaving = leave_behind(game, group, immobile)
    for other in game.groups:
        if immobile and other.id == immobile[0].group:
            other.withdrawn = True
    if leaving is not None:
        withdraw(context, leaving, group.contact.to if group.contact else None)


def _report(
    context: TurnContext, ship: Ship, damage: int, group: TaskGroup, dice: Sequence[Dice]
) -> None:
    context.emit(
        HIT,
        audience_of(ship.owner),
        place=place_id(group.at),
        ship=ship.name,
        damage=damage,
        fate=" and is destroyed" if ship.hull_left <= 0 else "",
        dice=dice,
    )
