"""Maps of a plane whose places have signs: who owns them, and what lies and moves between them.

What is on it may belong to layers, which a page can hide (`horizons_core.report.map_figure`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from horizons_core.report.maps.arrows import arrow
from horizons_core.report.maps.drawing import MARGIN, Chart, Point, group, line, round_step, text
from horizons_core.report.maps.labels import Box
from horizons_core.report.maps.panes import Layers, Pane, pane_of
from horizons_core.report.maps.signs import names, place_sign, ships
from horizons_core.report.markers import Emblem, number, safe

#: Width of the small map of the whole.
INSET = 150.0


def star_chart(document: Mapping[str, Any], known: Mapping[str, Emblem]) -> Chart:
    """The chart of a plane with signs (`docs/formats.md`)."""
    pane = pane_of(document)
    places = [place for place in document["places"] if pane.shows(place["at"])]
    layers = Layers(document.get("layers", ()))
    ways = document.get("arrows", ())
    inside = [
        *(layers.within(cell, _cell(cell, pane)) for cell in _cells(document, pane)),
        *(layers.within(way, arrow(way, pane, known)) for way in ways),
        *(place_sign(place, pane.spot(place["at"]), known) for place in places),
        *ships(places, pane, known, layers),
        *layers.named("names", names(places, ways, pane)),
    ]
    box = pane.box
    ground = _clipped(box, _outline(document, pane))
    parts = [ground, *_grid(pane), _clipped(box, inside), _rectangle("frame", box)]
    parts += _inset(document, pane)
    return Chart(box.right + 2 * MARGIN, box.bottom + 2 * MARGIN, parts)


def _clipped(box: Box, parts: Iterable[str]) -> str:
    """The parts, without what lies outside the box."""
    x, y = number(box.left), number(box.top)
    width, height = number(box.right - box.left), number(box.bottom - box.top)
    size = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<svg {size} viewBox="{x} {y} {width} {height}">{"".join(parts)}</svg>'


def _rectangle(kind: str, box: Box) -> str:
    size = f'width="{number(box.right - box.left)}" height="{number(box.bottom - box.top)}"'
    return f'<rect class="{kind}" x="{number(box.left)}" y="{number(box.top)}" {size}/>'


def _grid(pane: Pane) -> Iterator[str]:
    """Lines at round coordinates, which stand at the upper and left edge."""
    box, step = pane.box, round_step(max(pane.width, pane.height))
    for i in range(math.ceil(pane.x / step), math.floor((pane.x + pane.width) / step) + 1):
        x, _ = pane.spot((i * step, 0))
        yield line("grid", (x, box.top), (x, box.bottom))
        yield text("edge", (x, box.top - 12), number(i * step))
    for i in range(math.ceil(pane.y / step), math.floor((pane.y + pane.height) / step) + 1):
        _, y = pane.spot((0, i * step))
        yield line("grid", (box.left, y), (box.right, y))
        yield text("edge", (MARGIN, y + 5), number(i * step))


def _outline(document: Mapping[str, Any], pane: Pane) -> Iterator[str]:
    outline = document.get("outline")
    if outline:
        x, y = map(number, pane.spot(outline["at"]))
        radius = number(outline["radius"] * pane.scale)
        yield f'<circle class="outline" cx="{x}" cy="{y}" r="{radius}"/>'


def _cells(document: Mapping[str, Any], pane: Pane) -> Iterator[Mapping[str, Any]]:
    """The rough places of which the window shows something."""
    right, bottom = pane.far_corner
    for cell in document.get("cells", ()):
        x, y = cell["at"]
        if pane.x - cell["width"] < x < right and pane.y - cell["height"] < y < bottom:
            yield cell


def _cell(cell: Mapping[str, Any], pane: Pane) -> str:
    """A rough place: somewhere within the rectangle."""
    x, y = cell["at"]
    box = pane.around((x, y), (x + cell["width"], y + cell["height"]))
    drawn = _rectangle("trace", box)[:-2]
    return f"{drawn}><title>{safe(cell['title'])}</title></rect>"


def _inset(document: Mapping[str, Any], pane: Pane) -> Iterator[str]:
    """A small map of the whole plane that shows where the window lies, in the emptiest corner."""
    scale = INSET / document["width"]
    whole = Pane(0.0, 0.0, document["width"], document["height"], scale, pane.up)
    if pane.width >= whole.width and pane.height >= whole.height:
        return
    sheet = Box(0.0, 0.0, INSET, whole.height * whole.scale)
    places = document["places"]
    inside = [
        *_outline(document, whole),
        _dots("trace", (cell["at"] for cell in document.get("cells", ())), whole),
        _dots("seen", (place["at"] for place in places), whole),
        _rectangle("window", whole.around((pane.x, pane.y), pane.far_corner)),
    ]
    corner = _emptiest_corner([pane.spot(place["at"]) for place in places], pane.box, sheet)
    moved = f'<g transform="translate(-{2 * MARGIN:g} -{2 * MARGIN:g})">{"".join(inside)}</g>'
    yield group(corner, [_rectangle("sheet", sheet), moved], 'class="inset" ')


def _dots(kind: str, spots: Iterable[Iterable[float]], whole: Pane) -> str:
    """Small squares, all of them in one path: there may be thousands."""
    corners = (whole.spot(at) for at in spots)
    squares = "".join(f"M{x - 1.3:.1f} {y - 1.3:.1f}h2.6v2.6h-2.6z" for x, y in corners)
    return f'<path class="{kind}" d="{squares}"/>' if squares else ""


def _emptiest_corner(spots: list[Point], box: Box, sheet: Box) -> Point:
    """Where the sheet's upper left corner goes so that it hides the fewest spots."""
    corners = [
        (x, y)
        for y in (box.top + 6, box.bottom - sheet.bottom - 6)
        for x in (box.right - sheet.right - 6, box.left + 6)
    ]

    def hidden(corner: Point) -> int:
        left, top = corner
        return sum(
            left - 20 <= x <= left + sheet.right + 20 and top - 20 <= y <= top + sheet.bottom + 20
            for x, y in spots
        )

    return min(corners, key=hidden)
