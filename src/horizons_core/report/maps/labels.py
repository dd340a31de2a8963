"""Placement of names on a crowded map: next to their place, without overlaps."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from horizons_core.report.maps.drawing import Point

#: The size of the squares that index the boxes.
_SQUARE = 64.0


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
