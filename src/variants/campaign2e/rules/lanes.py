"""Space lanes: the way along them, and what blocks it (C2E-5.2-01, C2E-5.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from variants.campaign2e.model import Campaign, Place, World


def joined(game: Campaign) -> dict[str, list[str]]:
    """By world, the worlds at the other ends of its lanes, in the order of column, then row.

    What a player knows of a campaign may hold lanes to worlds that the player does not know.
    """
    ends: dict[str, list[World]] = {}
    worlds = {world.id: world for world in game.worlds}
    for lane in game.lanes:
        if lane.a in worlds and lane.b in worlds:
            ends.setdefault(lane.a, []).append(worlds[lane.b])
            ends.setdefault(lane.b, []).append(worlds[lane.a])
    return {
        name: [world.id for world in sorted(others, key=lambda world: world.at)]
        for name, others in ends.items()
    }


def lane_path(
    game: Campaign, start: str, end: str, passable: Callable[[str], bool] = lambda _: True
) -> list[str] | None:
    """The worlds of the way from one to another along lanes, both ends included.

    It has the fewest lanes; of several, the one whose first differing world has the lower column,
    then the lower row (C2E-5.2-01). None where there is no way through `passable` worlds.
    """
    ways = joined(game)
    # The distance of every world from the end: then the way is found from the start, step by step.
    left = {end: 0} if passable(end) else {}
    queue = list(left)
    for name in queue:
        for other in ways.get(name, ()):
            if other not in left and passable(other):
                left[other] = left[name] + 1
                queue.append(other)
    if start not in left:
        return None
    path = [start]
    while path[-1] != end:
        here = path[-1]
        path.append(next(o for o in ways[here] if left.get(o) == left[here] - 1))
    return path


def lane_ends(game: Campaign, start: Place) -> list[str]:
    """The worlds that a group at a place can reach along open lanes in a week, by their places."""
    world = game.world_at(start)
    if world is None or world.is_blocked:
        return []
    worlds = {one.id: one for one in game.worlds}
    ways, seen = joined(game), [world.id]
    for name in seen:
        seen += [
            other
            for other in ways.get(name, ())
            if other not in seen and not worlds[other].is_blocked
        ]
    return sorted(seen[1:], key=lambda name: worlds[name].at)


def path_via(
    game: Campaign, stops: Sequence[str], passable: Callable[[str], bool] = lambda _: True
) -> list[str] | None:
    """The way along lanes through all these worlds in turn (C2E-5.4-02)."""
    whole = [stops[0]]
    for start, end in pairwise(stops):
        part = lane_path(game, start, end, passable)
        if part is None:
            return None
        whole += part[1:]
    return whole


def open_part(path: Sequence[str], blocked: Callable[[str], bool]) -> list[str]:
    """The part of a way that can be travelled: it ends before the first block (C2E-5.4-02).

    A block at the start stops the journey before it begins.
    """
    if blocked(path[0]):
        return [path[0]]
    for number, name in enumerate(path):
        if blocked(name):
            return list(path[:number])
    return list(path)


def networks(game: Campaign, *, open_only: bool) -> dict[str, int]:
    """By world on a lane, the number of the network that its lanes belong to.

    Worlds of one network are joined by lanes; with `open_only` by open ways (C2E-5.4-01).
    """
    ways = joined(game)
    if open_only:
        blocked = {world.id for world in game.worlds if world.is_blocked}
        ways = {name: others for name, others in ways.items() if name not in blocked}
    found: dict[str, int] = {}
    for number, start in enumerate(ways):
        queue = [] if start in found else [start]
        for name in queue:
            if name not in found:
                found[name] = number
                queue += [other for other in ways[name] if other in ways]
    return found
