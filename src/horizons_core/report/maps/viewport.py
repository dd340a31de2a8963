"""The part of a plane on a map, and free space for labels in it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from horizons_core.report.maps.drawing import MARGIN, Point

#: The size of the squares that index the boxes.
_SQUARE = 64.0

#: Width of the drawing; a crowded one grows until most places have this distance to the next.
WIDTH, WIDEST = 1000.0, 2600.0
ROOM = 30.0


@frozen
class Box:
    """A rectangle of the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, centre: Point, width: float, height: float) -> Box:
        x, y = centre
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    def meets(self, other: Box) -> bool:
        """Return whether the two overlap."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box) -> bool:
        """Return whether the other lies completely inside."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom


@frozen
class Sheet:
    """A drawing with occupied areas."""

    bounds: Box
    _occupied: dict[tuple[int, int], list[Box]] = field(factory=dict)

    def take(self, box: Box) -> None:
        """Mark an area as occupied."""
        for square in _squares(box):
            self._occupied.setdefault(square, []).append(box)

    def free(self, box: Box) -> bool:
        """Return whether the box lies inside the drawing and touches no occupied area."""
        if not self.bounds.holds(box):
            return False
        return not any(
            box.meets(other) for square in _squares(box) for other in self._occupied.get(square, ())
        )

    def place_near(self, spot: Point, radius: float, width: float, height: float) -> Point | None:
        """Occupy a free box of this size next to a place; return its centre, or None if full."""
        for middle in _middles(spot, radius, width, height):
            box = Box.around(middle, width, height)
            if self.free(box):
                self.take(box)
                return middle
        return None


def _middles(spot: Point, radius: float, width: float, height: float) -> Iterator[Point]:
    """Yield centres below, above, to the right, to the left, and at the corners."""
    x, y = spot
    across, down = radius + width / 2 + 1, radius + height / 2
    yield x, y + down
    yield x, y - down
    yield x + across, y
    yield x - across, y
    for far_x in (across * 0.8, -across * 0.8):
        for far_y in (down * 0.8, -down * 0.8):
            yield x + far_x, y + far_y


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    for row in range(int(box.top // _SQUARE), int(box.bottom // _SQUARE) + 1):
        for column in range(int(box.left // _SQUARE), int(box.right // _SQUARE) + 1):
            yield column, row


@frozen
class Viewport:
    """The visible part of the plane, and the position of its points in the drawing.

    With `up`, y grows upwards.
    """

    x: float
    y: float
    width: float
    height: float
    scale: float
    up: bool

    def spot(self, at: Iterable[float]) -> Point:
        x, y = at
        down = self.y + self.height - y if self.up else y - self.y
        return 2 * MARGIN + (x - self.x) * self.scale, 2 * MARGIN + down * self.scale

    @property
    def box(self) -> Box:
        return self.around((self.x, self.y), self.far_corner)

    def around(self, corner: Point, opposite: Point) -> Box:
        """Return the rectangle of the drawing between two opposite corners."""
        (x1, y1), (x2, y2) = self.spot(corner), self.spot(opposite)
        return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))

    @property
    def far_corner(self) -> Point:
        """The corner with the largest x and y."""
        return self.x + self.width, self.y + self.height

    def shows(self, at: Iterable[float]) -> bool:
        x, y = at
        return 0 <= x - self.x <= self.width and 0 <= y - self.y <= self.height


def viewport_of(document: Mapping[str, Any]) -> Viewport:
    """Return the window of a document, or all of its plane."""
    full_plane = {"x": 0.0, "y": 0.0, "width": document["width"], "height": document["height"]}
    up = document.get("up", False)
    window = Viewport(**(document.get("window") or full_plane), scale=1.0, up=up)
    places = [place["at"] for place in document["places"] if window.shows(place["at"])]
    width = min(max(WIDTH, ROOM * window.width / max(_spacing(places), 1e-9)), WIDEST)
    return evolve(window, scale=(width - 4 * MARGIN) / max(window.width, 1e-9))


def _spacing(places: Iterable[Iterable[float]]) -> float:
    """Return the distance to the nearest place that two thirds of the places exceed."""
    spots: list[Point] = sorted((x, y) for x, y in places)
    if len(spots) < 3:
        return math.inf
    return sorted(_nearest(spots, number) for number in range(len(spots)))[len(spots) // 3]


def _nearest(spots: Sequence[Point], number: int) -> float:
    """Return the distance from a spot to the nearest one; the spots are sorted."""
    x, y = spots[number]
    minimum = math.inf
    for indices in (range(number + 1, len(spots)), range(number - 1, -1, -1)):
        for index in indices:
            across, down = spots[index][0] - x, spots[index][1] - y
            if abs(across) > minimum:
                break
            minimum = min(minimum, math.sqrt(across * across + down * down))
    return minimum
