"""Maps of a plane with symbols: places with their owners, ships, and movements between them.

Objects may belong to layers, which a page can hide (`horizons_core.report.map_figure`).
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

#: Width of the overview map.
INSET = 150.0


def star_chart(document: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Chart:
    """Draw the chart of a plane with symbols (`docs/formats.md`)."""
    viewport = viewport_of(document)
    places = [place for place in document["places"] if viewport.shows(place["at"])]
    layers = Layers(document.get("layers", ()))
    movements = document.get("arrows", ())
    inside = [
        *(layers.within(cell, _cell(cell, viewport)) for cell in _cells(document, viewport)),
        *(layers.within(way, arrow(way, viewport, markers)) for way in movements),
        *(place_symbol(place, viewport.spot(place["at"]), markers) for place in places),
        *ships(places, viewport, markers, layers),
        *layers.named("names", names(places, movements, viewport)),
    ]
    box = viewport.box
    ground = _clipped(box, _outline(document, viewport))
    parts = [ground, *_grid(viewport), _clipped(box, inside), _rectangle("frame", box)]
    parts += _inset(document, viewport)
    return Chart(box.right + 2 * MARGIN, box.bottom + 2 * MARGIN, parts)


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
    """Yield the approximate places that are at least partly visible in the window."""
    right, bottom = viewport.far_corner
    for area in document.get("cells", ()):
        x, y = area["at"]
        if viewport.x - area["width"] < x < right and viewport.y - area["height"] < y < bottom:
            yield area


def _cell(cell: Mapping[str, Any], viewport: Viewport) -> str:
    """Draw an approximate place: somewhere within the rectangle."""
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


def _dots(kind: str, spots: Iterable[Iterable[float]], overview: Viewport) -> str:
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
