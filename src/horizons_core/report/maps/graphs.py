"""Maps of places joined by links, which bend around other places and links."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from math import floor
from typing import Any

from attrs import define, field, frozen

from horizons_core.report.maps.drawing import (
    MARGIN,
    Chart,
    Layers,
    Point,
    cell,
    circle,
    extent,
    group,
    holder,
    realms,
    text,
)
from horizons_core.report.maps.hexes import Outlines, burst, in_two_rows, rings
from horizons_core.report.markers import PlayerMarker, fleet_marks, number, safe, short
from horizons_core.sums import int_sum

#: The side of a square.
SIDE = 64.0
Piece = tuple[Point, Point]
Square = tuple[int, int]

#: The radius of a place, and the distance at which a link to an unknown place ends.
RADIUS, LOOSE = 36.0, 68.0
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

#: Distance between the centres of neighbouring cells.
GRID = 104.0
#: A disc around an empire's place, as its territory.
REALM = "m-58 0a58 58 0 1 0 116 0 58 58 0 1 0-116 0"
#: The kinds of links, and their CSS classes.
KINDS: Mapping[str, str] = {
    "lane": "link lane",
    "half": "link half",
    "blocked": "link blocked",
    "course": "link course",
}
ROUND = Outlines(circle(RADIUS), circle(RADIUS - 1.5), circle(RADIUS - 4.5))


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
        """Return the lines that may cross a line, without duplicates."""
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
        best, lowest = Curve(start, end, 0.0), math.inf
        for bend in BENDS:
            curve = Curve(start, end, bend)
            cost = self._cost(curve, lowest)
            if cost < lowest:
                best, lowest = curve, cost
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
        """Return the cost of a curve, counted up to `enough`: links crossed, and places touched."""
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


def graph_chart(document: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Chart:
    """Draw places on a grid and the links between them (`docs/formats.md`).

    The first links are straight; later ones are bent if they would cross another link or touch a
    place. Links to unknown places end in a fog near their place.
    """
    places = document["places"]
    left = min((place["at"][0] for place in places), default=0)
    top = min((place["at"][1] for place in places), default=0)
    right = max((place["at"][0] for place in places), default=0)
    bottom = max((place["at"][1] for place in places), default=0)
    edge = MARGIN + LOOSE + 14

    def centre(x: float, y: float) -> Point:
        return edge + (x - left) * GRID, edge + (y - top) * GRID

    centres = {place["id"]: centre(*place["at"]) for place in places}
    layers, net = Layers(document.get("layers", ())), Net(centres)
    links = [layers.within(link, _link(link, net)) for link in document.get("links", ())]
    loose_ends = [
        layers.within(end, _draw_loose_end(end, net)) for end in document.get("loose", ())
    ]
    cells = [cell(place, centres[place["id"]], ROUND.border, "cell orb") for place in places]
    contents = [group(centres[place["id"]], _draw_contents(place, markers)) for place in places]
    width, height = 2 * edge + (right - left) * GRID, 2 * edge + (bottom - top) * GRID
    holders = [(holder(place), centres[place["id"]]) for place in places]
    parts = [*realms(holders, REALM, markers), *loose_ends, *links, *cells]
    known = extent(centres.values(), LOOSE + 20, width, height)
    return Chart(width, height, [*parts, '<g class="over">', *contents, "</g>"], known)


def _draw_contents(place: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Iterator[str]:
    """Draw the contents of a place: its label, the marks of fleets and homes, and two lines."""
    yield from rings(place, markers, ROUND)
    kind = "key faded" if place["state"] == "unknown" else "key"
    yield text(kind, (0, -18), short(place["label"] or place["id"], 9))
    yield group((0, -4), fleet_marks(place["marks"], markers, 52), 'class="fleet" ')
    yield group((0, 3), in_two_rows(place["lines"], (58.0, 50.0)))
    yield from burst(place)


def _link(link: Mapping[str, Any], net: Net) -> str:
    curve = net.join(link["a"], link["b"])
    kind = KINDS.get(link["kind"], "link")
    return f'<g><title>{safe(link["title"])}</title><path class="{kind}" d="{curve.path}"/></g>'


def _draw_loose_end(loose_end: Mapping[str, Any], net: Net) -> str:
    """Draw the beginning of a link, and the fog at its end."""
    (x, y), (far_x, far_y) = net.positions[loose_end["a"]], net.free_end(loose_end["a"])
    start, end = f"{number(x)} {number(y)}", f"{number(far_x)} {number(far_y)}"
    return (
        f"<g><title>{safe(loose_end['title'])}</title>"
        f'<circle class="fog" cx="{number(far_x)}" cy="{number(far_y)}" r="20"/>'
        f'<path class="link half" d="M{start}L{end}"/>'
        f'<circle class="fog near" cx="{number(far_x)}" cy="{number(far_y)}" r="11"/>'
        f"{text('loose', (far_x, far_y + 4), loose_end['text'])}</g>"
    )
