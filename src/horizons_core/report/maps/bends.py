"""Ways between places as straight or bent lines that keep out of each other's way."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from attrs import define, field, frozen

from horizons_core.report.maps.drawing import Point
from horizons_core.report.maps.squares import Squares
from horizons_core.report.markers import number
from horizons_core.sums import int_sum

#: The radius of a place, and how far from it a way ends that leads to nobody knows where.
RADIUS, LOOSE = 31.0, 60.0
#: How near to a place's middle a way touches it, and a loose end stands in its way.
NEAR, CROWDED = RADIUS + 4, RADIUS + 16
#: How far a way that would cross or touch something is bent aside, in terms of its length.
BENDS = (0.0, 0.16, -0.16, 0.3, -0.3, 0.5, -0.5, 0.8, -0.8)
#: A bent way is looked at in so many straight pieces.
PIECES = 8
#: So much worse than crossing a way is touching a place.
TOUCH = 20
#: In how many directions a loose end may lie.
DIRECTIONS = 16


@frozen
class Curve:
    """A way as it is drawn: straight, or bent to one side."""

    start: Point
    end: Point
    bend: float

    @property
    def handle(self) -> Point:
        """The point towards which it is bent."""
        (x1, y1), (x2, y2) = self.start, self.end
        return (
            (x1 + x2) / 2 + (y2 - y1) * self.bend,
            (y1 + y2) / 2 - (x2 - x1) * self.bend,
        )

    @property
    def path(self) -> str:
        """What SVG calls its path."""
        start, end, handle = (
            f"{number(x)} {number(y)}" for x, y in (self.start, self.end, self.handle)
        )
        return f"M{start}Q{handle} {end}" if self.bend else f"M{start}L{end}"

    def points(self) -> list[Point]:
        """Points along it, its ends included."""
        if not self.bend:
            return [self.start, self.end]
        (x1, y1), (x2, y2), (x, y) = self.start, self.end, self.handle
        steps = (step / PIECES for step in range(PIECES + 1))
        return [
            (
                (1 - t) ** 2 * x1 + 2 * t * (1 - t) * x + t * t * x2,
                (1 - t) ** 2 * y1 + 2 * t * (1 - t) * y + t * t * y2,
            )
            for t in steps
        ]


@define
class Net:
    """The ways that are drawn so far, and the places that they join."""

    where: Mapping[str, Point]
    ends: dict[str, list[float]] = field(factory=dict)
    curves: dict[tuple[str, str], Curve] = field(factory=dict)
    _squares: Squares = field(init=False)

    @_squares.default
    def _of_places(self) -> Squares:
        return Squares.of(self.where)

    def join(self, a: str, b: str) -> Curve:
        """The way between two places: the least bent one that meets the least."""
        if (a, b) in self.curves:
            return self.curves[a, b]
        start, end = self.where[a], self.where[b]
        best, least = Curve(start, end, 0.0), math.inf
        for bend in BENDS:
            curve = Curve(start, end, bend)
            met = self._met(curve, least)
            if met < least:
                best, least = curve, met
            if not met:
                break
        points = best.points()
        self._squares.draw(pairwise(points))
        self._turn(a, points[0], points[1])
        self._turn(b, points[-1], points[-2])
        self.curves[a, b] = self.curves[b, a] = best
        return best

    def free_end(self, place: str) -> Point:
        """Where a way from a place may end that leads nowhere yet: away from its other ways."""
        x, y = self.where[place]
        taken = self.ends.setdefault(place, [])
        angles = [step * 2 * math.pi / DIRECTIONS for step in range(DIRECTIONS)]
        best = max(angles, key=lambda angle: (self._room(x, y, angle, taken), -angle))
        taken.append(best)
        return x + LOOSE * math.cos(best), y + LOOSE * math.sin(best)

    def _room(self, x: float, y: float, angle: float, taken: Sequence[float]) -> float:
        """How free a direction is: the angle to the next way, less where places are in the way."""
        gap = min((_between(angle, other) for other in taken), default=math.pi)
        end = x + LOOSE * math.cos(angle), y + LOOSE * math.sin(angle)
        spots = self._squares.spots_near(end, end, CROWDED)
        near = int_sum(_distance(end, spot) < CROWDED for spot in spots)
        pieces = self._squares.pieces_near((x, y), end)
        met = int_sum(_cross((x, y), end, *piece) for piece in pieces)
        return round(gap - math.pi * near - math.pi / 2 * met, 6)

    def _turn(self, place: str, start: Point, end: Point) -> None:
        self.ends.setdefault(place, []).append(math.atan2(end[1] - start[1], end[0] - start[0]))

    def _met(self, curve: Curve, enough: float) -> int:
        """How many ways a curve crosses, and places it touches; it is counted up to `enough`."""
        met = 0
        for start, end in pairwise(curve.points()):
            spots = self._squares.spots_near(start, end, NEAR)
            met += TOUCH * int_sum(_touches(spot, start, end, curve) for spot in spots)
            if met >= enough:
                break
            pieces = self._squares.pieces_near(start, end)
            met += int_sum(_cross(start, end, *piece) for piece in pieces)
        return met


def _between(one: float, other: float) -> float:
    """The angle between two directions."""
    turn = abs(one - other) % (2 * math.pi)
    return min(turn, 2 * math.pi - turn)


def _distance(one: Point, other: Point) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def _touches(spot: Point, start: Point, end: Point, curve: Curve) -> bool:
    """Whether a place that is neither end of a way lies on a piece of it."""
    if spot in (curve.start, curve.end):
        return False
    (x, y), (x1, y1), (x2, y2) = spot, start, end
    if not (min(x1, x2) - NEAR < x < max(x1, x2) + NEAR):
        return False
    if not (min(y1, y2) - NEAR < y < max(y1, y2) + NEAR):
        return False
    dx, dy = x2 - x1, y2 - y1
    along = min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
    return _distance(spot, (x1 + along * dx, y1 + along * dy)) < NEAR


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two pieces cross; those that meet at an end do not."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> int:
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 1e-6) - (turn < -1e-6)
