"""Departures fixed by withdrawals, and damage outside battles.

A withdrawal fixes next week's move (C2E-18.2-01, C2E-17.4-01). Hits outside battles damage or
destroy ships, and may force a group to withdraw (C2E-8.4-03).
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from horizons_core.model import Dice, EventKind
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.campaign2e.battle.abstract_hits import hit_group, hit_ship
from variants.campaign2e.model import Campaign, Place, Ship, TaskGroup, place_id
from variants.campaign2e.model.groups import Departure
from variants.campaign2e.model.places import distance, neighbours
from variants.campaign2e.rules.fleets import audience_of
from variants.campaign2e.rules.jumps_and_lanes import can_jump_to, jumps_from, lane_path, stranded
from variants.campaign2e.rules.supply import is_friendly_base
from variants.campaign2e.rules.task_groups import new_group_of, remove_empty_groups, remove_ships

GROUP_WITHDRAWS = EventKind(
    "group.withdraws",
    "{group} withdraws from {place}: next week it goes to {to}.",
    ("C2E-17.4-01", "C2E-18.2-01"),
)


def withdrawal_departure(
    game: Campaign, group: TaskGroup, desired: Place | None, stream: Stream
) -> Departure:
    """Return the destination of a group that leaves a hex (C2E-18.2-01).

    It is the desired hex, if reachable; otherwise the nearest friendly base within one jump, the
    hex it came from, or a random neighbouring hex.
    """
    if desired is not None and (route := departure_to(game, group.at, desired)) is not None:
        return route
    reachable = {*jumps_from(game, group.at)}
    bases = [
        world.at
        for world in game.worlds
        if world.at in reachable and is_friendly_base(game, world, group.owner)
    ]
    if bases:
        nearest = min(bases, key=lambda at: (distance(group.at, at), at))
        return Departure(to=nearest)
    if group.came_from is not None:
        departure = departure_to(game, group.at, group.came_from)
        if departure is not None:
            return departure
    return Departure(to=stream.choice(neighbours(group.at)))


def departure_to(game: Campaign, start: Place, end: Place) -> Departure | None:
    """Return a move of one week to a hex, by a jump or else by an open lane; None if impossible.

    Later blocks do not stop it (C2E-17.4-01).
    """
    if can_jump_to(game, start, end):
        return Departure(to=end)
    blocked = {world.id for world in game.worlds if world.is_blocked}
    worlds = game.world_at(start), game.world_at(end)
    if start == end or worlds[0] is None or worlds[1] is None:
        return None
    path = lane_path(game, worlds[0].id, worlds[1].id, lambda name: name not in blocked)
    return None if path is None else Departure(to=end, by_lane=True)


def withdraw(
    context: TurnContext[Campaign],
    group: TaskGroup,
    desired: Place | None = None,
    speed: int | None = None,
    formation: str | None = None,
) -> None:
    """Fix a group's move for next week, and end its actions here (C2E-17.4-01).

    `speed` and `formation` are those with which it left a battle under fire (C2E-18.2-02).
    """
    stream = context.stream("departure", group.id)
    departure = withdrawal_departure(context.game, group, desired, stream)
    group.departure = evolve(departure, speed=speed, formation=formation)
    group.withdrawn = True
    context.emit(
        GROUP_WITHDRAWS,
        audience_of(group.owner),
        place=place_id(group.at),
        group=group.name,
        to=place_id(departure.to),
        dice=[context.dice(stream, "departure", group.id)] if stream.drawn else [],
    )


def leave_behind(game: Campaign, group: TaskGroup, ships: Sequence[Ship]) -> TaskGroup | None:
    """Split the given ships off a group; they stay as a separate group.

    Returns the departing group; None if all of it stays (C2E-17.3-02).
    """
    staying = {ship.id for ship in ships}
    if len(staying) == len(game.ships_in(group.id)):
        return None
    if staying:
        split_ships_off(game, group, ships)
    return group


def split_ships_off(game: Campaign, group: TaskGroup, ships: Sequence[Ship]) -> TaskGroup:
    """Split ships off into a new group with the same orders, in the same hex."""
    new = new_group_of(game, group.owner, group.at)
    new.came_from, new.by_lane = group.came_from, group.by_lane
    new.contact, new.battle, new.entry = group.contact, group.battle, group.entry
    new.against, new.until, new.land = group.against, group.until, group.land
    if game.plays_by("1.1.0"):  # C2E-17.6-02
        new.entry_speed, new.entry_formation = group.entry_speed, group.entry_formation
    for ship in ships:
        ship.group = new.id
    remove_empty_groups(game)
    return new


def unable_to_leave(game: Campaign, group: TaskGroup) -> list[Ship]:
    """Return the ships of a group that cannot withdraw, such as all defence units (C2E-17.3-01)."""
    ships = game.ships_in(group.id)
    return ships if group.defence else stranded(ships)


SHIP_HIT = EventKind("ship.hit", "{ship} takes {damage} hits at {place}{fate}.")


def damage_ship(
    context: TurnContext[Campaign],
    ship: Ship,
    damage: int,
    group: TaskGroup,
    subject: tuple[str | int, ...],
) -> None:
    """Hit a ship, and remove it if destroyed."""
    stream = context.stream("hits", *subject)
    destroyed = hit_ship(ship, damage, stream)
    _report_hit(context, ship, damage, group, [context.dice(stream, "hits", *subject)])
    if destroyed:
        remove_ships(context.game, [ship])


def damage_groups(
    context: TurnContext[Campaign],
    groups: Sequence[TaskGroup],
    damage: int,
    subject: tuple[str | int, ...],
) -> None:
    """Hit randomly drawn ships of groups with packets of damage."""
    game = context.game
    stream = context.stream("hits", *subject)
    by_id = {group.id: group for group in groups}
    ships = [ship for ship in game.ships if ship.group in by_id]
    before = {ship.id: ship.hull_lost + ship.armour_lost for ship in ships}
    destroyed = hit_group(ships, damage, stream)
    dice = [context.dice(stream, "hits", *subject)]
    for ship in ships:
        boxes_lost = ship.hull_lost + ship.armour_lost - before[ship.id]
        if boxes_lost:
            _report_hit(context, ship, boxes_lost, by_id[ship.group], dice)
    remove_ships(game, destroyed)


def drive_off(context: TurnContext[Campaign], group: TaskGroup) -> None:
    """Make a group leave next week; ships that cannot jump stay without further actions."""
    game = context.game
    if group not in game.groups or group.withdrawn:
        return
    immobile = unable_to_leave(game, group)
    leaving = leave_behind(game, group, immobile)
    for other in game.groups:
        if immobile and other.id == immobile[0].group:
            other.withdrawn = True
    if leaving is not None:
        withdraw(context, leaving, group.contact.to if group.contact else None)


def _report_hit(
    context: TurnContext[Campaign], ship: Ship, damage: int, group: TaskGroup, dice: Sequence[Dice]
) -> None:
    context.emit(
        SHIP_HIT,
        audience_of(ship.owner),
        place=place_id(group.at),
        ship=ship.name,
        damage=damage,
        fate=" and is destroyed" if ship.hull_left <= 0 else "",
        dice=dice,
    )
