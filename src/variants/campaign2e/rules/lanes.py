"""Space lanes: routes and blocks (C2E-5.2-01, C2E-5.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from variants.campaign2e.model import Campaign, Place, World


def joined(game: Campaign) -> dict[str, list[str]]:
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
    """Return the shortest way between two worlds along lanes, both ends included.

    Of equally short ways the one whose first differing world has the lower column, then row, is
    chosen (C2E-5.2-01). None if no way leads through `passable` worlds.
    """
    neighbours = joined(game)
    # Distances are computed from the end; then the way is followed step by step from the start.
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


def lane_ends(game: Campaign, start: Place) -> list[str]:
    """Return the worlds within a week's journey along open lanes, by their places."""
    world = game.world_at(start)
    if world is None or world.is_blocked:
        return []
    worlds = {world.id: world for world in game.worlds}
    neighbours, reached = joined(game), [world.id]
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
    """Return the way along lanes through all given worlds in turn (C2E-5.4-02)."""
    path = [stops[0]]
    for start, end in pairwise(stops):
        part = lane_path(game, start, end, passable)
        if part is None:
            return None
        path += part[1:]
    return path


def open_part(path: Sequence[str], blocked: Callable[[str], bool]) -> list[str]:
    """Return the part of a way before the first block (C2E-5.4-02).

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
    neighbours = joined(game)
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
