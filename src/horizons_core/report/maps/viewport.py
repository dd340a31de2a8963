"""The part of a plane on a map, and the position of its points in the drawing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from horizons_core.report.maps.drawing import MARGIN, Point
from horizons_core.report.maps.labels import Box
from horizons_core.sums import ordered_sum

#: Distances on the map that may stand for a unit of height above its ground.
LIFTS = (0.3, 0.26, 0.22, 0.18, 0.14)
#: Share of the map's width at which two places are far enough from each other.
APART = 0.05
#: Width of the drawing; a crowded one grows until most places have this distance to the next.
WIDTH, WIDEST = 1000.0, 2600.0
ROOM = 30.0


@frozen
class Viewport:
    """The visible part of the plane, and the position of its points in the drawing.

    With `up`, y grows upwards. The third coordinate of a point is its height; `ground` has none.
    """

    x: float
    y: float
    width: float
    height: float
    scale: float
    up: bool
    ground: float = 0.0
    lift: float = 0.0

    def spot(self, at: Sequence[float]) -> Point:
        x, y = at[:2]
        down = self.y + self.height - y if self.up else y - self.y
        down -= (at[2] - self.ground) * self.lift if len(at) > 2 else 0.0
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

    def shows(self, at: Sequence[float]) -> bool:
        x, y = at[:2]
        return 0 <= x - self.x <= self.width and 0 <= y - self.y <= self.height


def viewport_of(document: Mapping[str, Any]) -> Viewport:
    """Return the window of a document, or all of its plane."""
    full_plane = {"x": 0.0, "y": 0.0, "width": document["width"], "height": document["height"]}
    up = document.get("up", False)
    ground = document.get("ground", 0.0)
    window = Viewport(**(document.get("window") or full_plane), scale=1.0, up=up, ground=ground)
    places = [place["at"] for place in document["places"] if window.shows(place["at"])]
    window = _with_heights(window, places)
    width = min(max(WIDTH, ROOM * window.width / max(_spacing(places), 1e-9)), WIDEST)
    return evolve(window, scale=(width - 4 * MARGIN) / max(window.width, 1e-9))


def _with_heights(window: Viewport, places: Sequence[Sequence[float]]) -> Viewport:
    """Choose the lift that separates the places best, and enlarge the window for lifted ones."""
    lifted = [at for at in places if len(at) > 2]
    if not lifted:
        return window
    sign = 1.0 if window.up else -1.0

    def across(lift: float) -> list[Point]:
        return sorted((x, y + sign * lift * (z - window.ground)) for x, y, z in lifted)

    def separation(lift: float) -> float:
        spots, enough = across(lift), APART * window.width
        return ordered_sum(min(_nearest(spots, number), enough) for number in range(len(spots)))

    best = max(LIFTS, key=lambda lift: round(separation(lift), 6))
    heights = [y for _, y in across(best)]
    low = min([window.y, *(y - 1 for y in heights)])
    high = max([window.y + window.height, *(y + 1 for y in heights)])
    return evolve(window, y=low, height=high - low, lift=best)


def _spacing(places: Iterable[Sequence[float]]) -> float:
    """Return the distance that two thirds of the places keep from their nearest neighbour."""
    spots: list[Point] = sorted((x, y) for x, y, *_ in places)
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
