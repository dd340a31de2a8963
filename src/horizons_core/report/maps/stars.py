"""Maps of a plane whose places have symbols: who owns them, and what lies and moves between them.

What is on it may belong to layers, which a page can hide (`horizons_core.report.map_figure`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from horizons_core.report.maps.arrows import arrow
from horizons_core.report.maps.drawing import (
    MARGIN,
    Chart,
    Point,
    group,
    line,
    multiples,
    round_step,
    text,
)
from horizons_core.report.maps.labels import Box
from horizons_core.report.maps.layers import Layers
from horizons_core.report.maps.symbols import names, place_symbol, ships
from horizons_core.report.maps.viewport import Viewport, viewport_of
from horizons_core.report.markers import PlayerMarker, number, safe
from horizons_core.sums import int_sum

#: Width of the small map of the whole.
INSET = 150.0


def star_chart(document: Mapping[str, Any], known: Mapping[str, PlayerMarker]) -> Chart:
    """The chart of a plane with symbols (`docs/formats.md`)."""
    viewport = viewport_of(document)
    places = [place for place in document["places"] if viewport.shows(place["at"])]
    layers = Layers(document.get("layers", ()))
    ways = document.get("arrows", ())
    inside = [
        *(layers.within(cell, _cell(cell, viewport)) for cell in _cells(document, viewport)),
        *(layers.within(way, arrow(way, viewport, known)) for way in ways),
        *(place_symbol(place, viewport.spot(place["at"]), known) for place in places),
        *ships(places, viewport, known, layers),
        *layers.named("names", names(places, ways, viewport)),
    ]
    box = viewport.box
    ground = _clipped(box, _outline(document, viewport))
    parts = [ground, *_grid(viewport), _clipped(box, inside), _rectangle("frame", box)]
    parts += _inset(document, viewport)
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


def _grid(viewport: Viewport) -> Iterator[str]:
    """Lines at round coordinates, which stand at the upper and left edge."""
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
    """The rough places of which the window shows something."""
    right, bottom = viewport.far_corner
    for cell in document.get("cells", ()):
        x, y = cell["at"]
        if viewport.x - cell["width"] < x < right and viewport.y - cell["height"] < y < bottom:
            yield cell


def _cell(cell: Mapping[str, Any], viewport: Viewport) -> str:
    """A rough place: somewhere within the rectangle."""
    x, y = cell["at"]
    box = viewport.around((x, y), (x + cell["width"], y + cell["height"]))
    drawn = _rectangle("trace", box)[:-2]
    return f"{drawn}><title>{safe(cell['title'])}</title></rect>"


def _inset(document: Mapping[str, Any], viewport: Viewport) -> Iterator[str]:
    """A small map of the whole plane that shows where the window lies, in the emptiest corner."""
    scale = INSET / document["width"]
    whole = Viewport(0.0, 0.0, document["width"], document["height"], scale, viewport.up)
    if viewport.width >= whole.width and viewport.height >= whole.height:
        return
    sheet = Box(0.0, 0.0, INSET, whole.height * whole.scale)
    places = document["places"]
    inside = [
        *_outline(document, whole),
        _dots("trace", (cell["at"] for cell in document.get("cells", ())), whole),
        _dots("seen", (place["at"] for place in places), whole),
        _rectangle("window", whole.around((viewport.x, viewport.y), viewport.far_corner)),
    ]
    corner = _emptiest_corner([viewport.spot(place["at"]) for place in places], viewport.box, sheet)
    moved = f'<g transform="translate(-{2 * MARGIN:g} -{2 * MARGIN:g})">{"".join(inside)}</g>'
    yield group(corner, [_rectangle("sheet", sheet), moved], 'class="inset" ')


def _dots(kind: str, spots: Iterable[Iterable[float]], whole: Viewport) -> str:
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
        return int_sum(
            left - 20 <= x <= left + sheet.right + 20 and top - 20 <= y <= top + sheet.bottom + 20
            for x, y in spots
        )

    return min(corners, key=hidden)
