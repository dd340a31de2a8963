"""Permanent positions on the map, each near the system that led to its discovery.

Systems are placed on a grid in the order of discovery of links, near the system at the start
of the link, so that links to new systems touch no others, and cross none while there is room. Later
discoveries have no influence, so systems on the map never move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from math import inf, sqrt
from types import MappingProxyType

from attrs import define, field

Spot = tuple[int, int]
#: Distance from its parent within which a place is sought for a new system, in cells.
REACH = 9
#: Preferred lengths of links to new systems, by transits from the first system; the last is for all
#: others.
LENGTHS = (2.0, 1.5, 1.0)
#: The minimum distance of systems from links, squared.
CLEAR = 0.2
#: Costs of turns of direction and of near systems, in terms of length.
TURN, CROWD = 0.7, 0.9
#: The cost of crossing another link, if there is no better place.
CROSSING = 6.0


@lru_cache(maxsize=64)
def lay_out_systems(
    first: str, links: tuple[tuple[str, str], ...], names: tuple[str, ...]
) -> Mapping[str, Spot]:
    """The cell of each system by name.

    Args:
        first: the system in the middle.
        links: pairs of linked systems, in the order of discovery.
        names: systems that may be unlinked; these are placed in rows below all others.
    """
    places = GridLayout()
    places.place(first, (0, 0), None)
    for link in links:
        start, end = link if link[0] in places.spots else link[::-1]
        if start not in places.spots:
            start, end = link  # neither is placed yet: a separate part of the map
            places.place(start, places.below(), None)
        if end not in places.spots:
            places.add(end, start)
    for name in names:
        if name not in places.spots:
            places.place(name, places.below(), None)
    return MappingProxyType(places.spots)


@define
class GridLayout:
    """Systems on the grid, and the links that led to their discovery.

    Attributes:
        spots: the cell of each system.
        occupied: the cells of systems.
        parents: for each system, the system that led to its discovery.
        depths: for each system, the number of links from the first system of its part of the map.
        near: for each cell, the links that pass it or its neighbors.
    """

    spots: dict[str, Spot] = field(factory=dict)
    occupied: set[Spot] = field(factory=set)
    parents: dict[str, str] = field(factory=dict)
    depths: dict[str, int] = field(factory=dict)
    near: dict[Spot, list[tuple[Spot, Spot]]] = field(factory=dict)

    def place(self, name: str, spot: Spot, parent: str | None) -> None:
        """Place a system on a spot."""
        self.spots[name] = spot
        self.occupied.add(spot)
        self.depths[name] = self.depths[parent] + 1 if parent else 0
        if parent is None:
            return
        self.parents[name] = parent
        link = self.spots[parent], spot
        for cell in _cells(*link):
            self.near.setdefault(cell, []).append(link)

    def add(self, name: str, parent: str) -> None:
        """Place a system near its parent, where the cost is least."""
        px, py = self.spots[parent]
        depth = self.depths[parent]
        preferred = LENGTHS[min(depth, len(LENGTHS) - 1)]
        heading = self._heading(parent)
        best, least = None, inf
        for dx, dy, length in _offsets():
            if length - preferred >= least:
                break
            spot = px + dx, py + dy
            cost = abs(length - preferred) + TURN * _turn(heading, dx, dy, length)
            if cost >= least or spot in self.occupied:
                continue
            cost = self._add_crowding_cost(cost, spot, (px, py), least)
            if cost < least:
                cost += CROSSING * self._count_crossings((px, py), spot)
            if cost < least:
                best, least = spot, cost
        self.place(name, best or self.below(), parent if best else None)

    def below(self) -> Spot:
        """A spot below all systems, for an unlinked one."""
        bottom = max(y for _, y in self.occupied) if self.occupied else 0
        return 0, bottom + 2

    def _heading(self, name: str) -> tuple[float, float]:
        """The direction of the link to a system; (0, 0) for a first one."""
        parent = self.parents.get(name)
        if parent is None:
            return 0.0, 0.0
        (x, y), (px, py) = self.spots[name], self.spots[parent]
        length = sqrt((x - px) * (x - px) + (y - py) * (y - py))
        return (x - px) / length, (y - py) / length

    def _add_crowding_cost(self, cost: float, spot: Spot, parent: Spot, least: float) -> float:
        """Add the cost of systems near a spot, more for nearer ones, until it reaches `least`."""
        x, y = spot
        crowd, total = 0.0, cost
        for dx, dy, weight in _neighbourhood():
            near = x + dx, y + dy
            if near in self.occupied and near != parent:
                crowd += weight
                total = cost + CROWD * crowd
                if total >= least:
                    break
        return total

    def _count_crossings(self, start: Spot, end: Spot) -> float:
        """The number of links crossed between two spots; infinite if a system is touched."""
        crossed: dict[tuple[Spot, Spot], None] = {}
        for cell in _cells(start, end):
            if cell in self.occupied and _is_too_close(cell, start, end):
                return inf
            for link in self.near.get(cell, ()):
                if link not in crossed and _cross(start, end, *link):
                    crossed[link] = None
        if any(_is_too_close(end, *link) for link in self.near.get(end, ())):
            return inf
        return len(crossed)


@cache
def _offsets() -> tuple[tuple[int, int, float], ...]:
    """Cells around the origin by their distance, then from top to bottom."""
    span = range(-REACH, REACH + 1)
    cells = [(dx, dy, sqrt(dx * dx + dy * dy)) for dx in span for dy in span if dx or dy]
    return tuple(sorted(cells, key=lambda offset: (offset[2], offset[1], offset[0])))


@cache
def _neighbourhood() -> tuple[tuple[int, int, float], ...]:
    return tuple((dx, dy, 1 / (length * length)) for dx, dy, length in _offsets() if length < 3)


def _turn(heading: tuple[float, float], dx: int, dy: int, length: float) -> float:
    """The change of direction: 0 for straight on, 2 for back; 1 if there is no heading."""
    x, y = heading
    return 1 - (x * dx + y * dy) / length


@lru_cache(maxsize=1 << 14)
def _cells(start: Spot, end: Spot) -> tuple[Spot, ...]:
    """The cells that a link passes, and their neighbors."""
    (x1, y1), (x2, y2) = start, end
    steps = 2 * max(abs(x2 - x1), abs(y2 - y1))
    cells: dict[Spot, None] = {}
    for step in range(steps + 1):
        x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
        for cell in _around(x, y):
            cells[cell] = None
    return tuple(cells)


def _around(x: float, y: float) -> Iterator[Spot]:
    left, top = int(x // 1), int(y // 1)
    yield left, top
    if x > left:
        yield left + 1, top
    if y > top:
        yield left, top + 1
        if x > left:
            yield left + 1, top + 1


def _is_too_close(spot: Spot, start: Spot, end: Spot) -> bool:
    """True if a spot that is neither end touches a link."""
    if spot in (start, end):
        return False
    (x, y), (x1, y1), (x2, y2) = spot, start, end
    dx, dy = x2 - x1, y2 - y1
    along = (x - x1) * dx + (y - y1) * dy
    if not 0 < along < dx * dx + dy * dy:
        return False
    across = (x - x1) * dy - (y - y1) * dx
    return across * across < CLEAR * (dx * dx + dy * dy)


def _cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """True if two links cross; those with a common end do not, unless one covers the other."""
    shared = {a, b} & {c, d}
    if shared:
        if len(shared) == 2:
            return True
        hub = shared.pop()
        (x, y), (px, py), (qx, qy) = hub, b if a == hub else a, d if c == hub else c
        straight = (px - x) * (qy - y) == (py - y) * (qx - x)
        return straight and (px - x) * (qx - x) + (py - y) * (qy - y) > 0
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _side(a: Spot, b: Spot, c: Spot) -> int:
    """The side of the line through two spots on which a third one lies."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)
