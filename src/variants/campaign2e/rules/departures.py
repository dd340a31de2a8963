"""Departures: next week's move, fixed by a withdrawal (C2E-18.2-01, C2E-17.4-01)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from horizons_core.model import EventKind
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Place, Ship, TaskGroup, place_id
from variants.campaign2e.model.groups import Departure
from variants.campaign2e.model.places import distance, neighbours
from variants.campaign2e.rules.bases import is_friendly_base
from variants.campaign2e.rules.fleets import audience_of
from variants.campaign2e.rules.groups import new_group_of, remove_empty_groups
from variants.campaign2e.rules.jumps import can_jump_to, jumps_from, stranded
from variants.campaign2e.rules.lanes import lane_path

WITHDRAWS = EventKind(
    "group.withdraws",
    "{group} withdraws from {place}: next week it goes to {to}.",
    ("C2E-17.4-01", "C2E-18.2-01"),
)


def destination(
    game: Campaign, group: TaskGroup, desired: Place | None, stream: Stream
) -> Departure:
    """Return the destination of a group that leaves a hex (C2E-18.2-01).

    The desired hex, if reachable; else the nearest friendly base within one jump, the hex it came
    from, or a random neighbouring hex.
    """
    if desired is not None and (route := way_to(game, group.at, desired)) is not None:
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
        back = way_to(game, group.at, group.came_from)
        if back is not None:
            return back
    return Departure(to=stream.choice(neighbours(group.at)))


def way_to(game: Campaign, start: Place, end: Place) -> Departure | None:
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
    context: TurnContext,
    group: TaskGroup,
    desired: Place | None = None,
    speed: int | None = None,
    formation: str | None = None,
) -> None:
    """Fix a group's move of next week, and end its actions here (C2E-17.4-01).

    `speed` and `formation` are those with which it left a battle under fire (C2E-18.2-02).
    """
    stream = context.stream("departure", group.id)
    departure = destination(context.game, group, desired, stream)
    group.departure = evolve(departure, speed=speed, formation=formation)
    group.withdrawn = True
    context.emit(
        WITHDRAWS,
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
        parted_from(game, group, ships)
    return group


def parted_from(game: Campaign, group: TaskGroup, ships: Sequence[Ship]) -> TaskGroup:
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
    """Return the ships of a group that cannot withdraw, as all defence units (C2E-17.3-01)."""
    ships = game.ships_in(group.id)
    return ships if group.defence else stranded(ships)
