"""Places for the labels of a map, where they cover nothing on a screen of any size.

A page that shows a map at a small size enlarges its symbols and labels around their places by one
of the factors in `SCALES`, so that they stay legible. A label is placed for the largest factor at
which there is room, and stays in this place at all smaller ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import field, frozen

from horizons_core.report.maps.drawing import Point

#: Factors by which symbols and labels are enlarged, from a near view of the map to a far one;
#: `static/board.js` and `templates/map.js` have the same.
SCALES = (1.0, 1.5, 2.3, 3.7)
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

    def reduced(self, factor: float) -> Box:
        """Return the box with its coordinates divided by a factor."""
        return Box(*(edge / factor for edge in (self.left, self.top, self.right, self.bottom)))

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


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    for row in range(int(box.top // _SQUARE), int(box.bottom // _SQUARE) + 1):
        for column in range(int(box.left // _SQUARE), int(box.right // _SQUARE) + 1):
            yield column, row


@frozen
class Item:
    """A rectangle at a place; its size and its distance from the place do not depend on the scale.

    Attributes:
        spot: the place in the drawing.
        offset: the centre of the rectangle, relative to the place.
    """

    spot: Point
    offset: Point
    width: float
    height: float

    def box(self, scale: float) -> Box:
        """Return the area when symbols are enlarged, in units of the enlarged symbols."""
        (x, y), (across, down) = self.spot, self.offset
        return Box.around((x / scale + across, y / scale + down), self.width, self.height)


@frozen
class Label:
    """A label to be placed next to a symbol.

    Attributes:
        radius: the distance from the symbol's centre that the label must keep.
        farthest: the index of the largest scale at which the label may be shown.
    """

    spot: Point
    radius: float
    width: float
    height: float
    farthest: int = len(SCALES) - 1

    def positions(self) -> Iterator[Point]:
        """Yield offsets below, above, to the right, to the left, and at the corners."""
        across, down = self.radius + self.width / 2 + 1, self.radius + self.height / 2
        yield 0.0, down
        yield 0.0, -down
        yield across, 0.0
        yield -across, 0.0
        for right in (across * 0.8, -across * 0.8):
            for below in (down * 0.8, -down * 0.8):
                yield right, below


def place_labels(
    labels: Sequence[Label], obstacles: Iterable[Item], bounds: Box
) -> dict[int, tuple[Point, int]]:
    """Return the offset of each label that has room, and the index of its largest scale.

    Labels are identified by their index; the first ones choose first, except that a label which
    is visible from afar precedes those that are not.
    """
    sheets = [Sheet(bounds.reduced(scale)) for scale in SCALES]
    for item in obstacles:
        for sheet, scale in zip(sheets, SCALES, strict=True):
            sheet.take(item.box(scale))
    placed: dict[int, tuple[Point, int]] = {}
    for step in reversed(range(len(SCALES))):
        for index, label in enumerate(labels):
            if index not in placed and label.farthest >= step:
                offset = _place(label, sheets[: step + 1])
                if offset is not None:
                    placed[index] = offset, step
    return placed


def _place(label: Label, sheets: Sequence[Sheet]) -> Point | None:
    """Occupy the first position that is free on all sheets; return it, or None if there is none."""
    for offset in label.positions():
        item = Item(label.spot, offset, label.width, label.height)
        boxes = [item.box(scale) for scale, _ in zip(SCALES, sheets, strict=False)]
        pairs = list(zip(sheets, boxes, strict=True))
        if all(sheet.free(box) for sheet, box in reversed(pairs)):
            for sheet, box in pairs:
                sheet.take(box)
            return offset
    return None
