"""Links between places as straight or bent lines that avoid each other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from attrs import define, field, frozen

from horizons_core.report.maps.drawing import Point
from horizons_core.report.maps.squares import Squares
from horizons_core.report.markers import number
from horizons_core.sums import int_sum

#: The radius of a place, and the distance at which a link to an unknown place ends.
RADIUS, LOOSE = 31.0, 60.0
#: Distances from a place's centre within which a link touches it, or a loose end is too close.
NEAR, CROWDED = RADIUS + 4, RADIUS + 16
#: Bends to try for a link that would cross or touch something, relative to its length.
BENDS = (0.0, 0.16, -0.16, 0.3, -0.3, 0.5, -0.5, 0.8, -0.8)
#: Number of straight pieces that approximate a bent link.
PIECES = 8
#: Cost of touching a place, where crossing a link costs 1.
TOUCH = 20
#: Number of directions to try for a loose end.
DIRECTIONS = 16


@frozen
class Curve:
    """A link as drawn: straight, or bent to one side."""

    start: Point
    end: Point
    bend: float

    @property
    def handle(self) -> Point:
        """The control point of the curve."""
        (x1, y1), (x2, y2) = self.start, self.end
        return (
            (x1 + x2) / 2 + (y2 - y1) * self.bend,
            (y1 + y2) / 2 - (x2 - x1) * self.bend,
        )

    @property
    def path(self) -> str:
        """The SVG path data."""
        start, end, handle = (
            f"{number(x)} {number(y)}" for x, y in (self.start, self.end, self.handle)
        )
        return f"M{start}Q{handle} {end}" if self.bend else f"M{start}L{end}"

    def points(self) -> list[Point]:
        """Return points along it, including its ends."""
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
    """The links drawn so far, and the places that they join."""

    positions: Mapping[str, Point]
    ends: dict[str, list[float]] = field(factory=dict)
    curves: dict[tuple[str, str], Curve] = field(factory=dict)
    _squares: Squares = field(init=False)

    @_squares.default
    def _of_places(self) -> Squares:
        return Squares.of(self.positions)

    def join(self, a: str, b: str) -> Curve:
        """Return the link between two places with the lowest cost, and the least bend for it."""
        if (a, b) in self.curves:
            return self.curves[a, b]
        start, end = self.positions[a], self.positions[b]
        best, least = Curve(start, end, 0.0), math.inf
        for bend in BENDS:
            curve = Curve(start, end, bend)
            cost = self._cost(curve, least)
            if cost < least:
                best, least = curve, cost
            if not cost:
                break
        points = best.points()
        self._squares.draw(pairwise(points))
        self._turn(a, points[0], points[1])
        self._turn(b, points[-1], points[-2])
        self.curves[a, b] = self.curves[b, a] = best
        return best

    def free_end(self, place: str) -> Point:
        """Return the end of a link from a place to an unknown one: away from its other links."""
        x, y = self.positions[place]
        used = self.ends.setdefault(place, [])
        angles = [step * 2 * math.pi / DIRECTIONS for step in range(DIRECTIONS)]
        best = max(angles, key=lambda angle: (self._room(x, y, angle, used), -angle))
        used.append(best)
        return x + LOOSE * math.cos(best), y + LOOSE * math.sin(best)

    def _room(self, x: float, y: float, angle: float, used: Sequence[float]) -> float:
        """Rate a direction: the angle to the next link, less a penalty for things in the way."""
        gap = min((_between(angle, other) for other in used), default=math.pi)
        end = x + LOOSE * math.cos(angle), y + LOOSE * math.sin(angle)
        spots = self._squares.spots_near(end, end, CROWDED)
        neighbours = int_sum(_distance(end, spot) < CROWDED for spot in spots)
        pieces = self._squares.pieces_near((x, y), end)
        crossings = int_sum(_cross((x, y), end, *piece) for piece in pieces)
        return round(gap - math.pi * neighbours - math.pi / 2 * crossings, 6)

    def _turn(self, place: str, start: Point, end: Point) -> None:
        self.ends.setdefault(place, []).append(math.atan2(end[1] - start[1], end[0] - start[0]))

    def _cost(self, curve: Curve, enough: float) -> int:
        """Return the cost of the links crossed and places touched by a curve, up to `enough`."""
        cost = 0
        for start, end in pairwise(curve.points()):
            spots = self._squares.spots_near(start, end, NEAR)
            cost += TOUCH * int_sum(_touches(spot, start, end, curve) for spot in spots)
            if cost >= enough:
                break
            pieces = self._squares.pieces_near(start, end)
            cost += int_sum(_cross(start, end, *piece) for piece in pieces)
        return cost


def _between(left: float, right: float) -> float:
    """Return the angle between two directions."""
    turn = abs(left - right) % (2 * math.pi)
    return min(turn, 2 * math.pi - turn)


def _distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def _touches(spot: Point, start: Point, end: Point, curve: Curve) -> bool:
    """Return whether a piece of a link touches a place that is not one of its ends."""
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
    """Return whether two pieces cross; those that meet at an end do not."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> int:
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 1e-6) - (turn < -1e-6)
