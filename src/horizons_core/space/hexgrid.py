"""A map of hexes in axial coordinates."""

import math
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from attrs import field, frozen

from horizons_core.space.geometry import nearest_first

Cell = tuple[int, int]

DIRECTIONS: Mapping[str, Cell] = MappingProxyType(
    {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
)
"""The six directions as changes of q and r, anticlockwise from east (EH-SET-002)."""


def _rank(cell: Cell) -> Cell:
    """Return the sort key: row by row from the top, each from the left (EH-SEQ-002)."""
    return cell[1], cell[0]


@frozen
class HexGrid:
    """A rhombus of pointy-top hexes: q from 0 to width - 1, r growing downwards to height - 1.

    The map's order is row by row: by r, then by q.

    Attributes:
        width: number of hexes in a row.
        height: number of rows.
        wraps: whether opposite edges are joined: q is taken modulo width and r modulo height.

    Raises:
        ValueError: a width or height below 1.
    """

    width: int
    height: int
    wraps: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            message = f"a field of {self.width} by {self.height} hexes is empty: give 1 or more"
            raise ValueError(message)

    def places(self) -> list[Cell]:
        """Return all hexes, row by row."""
        return [(q, r) for r in range(self.height) for q in range(self.width)]

    def contains(self, place: Cell) -> bool:
        """Return whether `place` is two integers on the map; a wrapping map contains all."""
        if len(place) != 2 or not all(isinstance(number, int) for number in place):
            return False
        return self.wraps or (0 <= place[0] < self.width and 0 <= place[1] < self.height)

    def normal(self, place: Cell) -> Cell:
        """Return the hex with q from 0 to width - 1 and r from 0 to height - 1.

        Raises:
            ValueError: the hex is off the map.
        """
        if not self.contains(place):
            message = (
                f"no hex {place} on this map: q is a whole number from 0 to {self.width - 1}, "
                f"r from 0 to {self.height - 1}"
            )
            raise ValueError(message)
        return place[0] % self.width, place[1] % self.height

    def distance(self, a: Cell, b: Cell) -> int:
        """Return the least number of moves from `a` to `b` (EH-SET-003).

        Raises:
            ValueError: one of the two is off the map.
        """
        (aq, ar), (bq, br) = self.normal(a), self.normal(b)
        dq, dr = bq - aq, br - ar
        if not self.wraps:
            return _moves(dq, dr)
        # a shortest path crosses an edge at most once, so two differences per axis are enough
        east, south = dq % self.width, dr % self.height
        return min(
            _moves(q, r) for q in (east, east - self.width) for r in (south, south - self.height)
        )

    def step(self, place: Cell, direction: str) -> Cell:
        """Return the hex one move from `place` in a direction, E, NE, NW, W, SW or SE (EH-SET-002).

        Raises:
            ValueError: an unknown direction, or a move over the edge of a map that does not wrap.
        """
        if direction not in DIRECTIONS:
            message = f"no direction {direction!r}: it is one of {', '.join(DIRECTIONS)}"
            raise ValueError(message)
        (q, r), (dq, dr) = self.normal(place), DIRECTIONS[direction]
        return self.normal((q + dq, r + dr))

    def neighbours(self, place: Cell, among: Iterable[Cell] | None = None) -> list[Cell]:
        """Return the hexes that share an edge with `place`, anticlockwise from east.

        There are fewer than six at an edge and on a wrapping map narrower than three hexes.

        Raises:
            ValueError: a hex is off the map.
        """
        around = self.ring(place, 1)
        if among is None:
            return around
        chosen = set(map(self.normal, among))
        return [cell for cell in around if cell in chosen]

    def ring(self, centre: Cell, radius: int) -> list[Cell]:
        """Return the hexes at exactly `radius` moves, anticlockwise from due east.

        Raises:
            ValueError: the centre is off the map.
        """
        q, r = self.normal(centre)
        if radius == 0:
            return [(q, r)]
        cells = [(q + dq, r + dr) for dq, dr in _circle(radius)]
        on_map = dict.fromkeys(self.normal(cell) for cell in cells if self.contains(cell))
        return [cell for cell in on_map if self.distance(centre, cell) == radius]

    def spiral(self, centre: Cell, radius: int) -> list[Cell]:
        """Return the hexes at up to `radius` moves: the centre, then ring by ring.

        Raises:
            ValueError: the centre is off the map.
        """
        return [cell for size in range(radius + 1) for cell in self.ring(centre, size)]

    def within(self, place: Cell, reach: float, among: Iterable[Cell] | None = None) -> list[Cell]:
        """Return the hexes at up to `reach` moves, nearest first, then row by row.

        Without `among` the cost grows with the hexes in reach, not with those of the map.

        Raises:
            ValueError: a hex is off the map.
        """
        if among is None:
            farthest = min(max(reach, -1), self.width + self.height)
            candidates = self.spiral(place, math.floor(farthest))
        else:
            candidates = [self.normal(cell) for cell in among]
        return nearest_first(candidates, reach, lambda cell: self.distance(place, cell), _rank)

    def path(self, a: Cell, b: Cell) -> list[Cell]:
        """Return a shortest path with both ends; of equal steps, the first anticlockwise from east.

        Raises:
            ValueError: one of the two is off the map.
        """
        path, goal = [self.normal(a)], self.normal(b)
        while path[-1] != goal:
            remaining = self.distance(path[-1], goal)
            around = self.neighbours(path[-1])
            path.append(next(cell for cell in around if self.distance(cell, goal) < remaining))
        return path

    def format(self, place: Cell) -> str:
        """Format the hex as ``q,r``.

        Raises:
            ValueError: the hex is off the map.
        """
        q, r = self.normal(place)
        return f"{q},{r}"

    def parse(self, text: str) -> Cell:
        """Parse a hex written as ``q,r``, ``q r`` or ``(q, r)``.

        Raises:
            ValueError: not two whole numbers, or a hex off the map.
        """
        bare = text.strip().removeprefix("(").removesuffix(")").strip()
        try:
            q, r = map(int, re.split(r"\s*,\s*|\s+", bare))
        except ValueError as error:
            message = f"{text!r} is not a place: write it like 3,4"
            raise ValueError(message) from error
        return self.normal((q, r))


def _moves(dq: int, dr: int) -> int:
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def _circle(radius: int) -> list[Cell]:
    """Return the differences of length `radius`: six sides, anticlockwise from due east."""
    sides = list(DIRECTIONS.values())
    cells, (q, r) = [], (radius, 0)
    for side in range(6):
        dq, dr = sides[(side + 2) % 6]
        for _ in range(radius):
            cells.append((q, r))
            q, r = q + dq, r + dr
    return cells
