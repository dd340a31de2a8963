"""Jumps and space lanes: destinations, routes, and blocks.

A ship jumps to a hex (C2E-5.1), or travels from world to world along lanes, which can be blocked
(C2E-5.2-01, C2E-5.4). With LANE ON and LANE OFF owners open and block the lanes of their worlds
(C2E-5.4-01).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import JUMP
from variants.campaign2e.model import Campaign, Place, Player, Ship, World
from variants.campaign2e.model.places import distance, neighbours, place_id, within
from variants.campaign2e.references import WORLD, world_name


def can_jump_to(game: Campaign, start: Place, end: Place) -> bool:
    """Return whether a jump leads from one hex to another (C2E-5.1-01, C2E-5.1-02).

    A jump reaches any neighbour; between worlds it can pass over one hex.
    """
    steps = distance(start, end)
    if steps <= 1:
        return steps == 1
    both = game.world_at(start) is not None and game.world_at(end) is not None
    return steps <= JUMP and both


def jumps_from(game: Campaign, start: Place) -> list[Place]:
    """Return the destinations of a jump, by column and row."""
    nearby = neighbours(start)
    worlds = {world.id for world in game.worlds}
    if place_id(start) not in worlds:
        return sorted(nearby)
    return sorted(
        at for at in within(start, JUMP) if at != start and (at in nearby or place_id(at) in worlds)
    )


def stranded(ships: Sequence[Ship], *, tows_defences: bool = False) -> list[Ship]:
    """Return the ships that prevent a group from jumping (C2E-5.1-03).

    Ships with tug drives tow ships without a working FTL drive up to their capacity, the lightest
    first. Fixed units cannot be towed; before 1.1.0 defence units without FTL drive could.
    """
    unable = sorted((ship for ship in ships if not ship.can_jump), key=lambda s: s.design.mass)
    room = int_sum(ship.design.towing for ship in ships if ship.can_jump)
    remaining = []
    for ship in unable:
        stays = ship.bound if tows_defences else ship.is_fixed
        if stays or ship.design.mass > room:  # C2E-8.1-03, C2E-8.2-02
            remaining.append(ship)
        else:
            room -= ship.design.mass
    return remaining


def lane_neighbours(game: Campaign) -> dict[str, list[str]]:
    """Return the neighbours of each world on lanes, by column and row.

    A player's view may contain lanes to worlds that the player does not know.
    """
    ends: dict[str, list[World]] = {}
    worlds = {world.id: world for world in game.worlds}
    for lane in game.lanes:
        if lane.a in worlds and lane.b in worlds:
            ends.setdefault(lane.a, []).append(worlds[lane.b])
            ends.setdefault(lane.b, []).append(worlds[lane.a])
    return {
        name: [world.id for world in sorted(ends_of, key=lambda world: world.at)]
        for name, ends_of in ends.items()
    }


def lane_path(
    game: Campaign, start: str, end: str, passable: Callable[[str], bool] = lambda _: True
) -> list[str] | None:
    """Return the shortest route between two worlds along lanes, both ends included.

    Of equally short routes the one whose first differing world has the lower column, then row, is
    chosen (C2E-5.2-01). None if no route leads through `passable` worlds.
    """
    neighbours = lane_neighbours(game)
    # Distances are computed from the end; then the route is followed step by step from the start.
    steps = {end: 0} if passable(end) else {}
    queue = list(steps)
    for name in queue:
        for other in neighbours.get(name, ()):
            if other not in steps and passable(other):
                steps[other] = steps[name] + 1
                queue.append(other)
    if start not in steps:
        return None
    path = [start]
    while path[-1] != end:
        current = path[-1]
        path.append(next(o for o in neighbours[current] if steps.get(o) == steps[current] - 1))
    return path


def lane_ends(game: Campaign, start: Place, neighbours: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the worlds within a week's journey along open lanes, by their places."""
    world = game.world_at(start)
    if world is None or world.is_blocked:
        return []
    worlds = {world.id: world for world in game.worlds}
    reached = [world.id]
    for name in reached:
        reached += [
            other
            for other in neighbours.get(name, ())
            if other not in reached and not worlds[other].is_blocked
        ]
    return sorted(reached[1:], key=lambda name: worlds[name].at)


def path_via(
    game: Campaign, stops: Sequence[str], passable: Callable[[str], bool] = lambda _: True
) -> list[str] | None:
    """Return the route along lanes through all given worlds in turn (C2E-5.4-02)."""
    path = [stops[0]]
    for start, end in pairwise(stops):
        part = lane_path(game, start, end, passable)
        if part is None:
            return None
        path += part[1:]
    return path


def open_part(path: Sequence[str], blocked: Callable[[str], bool]) -> list[str]:
    """Return the part of a route before the first block (C2E-5.4-02).

    A block at the start prevents the journey.
    """
    if blocked(path[0]):
        return [path[0]]
    for number, name in enumerate(path):
        if blocked(name):
            return list(path[:number])
    return list(path)


def networks(game: Campaign, *, open_only: bool) -> dict[str, int]:
    """Return the network number of each world on a lane.

    Worlds of one network are connected by lanes; with `open_only` by open ones (C2E-5.4-01).
    """
    neighbours = lane_neighbours(game)
    if open_only:
        blocked = {world.id for world in game.worlds if world.is_blocked}
        neighbours = {name: ends for name, ends in neighbours.items() if name not in blocked}
    numbers: dict[str, int] = {}
    for number, start in enumerate(neighbours):
        queue = [] if start in numbers else [start]
        for name in queue:
            if name not in numbers:
                numbers[name] = number
                queue += [other for other in neighbours[name] if other in neighbours]
    return numbers


LANES_TURNED = EventKind("lane.turned", "The lanes of {world} are turned {state}.", ("C2E-5.4-01",))


def turn_lanes_off(context: TurnContext[Campaign], _sender: Player, order: Order) -> None:
    """LANE OFF: block the lanes of one of the sender's worlds for everyone."""
    _turn_lanes(context, order[WORLD], off=True)


def turn_lanes_on(context: TurnContext[Campaign], _sender: Player, order: Order) -> None:
    """LANE ON: unblock the lanes of a world; an interdiction still blocks them."""
    _turn_lanes(context, order[WORLD], off=False)


def _turn_lanes(context: TurnContext[Campaign], world: World, *, off: bool) -> None:
    if not any(world.id in (lane.a, lane.b) for lane in context.game.lanes):
        message = f"{world_name(world)} has no lane"
        raise Refused(Refusal("no-lane", message, "lanes are shown on the map", "world"))
    if world.lane_off == off:
        return
    world.lane_off = off
    state = "off" if off else "on"
    recipients = context.game.audience_knowing(world)  # blocks are visible on the map (C2E-15.3-02)
    context.emit(LANES_TURNED, recipients, place=world.id, world=world_name(world), state=state)
