"""Where systems stand on the map: each beside the one from which it was found, for ever.

Systems are placed in the order in which their ways were learnt, on a grid, beside the system where
the way begins and so that no way to a new system touches another, or crosses another such way as
long as there is room. As nothing that is found later plays a part in it, what stands on the map
never moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from math import inf, sqrt
from types import MappingProxyType

from attrs import define, field

Spot = tuple[int, int]
#: How far from its parent a new system is looked for a place, in cells.
REACH = 9
#: How long the way to a new system should be, by the transits from the first one; then the last.
LENGTHS = (2.0, 1.5, 1.0)
#: How near to a way no system may stand, squared.
CLEAR = 0.2
#: What a turn of the way, and near systems, cost in terms of its length.
TURN, CROWD = 0.7, 0.9
#: What crossing another way costs, where there is no better place.
CROSSING = 6.0


@lru_cache(maxsize=64)
def laid_out(
    first: str, ways: tuple[tuple[str, str], ...], others: tuple[str, ...]
) -> Mapping[str, Spot]:
    """The cell of each system, by its name.

    Args:
        first: what stands in the middle.
        ways: two systems each, in the order in which the ways were learnt.
        others: systems to which no way may lead; without one they stand in rows below all others.
    """
    places = Places()
    places.put(first, (0, 0), None)
    for way in ways:
        here, there = way if way[0] in places.spots else way[::-1]
        if here not in places.spots:
            here, there = way  # neither stands yet: a part of the map by itself
            places.put(here, places.below(), None)
        if there not in places.spots:
            places.add(there, here)
    for name in others:
        if name not in places.spots:
            places.put(name, places.below(), None)
    return MappingProxyType(places.spots)


@define
class Places:
    """Systems on the grid, and the ways by which they were found.

    Attributes:
        spots: by system, its cell.
        taken: the cells on which systems stand.
        parents: by system, the one from which it was found.
        depths: by system, how many ways lead to it from the first one of its part of the map.
        near: by cell, the ways that pass it or its neighbours.
    """

    spots: dict[str, Spot] = field(factory=dict)
    taken: set[Spot] = field(factory=set)
    parents: dict[str, str] = field(factory=dict)
    depths: dict[str, int] = field(factory=dict)
    near: dict[Spot, list[tuple[Spot, Spot]]] = field(factory=dict)

    def put(self, name: str, spot: Spot, parent: str | None) -> None:
        """Let a system stand on a spot."""
        self.spots[name] = spot
        self.taken.add(spot)
        self.depths[name] = self.depths[parent] + 1 if parent else 0
        if parent is None:
            return
        self.parents[name] = parent
        way = self.spots[parent], spot
        for cell in _cells(*way):
            self.near.setdefault(cell, []).append(way)

    def add(self, name: str, parent: str) -> None:
        """Place a system beside its parent, where the way to it costs least."""
        px, py = self.spots[parent]
        depth = self.depths[parent]
        wished = LENGTHS[min(depth, len(LENGTHS) - 1)]
        heading = self._heading(parent)
        best, least = None, inf
        for dx, dy, length in _offsets():
            if length - wished >= least:
                break
            spot = px + dx, py + dy
            cost = abs(length - wished) + TURN * _turn(heading, dx, dy, length)
            if cost >= least or spot in self.taken:
                continue
            cost = self._with_crowd(cost, spot, (px, py), least)
            if cost < least:
                cost += CROSSING * self._met((px, py), spot)
            if cost < least:
                best, least = spot, cost
        self.put(name, best or self.below(), parent if best else None)

    def below(self) -> Spot:
        """A spot below all systems, for what no way leads to."""
        bottom = max(y for _, y in self.taken) if self.taken else 0
        return 0, bottom + 2

    def _heading(self, name: str) -> tuple[float, float]:
        """The direction of the way to a system; none for the first one."""
        parent = self.parents.get(name)
        if parent is None:
            return 0.0, 0.0
        (x, y), (px, py) = self.spots[name], self.spots[parent]
        length = sqrt((x - px) * (x - px) + (y - py) * (y - py))
        return (x - px) / length, (y - py) / length

    def _with_crowd(self, cost: float, spot: Spot, parent: Spot, least: float) -> float:
        """A cost with that of systems near a spot, the nearer the more; reckoned up to `least`."""
        x, y = spot
        crowd, total = 0.0, cost
        for dx, dy, weight in _neighbourhood():
            near = x + dx, y + dy
            if near in self.taken and near != parent:
                crowd += weight
                total = cost + CROWD * crowd
                if total >= least:
                    break
        return total

    def _met(self, start: Spot, end: Spot) -> float:
        """How many ways a way between two spots crosses; infinite if it touches a system."""
        crossed: dict[tuple[Spot, Spot], None] = {}
        for cell in _cells(start, end):
            if cell in self.taken and _is_close(cell, start, end):
                return inf
            for way in self.near.get(cell, ()):
                if way not in crossed and _cross(start, end, *way):
                    crossed[way] = None
        if any(_is_close(end, *way) for way in self.near.get(end, ())):
            return inf
        return len(crossed)


@cache
def _offsets() -> tuple[tuple[int, int, float], ...]:
    """Cells about the origin by their distance, then from above to below."""
    span = range(-REACH, REACH + 1)
    found = [(dx, dy, sqrt(dx * dx + dy * dy)) for dx in span for dy in span if dx or dy]
    return tuple(sorted(found, key=lambda offset: (offset[2], offset[1], offset[0])))


@cache
def _neighbourhood() -> tuple[tuple[int, int, float], ...]:
    return tuple((dx, dy, 1 / (length * length)) for dx, dy, length in _offsets() if length < 3)


def _turn(heading: tuple[float, float], dx: int, dy: int, length: float) -> float:
    """0 straight on, 2 straight back; 1 whatever the way, if there is no heading."""
    x, y = heading
    return 1 - (x * dx + y * dy) / length


@lru_cache(maxsize=1 << 14)
def _cells(start: Spot, end: Spot) -> tuple[Spot, ...]:
    """The cells that a way passes, and those beside it."""
    (x1, y1), (x2, y2) = start, end
    steps = 2 * max(abs(x2 - x1), abs(y2 - y1))
    found: dict[Spot, None] = {}
    for step in range(steps + 1):
        x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
        for cell in _around(x, y):
            found[cell] = None
    return tuple(found)


def _around(x: float, y: float) -> Iterator[Spot]:
    left, top = int(x // 1), int(y // 1)
    yield left, top
    if x > left:
        yield left + 1, top
    if y > top:
        yield left, top + 1
        if x > left:
            yield left + 1, top + 1


def _is_close(spot: Spot, start: Spot, end: Spot) -> bool:
    """Whether a spot that is neither end touches a way."""
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
    """Whether two ways cross; those that begin at one spot do not, unless one covers the other."""
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
    """On which side of a line through two spots a third one stands."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)
