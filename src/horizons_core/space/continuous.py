"""Continuous space: three dimensions of parsecs, or a plane that may wrap round."""

import math
import re
from collections.abc import Iterable
from typing import TypeVar

from attrs import field, frozen

from horizons_core.space.geometry import Geometry, nearest_first, read_numbers, write_numbers

Point3 = tuple[float, float, float]
Point2 = tuple[float, float]
Point = TypeVar("Point", Point2, Point3)

FARTHEST = 1e150
"""Coordinates beyond this have squares that a float cannot hold."""


@frozen
class Cartesian:
    """Space of three dimensions, in parsecs, with the straight-line distance.

    Coordinates are integers or floats of at most 1e150 either way.

    Attributes:
        bounds: the lowest and the highest corner of a box that holds every place, itself
            included; None for space without end.

    Raises:
        ValueError: a lowest coordinate above its highest.
    """

    bounds: tuple[Point3, Point3] | None = None

    def __attrs_post_init__(self) -> None:
        if self.bounds and any(low > high for low, high in zip(*self.bounds, strict=True)):
            message = f"bounds {self.bounds}: give the lowest corner first, then the highest"
            raise ValueError(message)

    def contains(self, place: Point3) -> bool:
        """Whether `place` is three numbers inside the bounds."""
        if not _is_point(place, 3):
            return False
        if self.bounds is None:
            return True
        return all(low <= x <= high for x, low, high in zip(place, *self.bounds, strict=True))

    def normal(self, place: Point3) -> Point3:
        """The place itself: this space does not wrap.

        Raises:
            ValueError: the place is off the map.
        """
        if not self.contains(place):
            limits = (
                "are numbers up to 1e150"
                if self.bounds is None
                else "lie from {} to {}".format(*self.bounds)
            )
            message = f"no place {place} on this map: its three coordinates {limits}"
            raise ValueError(message)
        return place

    def distance(self, a: Point3, b: Point3) -> float:
        """The straight line from `a` to `b`, in parsecs.

        Raises:
            ValueError: one of the two is off the map.
        """
        (ax, ay, az), (bx, by, bz) = self.normal(a), self.normal(b)
        return _length(ax - bx, ay - by, az - bz)

    def within(
        self, place: Point3, reach: float, among: Iterable[Point3] | None = None
    ) -> list[Point3]:
        """Those of `among` no farther than `reach` parsecs, the nearest first, then by x, y, z.

        Raises:
            ValueError: a place is off the map, or `among` is missing.
        """
        return _within(self, place, reach, among)

    def neighbours(self, place: Point3, among: Iterable[Point3] | None = None) -> list[Point3]:
        """The nearest of `among` other than `place` itself; several if equally near.

        Raises:
            ValueError: a place is off the map, or `among` is missing.
        """
        return _nearest(self, place, among)

    def format(self, place: Point3) -> str:
        """The place as ``x,y,z``.

        Raises:
            ValueError: the place is off the map.
        """
        return write_numbers(self.normal(place))

    def parse(self, text: str) -> Point3:
        """The place written as ``x,y,z``, ``x y z`` or ``(x, y, z)``.

        Raises:
            ValueError: not three numbers, or a place off the map.
        """
        x, y, z = read_numbers(text, 3, _coordinate, "3,-4,7")
        return self.normal((x, y, z))


