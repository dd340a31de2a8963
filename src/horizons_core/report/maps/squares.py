"""A spatial index of a map: squares, each with the places and lines in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from math import floor

from attrs import define, field

from horizons_core.report.maps.drawing import Point

#: The side of a square.
SIDE = 64.0
Piece = tuple[Point, Point]
Square = tuple[int, int]


@define
class Squares:
    """Places and straight lines by square.

    Attributes:
        spots: the places in each square.
        pieces: the lines through each square, numbered in the order of drawing.
    """

    spots: dict[Square, list[Point]] = field(factory=dict)
    pieces: dict[Square, list[tuple[int, Piece]]] = field(factory=dict)
    _drawn: int = 0

    @classmethod
    def of(cls, positions: Mapping[str, Point]) -> Squares:
        """Make an index of these places, without lines."""
        index = cls()
        for x, y in positions.values():
            index.spots.setdefault((floor(x / SIDE), floor(y / SIDE)), []).append((x, y))
        return index

    def draw(self, pieces: Iterable[Piece]) -> None:
        """Add lines."""
        for piece in pieces:
            self._drawn += 1
            for square in _squares(*piece, 1.0):
                self.pieces.setdefault(square, []).append((self._drawn, piece))

    def spots_near(self, start: Point, end: Point, room: float) -> Iterator[Point]:
        """Yield the places within a distance of a line, and possibly others."""
        return chain.from_iterable(
            self.spots.get(square, ()) for square in _squares(start, end, room)
        )

    def pieces_near(self, start: Point, end: Point) -> Iterable[Piece]:
        """Return the lines that may cross a line, each once."""
        lists = [self.pieces.get(square, ()) for square in _squares(start, end, 1.0)]
        return dict(chain.from_iterable(lists)).values()


def _squares(start: Point, end: Point, room: float) -> Iterator[Square]:
    """Yield the squares that may contain something within a distance of a line."""
    (x1, y1), (x2, y2) = (start, end) if start[1] <= end[1] else (end, start)
    for row in range(floor((y1 - room) / SIDE), floor((y2 + room) / SIDE) + 1):
        top, bottom = max(y1, row * SIDE - room), min(y2, (row + 1) * SIDE + room)
        if y2 - y1 > 1e-9:
            slope = (x2 - x1) / (y2 - y1)
            a, b = x1 + (top - y1) * slope, x1 + (bottom - y1) * slope
        else:
            a, b = x1, x2
        if a > b:
            a, b = b, a
        for column in range(floor((a - room) / SIDE), floor((b + room) / SIDE) + 1):
            yield column, row
