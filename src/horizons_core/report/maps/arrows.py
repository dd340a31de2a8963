"""Movements on a map: routes as curves, and ships between two points."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from horizons_core.report.maps.drawing import Point, line, text
from horizons_core.report.maps.symbols import SHIP
from horizons_core.report.maps.viewport import Viewport
from horizons_core.report.markers import PlayerMarker, marker_of, number, safe

#: Length below which a route's words are in its title only.
ROOM_FOR_WORDS = 80.0


def arrow(way: Mapping[str, Any], viewport: Viewport, markers: Mapping[str, PlayerMarker]) -> str:
    """Draw a movement from one point to another, with a ship if `at` gives its position."""
    start, end = viewport.spot(way["from"]), viewport.spot(way["to"])
    owner = way.get("owner")
    colour = marker_of(markers, owner).fill if owner else "var(--hz-bad)"
    title = f"<title>{safe(way['title'])}</title>"
    drawn = _flight(way, start, end, viewport) if "at" in way else _route(way, start, end)
    return (
        f'<g class="arrow {_KINDS.get(way["kind"], "route")}" color="{colour}">{title}{drawn}</g>'
    )


_KINDS = {"route": "route", "flight": "flight", "incoming": "incoming"}


def _route(way: Mapping[str, Any], start: Point, end: Point) -> str:
    """Draw a curve to the left of the straight line, so that opposite routes lie side by side."""
    (x1, y1), (x2, y2) = start, end
    x, y = (x1 + x2) / 2 + (y2 - y1) / 6, (y1 + y2) / 2 - (x2 - x1) / 6
    tip = _towards(end, (x, y), 13)
    path = f"M{_at(_towards(start, (x, y), 11))}Q{_at((x, y))} {_at(tip)}"
    middle = ((x1 + 2 * x + x2) / 4, (y1 + 2 * y + y2) / 4)
    words = ""
    if way.get("text") and abs(x2 - x1) + abs(y2 - y1) > ROOM_FOR_WORDS:
        words = text("cargo", (middle[0], middle[1] + 3), way["text"])
    return f'<path class="way" d="{path}"/>{_head(tip, (x, y))}{words}'


def _flight(way: Mapping[str, Any], start: Point, end: Point, viewport: Viewport) -> str:
    """Draw the path behind dotted, the path ahead with an arrowhead, and the ship between."""
    position = viewport.spot(way["at"])
    tip = _towards(end, position, 12)
    behind = line("behind", start, position)
    ahead = line("way", position, tip) + _head(tip, position)
    (x, y), (dx, dy) = position, _direction(position, end)
    turn = f"matrix({number(-dy)} {number(dx)} {number(-dx)} {number(-dy)} {number(x)} {number(y)})"
    ship = f'<path class="ship" fill="currentColor" transform="{turn}" d="{SHIP}"/>'
    words = text("ships", (x + 7, y - 3), way["text"]) if way.get("text") else ""
    return behind + ahead + ship + words


def _head(tip: Point, origin: Point) -> str:
    """Draw the head of an arrow that comes from `origin`."""
    dx, dy = _direction(origin, tip)
    x, y = tip
    left = x - 7 * dx - 3.2 * dy, y - 7 * dy + 3.2 * dx
    right = x - 7 * dx + 3.2 * dy, y - 7 * dy - 3.2 * dx
    return f'<path class="head" d="M{_at(tip)}L{_at(left)} {_at(right)}z"/>'


def _direction(start: Point, end: Point) -> Point:
    """Return the unit vector of a line; up if its length is 0."""
    length = _length(start, end)
    return ((end[0] - start[0]) / length, (end[1] - start[1]) / length) if length else (0.0, -1.0)


def _towards(start: Point, end: Point, most: float) -> Point:
    """Return the point at a distance along a line, or its midpoint if the line is short."""
    (x, y), (dx, dy) = start, _direction(start, end)
    distance = min(most, _length(start, end) / 2)
    return x + dx * distance, y + dy * distance


def _length(start: Point, end: Point) -> float:
    x, y = end[0] - start[0], end[1] - start[1]
    return math.sqrt(x * x + y * y)


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
