"""Maps of a plane: points, and lines between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from horizons_core.report.maps.drawing import (
    MARGIN,
    Chart,
    Point,
    cell,
    circle,
    group,
    line,
    multiples,
    round_step,
    text,
)
from horizons_core.report.maps.stars import star_chart
from horizons_core.report.markers import BURST, PlayerMarker, fleet_marks, marker_of, number, short

#: Width of the drawing.
PLANE = 1000.0


def plane_chart(document: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Chart:
    """Draw points on a plane, x to the right and y down; with symbols, if places have any."""
    if any("sign" in place for place in document["places"]) or "outline" in document:
        return star_chart(document, markers)
    return _point_chart(document, markers)


def _point_chart(document: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Chart:
    """Draw points on a plane, x to the right and y down, with lines between some."""
    scale = (PLANE - 4 * MARGIN) / document["width"]

    def centre(x: float, y: float) -> Point:
        return 2 * MARGIN + x * scale, 2 * MARGIN + y * scale

    centres = {place["id"]: centre(*place["at"]) for place in document["places"]}
    parts = list(_plane_grid(document, centre))
    parts += [line("link", centres[a], centres[b]) for a, b in document.get("lines", ())]
    for place in document["places"]:
        parts.append(cell(place, centres[place["id"]], circle(_radius_of(place))))
    for place in document["places"]:
        parts.append(group(centres[place["id"]], _at_point(place, markers), 'class="over" '))
    return Chart(PLANE, 4 * MARGIN + document["height"] * scale, parts)


def _plane_grid(document: Mapping[str, Any], centre: Any) -> Iterator[str]:
    width, height = document["width"], document["height"]
    step = round_step(max(width, height))
    for across in multiples(step, 0, width):
        (x, top), (_, bottom) = centre(across, 0), centre(across, height)
        yield line("grid", (x, top), (x, bottom)) + text("edge", (x, top - 12), number(across))
    for down in multiples(step, 0, height):
        (left, y), (right, _) = centre(0, down), centre(width, down)
        yield line("grid", (left, y), (right, y)) + text("edge", (MARGIN, y + 5), number(down))


def _radius_of(place: Mapping[str, Any]) -> float:
    level: float = place["level"] or 0
    return 7 + 7 * level


def _at_point(place: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Iterator[str]:
    radius = _radius_of(place)
    if place["state"] == "in view":
        yield f'<path class="seen" d="{circle(radius + 2)}"/>'
    for home in (mark for mark in place["marks"] if mark["kind"] == "home"):
        colour = marker_of(markers, home.get("owner")).fill
        yield f'<path class="home" stroke="{colour}" d="{circle(radius + 5)}"/>'
    name = short(" ".join([place["label"] or place["id"], *place["lines"]]), 40)
    yield text("name", (0, radius + 16), name)
    yield group((0, -radius - 13), fleet_marks(place["marks"], markers, 100))
    if any(mark["kind"] == "battle" for mark in place["marks"]):
        yield f'<path class="burst" transform="translate({number(radius + 7)} -7)" d="{BURST}"/>'
