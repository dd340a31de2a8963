"""Departures: the move of next week, which withdrawal fixes at once (C2E-18.2-01, C2E-17.4-01)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from horizons_core.model import EventKind
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Group, Place, Ship, place_id
from variants.campaign2e.model.groups import Departure
from variants.campaign2e.model.places import distance, neighbours
from variants.campaign2e.rules.bases import is_friendly_base
from variants.campaign2e.rules.fleets import told
from variants.campaign2e.rules.groups import new_group_of, remove_empty_groups
from variants.campaign2e.rules.jumps import can_jump_to, jumps_from, stranded
from variants.campaign2e.rules.lanes import lane_path

WITHDRAWS = EventKind(
    "group.withdraws",
    "{group} withdraws from {place}: next week it goes to {to}.",
    ("C2E-17.4-01", "C2E-18.2-01"),
)


def destination(game: Campaign, group: Group, wanted: Place | None, stream: Stream) -> Departure:
    """Where a group goes that leaves a hex (C2E-18.2-01).

    To where it was told to withdraw, if it can get there; otherwise to the nearest friendly base
    within one jump, else back to where it came from, else to a neighbouring hex by chance.
    """
    if wanted is not None and (way := way_to(game, group.at, wanted)) is not None:
        return way
    near = {*jumps_from(game, group.at)}
    bases = [
        world.at
        for world in game.worlds
        if world.at in near and is_friendly_base(game, world, group.owner)
    ]
    if bases:
        nearest = min(bases, key=lambda at: (distance(group.at, at), at))
        return Departure(to=nearest)
    if group.came_from is not None:
        back = way_to(game, group.at, group.came_from)
        if back is not None:
            return back
    return Departure(to=stream.choice(neighbours(group.at)))


def way_to(game: Campaign, start: Place, end: Place) -> Departure | None:
    """A move of one week from a hex to another, by a jump or else by an open lane; None without.

    Blocks that arise later do not stop it (C2E-17.4-01).
    """
    if can_jump_to(game, start, end):
        return Departure(to=end)
    blocked = {world.id for world in game.worlds if world.is_blocked}
    there = game.world_at(start), game.world_at(end)
    if start == end or there[0] is None or there[1] is None:
        return None
    path = lane_path(game, there[0].id, there[1].id, lambda name: name not in blocked)
    return None if path is None else Departure(to=end, by_lane=True)


def withdraw(
    context: TurnContext,
    group: Group,
    wanted: Place | None = None,
    speed: int | None = None,
    formation: str | None = None,
) -> None:
    """Fix a group's move of next week, and keep it from doing more here (C2E-17.4-01).

    `speed` and `formation` are those with which it left a battle under fire (C2E-18.2-02).
    """
    stream = context.stream("departure", group.id)
    way = destination(context.game, group, wanted, stream)
    group.departure = evolve(way, speed=speed, formation=formation)
    group.withdrawn = True
    context.emit(
        WITHDRAWS,
        told(group.owner),
        place=place_id(group.at),
        group=group.name,
        to=place_id(way.to),
        dice=[context.dice(stream, "departure", group.id)] if stream.drawn else [],
    )


def leave_behind(game: Campaign, group: Group, ships: Sequence[Ship]) -> Group | None:
    """Part the other ships of a group from these, which stay as a group of their own.

    Answers the group that goes on; None if all of it stays (C2E-17.3-02).
    """
    staying = {ship.id for ship in ships}
    if len(staying) == len(game.ships_in(group.id)):
        return None
    if staying:
        parted_from(game, group, ships)
    return group


def parted_from(game: Campaign, group: Group, ships: Sequence[Ship]) -> Group:
    """A new group of some ships of another, with its orders, in its hex."""
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


def unable_to_leave(game: Campaign, group: Group) -> list[Ship]:
    """The ships of a group that cannot withdraw (C2E-17.3-01); defence units never do."""
    ships = game.ships_in(group.id)
    return ships if group.defence else stranded(ships)
