"""Finding room for names on a crowded map: each beside its place, none on another thing."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from horizons_core.report.maps.drawing import Point

#: Boxes are looked up by squares of this size.
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
        """Whether the two overlap."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box) -> bool:
        """Whether the other lies wholly within."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom


@frozen
class Sheet:
    """A drawing of which parts are taken."""

    bounds: Box
    _taken: dict[tuple[int, int], list[Box]] = field(factory=dict)

    def take(self, box: Box) -> None:
        """Let nothing else be put there."""
        for square in _squares(box):
            self._taken.setdefault(square, []).append(box)

    def free(self, box: Box) -> bool:
        """Whether the box lies on the drawing and touches nothing."""
        if not self.bounds.holds(box):
            return False
        return not any(
            box.meets(other) for square in _squares(box) for other in self._taken.get(square, ())
        )

    def beside(self, spot: Point, radius: float, width: float, height: float) -> Point | None:
        """The middle of a free box of this size next to a place, which it takes; None if full."""
        for middle in _middles(spot, radius, width, height):
            box = Box.around(middle, width, height)
            if self.free(box):
                self.take(box)
                return middle
        return None


def _middles(spot: Point, radius: float, width: float, height: float) -> Iterator[Point]:
    """Below, above, to the right, to the left, and the corners."""
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
