"""Maps of stars and moves in a plane."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from horizons_core.report.maps.drawing import (
    MARGIN,
    Chart,
    Layers,
    Point,
    cell,
    circle,
    extent,
    group,
    line,
    multiples,
    realms,
    round_step,
    text,
)
from horizons_core.report.maps.labels import Box
from horizons_core.report.maps.symbols import SHIP, names, origin, place_symbol, ships
from horizons_core.report.maps.viewport import Viewport, viewport_of
from horizons_core.report.markers import (
    BURST,
    PlayerMarker,
    fleet_marks,
    marker_of,
    number,
    safe,
    short,
)
from horizons_core.sums import int_sum

#: Length below which a route's words are in its title only.
ROOM_FOR_WORDS = 80.0
_KINDS = {"route": "route", "flight": "flight", "incoming": "incoming"}
#: A disc around an empire's place, as its territory.
REALM = "m-46 0a46 46 0 1 0 92 0 46 46 0 1 0-92 0"
#: Width of the overview map.
INSET = 150.0
#: Width of the drawing.
PLANE = 1000.0


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
    words = text("ships", (x + 9, y - 4), way["text"]) if way.get("text") else ""
    return f'{behind}{ahead}<g class="fleets" {origin(position).strip()}>{ship}{words}</g>'


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


def _towards(start: Point, end: Point, maximum: float) -> Point:
    """Return the point at a distance along a line, or its midpoint if the line is short."""
    (x, y), (dx, dy) = start, _direction(start, end)
    distance = min(maximum, _length(start, end) / 2)
    return x + dx * distance, y + dy * distance


def _length(start: Point, end: Point) -> float:
    x, y = end[0] - start[0], end[1] - start[1]
    return math.sqrt(x * x + y * y)


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def star_chart(document: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Chart:
    """Draw the chart of a plane with symbols (`docs/formats.md`)."""
    viewport = viewport_of(document)
    places = [place for place in document["places"] if viewport.shows(place["at"])]
    layers = Layers(document.get("layers", ()))
    movements, you = document.get("arrows", ()), document.get("you")
    spots = [viewport.spot(place["at"]) for place in places]
    owners = [place.get("owner") for place in places]
    pairs = list(zip(places, spots, strict=True))
    inside = [
        *realms(zip(owners, spots, strict=True), REALM, markers),
        *(layers.within(cell, _cell(cell, viewport)) for cell in _cells(document, viewport)),
        *_stalks(places, viewport),
        *(layers.within(way, arrow(way, viewport, markers)) for way in movements),
        *(place_symbol(place, spot, markers) for place, spot in reversed(pairs)),
        *ships(places, viewport, markers, layers, you),
        *layers.named(
            "names",
            ['<g class="names">', *names(places, movements, viewport, markers, you), "</g>"],
        ),
    ]
    box = viewport.box
    ground = _clipped(box, _outline(document, viewport))
    parts = [ground, *_grid(viewport), _clipped(box, inside), _rectangle("frame", box)]
    parts += _inset(document, viewport)
    width, height = box.right + 2 * MARGIN, box.bottom + 2 * MARGIN
    known = extent(spots, 2 * MARGIN, width, height)
    return Chart(width, height, parts, known, unit=viewport.scale, has_symbols=True)


def _stalks(places: Iterable[Mapping[str, Any]], viewport: Viewport) -> Iterator[str]:
    """Draw lines from lifted places to the ground, in one path, and their feet in another."""
    lifted = [place["at"] for place in places if len(place["at"]) > 2]
    pairs = [(viewport.spot(at), viewport.spot(at[:2])) for at in lifted]
    if not pairs:
        return
    lines = "".join(f"M{_at(top)}V{number(foot)}" for top, (_, foot) in pairs)
    yield f'<path class="stalk" d="{lines}"/>'
    yield f'<path class="foot" d="{"".join(f"M{_at(foot)}m-6 0h12" for _, foot in pairs)}"/>'


def _clipped(box: Box, parts: Iterable[str]) -> str:
    """Clip the parts to the box."""
    x, y = number(box.left), number(box.top)
    width, height = number(box.right - box.left), number(box.bottom - box.top)
    size = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<svg {size} viewBox="{x} {y} {width} {height}">{"".join(parts)}</svg>'


def _rectangle(kind: str, box: Box) -> str:
    size = f'width="{number(box.right - box.left)}" height="{number(box.bottom - box.top)}"'
    return f'<rect class="{kind}" x="{number(box.left)}" y="{number(box.top)}" {size}/>'


def _grid(viewport: Viewport) -> Iterator[str]:
    """Draw lines at round coordinates, with labels at the upper and left edge."""
    box, step = viewport.box, round_step(max(viewport.width, viewport.height))
    for across in multiples(step, viewport.x, viewport.width):
        x, _ = viewport.spot((across, 0))
        yield line("grid", (x, box.top), (x, box.bottom))
        yield text("edge", (x, box.top - 12), number(across))
    for down in multiples(step, viewport.y, viewport.height):
        _, y = viewport.spot((0, down))
        yield line("grid", (box.left, y), (box.right, y))
        yield text("edge", (MARGIN, y + 5), number(down))


def _outline(document: Mapping[str, Any], viewport: Viewport) -> Iterator[str]:
    outline = document.get("outline")
    if outline:
        x, y = map(number, viewport.spot(outline["at"]))
        radius = number(outline["radius"] * viewport.scale)
        yield f'<circle class="outline" cx="{x}" cy="{y}" r="{radius}"/>'


def _cells(document: Mapping[str, Any], viewport: Viewport) -> Iterator[Mapping[str, Any]]:
    """Yield the places known only approximately that are at least partly visible in the window."""
    right, bottom = viewport.far_corner
    for area in document.get("cells", ()):
        x, y = area["at"]
        if viewport.x - area["width"] < x < right and viewport.y - area["height"] < y < bottom:
            yield area


def _cell(cell: Mapping[str, Any], viewport: Viewport) -> str:
    """Draw a place known only approximately, somewhere within the rectangle."""
    x, y = cell["at"]
    box = viewport.around((x, y), (x + cell["width"], y + cell["height"]))
    drawn = _rectangle("trace", box)[:-2]
    return f"{drawn}><title>{safe(cell['title'])}</title></rect>"


def _inset(document: Mapping[str, Any], viewport: Viewport) -> Iterator[str]:
    """Draw an overview of the plane with the position of the window, in the emptiest corner."""
    scale = INSET / document["width"]
    overview = Viewport(0.0, 0.0, document["width"], document["height"], scale, viewport.up)
    if viewport.width >= overview.width and viewport.height >= overview.height:
        return
    sheet = Box(0.0, 0.0, INSET, overview.height * overview.scale)
    places = document["places"]
    contents = [
        *_outline(document, overview),
        _dots("trace", (cell["at"] for cell in document.get("cells", ())), overview),
        _dots("seen", (place["at"] for place in places), overview),
        _rectangle("window", overview.around((viewport.x, viewport.y), viewport.far_corner)),
    ]
    corner = _emptiest_corner([viewport.spot(place["at"]) for place in places], viewport.box, sheet)
    shifted = f'<g transform="translate(-{2 * MARGIN:g} -{2 * MARGIN:g})">{"".join(contents)}</g>'
    yield group(corner, [_rectangle("sheet", sheet), shifted], 'class="inset" ')


def _dots(kind: str, spots: Iterable[Sequence[float]], overview: Viewport) -> str:
    """Draw small squares in a single path, because there may be thousands."""
    corners = (overview.spot(at) for at in spots)
    squares = "".join(f"M{x - 1.3:.1f} {y - 1.3:.1f}h2.6v2.6h-2.6z" for x, y in corners)
    return f'<path class="{kind}" d="{squares}"/>' if squares else ""


def _emptiest_corner(spots: list[Point], box: Box, sheet: Box) -> Point:
    """Return the position of the sheet's upper left corner that hides the fewest spots."""
    corners = [
        (x, y)
        for y in (box.top + 6, box.bottom - sheet.bottom - 6)
        for x in (box.right - sheet.right - 6, box.left + 6)
    ]

    def hidden(corner: Point) -> int:
        left, top = corner
        return int_sum(
            left - 20 <= x <= left + sheet.right + 20 and top - 20 <= y <= top + sheet.bottom + 20
            for x, y in spots
        )

    return min(corners, key=hidden)


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
    height = 4 * MARGIN + document["height"] * scale
    known = extent(centres.values(), 2 * MARGIN, PLANE, height)
    return Chart(PLANE, height, parts, known, unit=scale)


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
