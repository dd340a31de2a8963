"""A plane with straight lines between its places."""

import math
from collections.abc import Iterable

from attrs import frozen

from horizons_core.space.geometry import nearest_first

Point = tuple[float, float]


def straight_distance(a: Point, b: Point) -> float:
    """Return the length of the straight line from `a` to `b`."""
    x, y = a[0] - b[0], a[1] - b[1]
    return math.sqrt(x * x + y * y)  # rounded equally on every machine, unlike math.hypot


@frozen
class Plane:
    """A rectangle: x from 0 to width, y from 0 to height. A distance is a straight line.

    The map's order is by x, then by y. Coordinates are integers or floats.

    Attributes:
        width: the highest x.
        height: the highest y.

    Raises:
        ValueError: a width or height that is not finite and above 0.
    """

    width: float
    height: float

    def __attrs_post_init__(self) -> None:
        if not all(0 < size < math.inf for size in (self.width, self.height)):
            message = f"a plane of {self.width} by {self.height} is empty: give sizes above 0"
            raise ValueError(message)

    def contains(self, place: Point) -> bool:
        """Return whether `place` is two numbers on the map."""
        return len(place) == 2 and 0 <= place[0] <= self.width and 0 <= place[1] <= self.height

    def normal(self, place: Point) -> Point:
        """Return the place itself.

        Raises:
            ValueError: the place is off the map.
        """
        if not self.contains(place):
            message = (
                f"no place {place} on this map: x is a number from 0 to {self.width}, "
                f"y from 0 to {self.height}"
            )
            raise ValueError(message)
        return place

    def distance(self, a: Point, b: Point) -> float:
        """Return the length of the straight line from `a` to `b`.

        Raises:
            ValueError: one of the two is off the map.
        """
        return straight_distance(self.normal(a), self.normal(b))

    def within(
        self, place: Point, reach: float, among: Iterable[Point] | None = None
    ) -> list[Point]:
        """Return the places of `among` no farther than `reach`, nearest first.

        Raises:
            ValueError: a place is off the map, or `among` is missing.
        """
        if among is None:
            message = "a plane has no list of places: give those to choose from as `among`"
            raise ValueError(message)
        places = map(self.normal, among)
        return nearest_first(places, reach, lambda p: self.distance(place, p), tuple)

    def neighbours(self, place: Point, among: Iterable[Point] | None = None) -> list[Point]:
        """Return the nearest places of `among` without `place`: several if equally near.

        Raises:
            ValueError: a place is off the map, or `among` is missing.
        """
        here = self.normal(place)
        others = [other for other in self.within(here, math.inf, among) if other != here]
        return self.within(here, self.distance(here, others[0]), others) if others else []

    def format(self, place: Point) -> str:
        """Format the place as ``x,y``.

        Raises:
            ValueError: the place is off the map.
        """
        x, y = self.normal(place)
        return f"{x},{y}"

    def parse(self, text: str) -> Point:
        """Parse a place written as ``x,y``; without a point, a coordinate is an integer.

        Raises:
            ValueError: not two numbers, or a place off the map.
        """
        try:
            x, y = (float(word) if "." in word else int(word) for word in text.split(","))
        except ValueError as error:
            message = f"{text!r} is not a place: write it like 3,4.5"
            raise ValueError(message) from error
        return self.normal((x, y))