@frozen
class Plane:
    """A plane, in light-years, with the straight-line distance.

    Attributes:
        width: how far x goes, from 0; None for without end.
        height: how far y goes, from 0; None for without end.
        wraps: whether leaving by one edge comes in by the opposite one (a torus). Then x and y are
            taken modulo width and height, and the distance is the shortest way round.

    Raises:
        ValueError: a size of 0 or less, or wrapping without both sizes.
    """

    width: float | None = None
    height: float | None = None
    wraps: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        sizes = (self.width, self.height)
        if any(size is not None and not 0 < size < math.inf for size in sizes):
            message = f"a plane of {self.width} by {self.height} is no map: sizes are above 0"
            raise ValueError(message)
        if self.wraps and None in sizes:
            message = "a plane without edges cannot wrap: give both width and height"
            raise ValueError(message)

    def contains(self, place: Point2) -> bool:
        """Whether `place` is two numbers on the map; all are where it wraps."""
        if not _is_point(place, 2):
            return False
        sizes = (self.width, self.height)
        return self.wraps or all(
            size is None or 0 <= x <= size for x, size in zip(place, sizes, strict=True)
        )

    def normal(self, place: Point2) -> Point2:
        """The place with x in [0, width) and y in [0, height) where the map wraps.

        Raises:
            ValueError: the place is off the map.
        """
        if not self.contains(place):
            message = (
                f"no place {place} on this map: x goes {_span(self.width)}, y {_span(self.height)}"
            )
            raise ValueError(message)
        if not self.wraps:
            return place
        return _turned(place[0], self.width), _turned(place[1], self.height)

    def distance(self, a: Point2, b: Point2) -> float:
        """The shortest straight line from `a` to `b`, in light-years.

        Raises:
            ValueError: one of the two is off the map.
        """
        (ax, ay), (bx, by) = self.normal(a), self.normal(b)
        dx, dy = abs(ax - bx), abs(ay - by)
        if self.wraps and self.width is not None and self.height is not None:
            dx, dy = min(dx, self.width - dx), min(dy, self.height - dy)
        return _length(dx, dy)

    def within(
        self, place: Point2, reach: float, among: Iterable[Point2] | None = None
    ) -> list[Point2]:
        """Those of `among` no farther than `reach` light-years, the nearest first, then by x, y.

        Raises:
            ValueError: a place is off the map, or `among` is missing.
        """
        return _within(self, place, reach, among)

    def neighbours(self, place: Point2, among: Iterable[Point2] | None = None) -> list[Point2]:
        """The nearest of `among` other than `place` itself; several if equally near.

        Raises:
            ValueError: a place is off the map, or `among` is missing.
        """
        return _nearest(self, place, among)

    def format(self, place: Point2) -> str:
        """The place as ``x,y``.

        Raises:
            ValueError: the place is off the map.
        """
        return write_numbers(self.normal(place))

    def parse(self, text: str) -> Point2:
        """The place written as ``x,y``, ``x y`` or ``(x, y)``.

        Raises:
            ValueError: not two numbers, or a place off the map.
        """
        x, y = read_numbers(text, 2, _coordinate, "3,4.5")
        return self.normal((x, y))


def _is_point(place: tuple[float, ...], dimensions: int) -> bool:
    return len(place) == dimensions and all(abs(number) <= FARTHEST for number in place)


def _length(*differences: float) -> float:
    # Not math.hypot: products, sums and sqrt are rounded alike on every machine.
    return math.sqrt(sum(difference * difference for difference in differences))


def _within(
    space: Geometry[Point], place: Point, reach: float, among: Iterable[Point] | None
) -> list[Point]:
    if among is None:
        message = "continuous space has no list of places: give those to choose from as `among`"
        raise ValueError(message)
    candidates = map(space.normal, among)
    return nearest_first(candidates, reach, lambda other: space.distance(place, other), tuple)


def _nearest(space: Geometry[Point], place: Point, among: Iterable[Point] | None) -> list[Point]:
    here, near = space.normal(place), _within(space, place, math.inf, among)
    others = [other for other in near if other != here]
    least = space.distance(place, others[0]) if others else 0
    return _within(space, place, least, others)


def _coordinate(word: str) -> float:
    """A written number; without point or exponent it stays an integer."""
    return int(word) if re.fullmatch(r"[+-]?[0-9]+", word) else float(word)


def _turned(x: float, size: float | None) -> float:
    turned = x % size if size is not None else x
    # A tiny negative x rounds up to the size itself, which is the other name of 0.
    return turned - turned if turned == size else turned


def _span(size: float | None) -> str:
    return "anywhere" if size is None else f"from 0 to {size}"
