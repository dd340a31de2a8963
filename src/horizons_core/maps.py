"""Maps as SVG, made from a map document of plain data (`docs/formats.md`) and from nothing else.

The same document gives the same bytes. Names come from players: all text is escaped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen
from markupsafe import Markup

from horizons_core.emblems import (
    BURST,
    HOUSE,
    STAR,
    Emblem,
    emblem_of,
    emblems,
    fleet_marks,
    number,
    safe,
    short,
    style,
)

#: Centre to corner of a hex, in the units of the drawing, and half its width.
SIZE = 34.0
HALF = SIZE * math.sqrt(3) / 2
MARGIN = 26.0
#: Width of the drawing of a plane.
PLANE = 1000.0
#: Maps with more columns show the coordinates of unknown places at the edges only.
CROWDED = 24
#: The legend breaks its rows here: a phone shows so much of a wide map.
LEGEND = 500.0
#: Steps of shading.
LEVELS = 5

Point = tuple[float, float]


@frozen
class _Chart:
    """What a geometry makes of a document: the drawing and its size, and a word on its edges."""

    width: float
    height: float
    parts: list[str]
    notes: tuple[str, ...] = ()


def map_svg(document: Mapping[str, Any], *, standalone: bool = False) -> Markup:
    """The map as an SVG element for a page or, `standalone`, as a file of its own.

    Raises ValueError for a geometry that is neither "hex" nor "plane".
    """
    draw = {"hex": _hex_chart, "plane": _plane_chart}.get(document["geometry"])
    if draw is None:
        raise ValueError(f"no geometry '{document['geometry']}': known are hex and plane")
    known = emblems(document["empires"])
    chart = draw(document, known)
    legend, height = _legend(document, known, chart)
    columns = chart.width / (2 * HALF)
    if standalone:
        size = f'width="{number(chart.width)}" height="{number(height)}"'
        start = '<rect class="back" width="100%" height="100%"/>'
    else:
        size = f'style="min-width:{columns * 44:.0f}px;max-width:{columns * 80:.0f}px"'
        start = ""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hz-map" {size}'
        f' viewBox="0 0 {number(chart.width)} {number(height)}"'
        f' role="img" aria-label="{safe(document["title"])}">'
        f"<style>{style('palette.css', 'map.css')}</style>{start}"
    )
    return Markup("".join([head, *chart.parts, *legend, "</svg>\n"]))  # noqa: S704 - escaped above


def _hex_chart(document: Mapping[str, Any], known: Mapping[str, Emblem]) -> _Chart:
    """A rhombus of hexes, rows leaning right; one that wraps is drawn upright by turning rows."""
    columns, rows, wraps = document["width"], document["height"], document["wraps"]
    places = {tuple(place["at"]): place for place in document["places"]}

    def centre(q: int, r: int) -> Point:
        column = (q + r // 2) % columns + r % 2 / 2 if wraps else q + r / 2
        return 2 * MARGIN + HALF + column * 2 * HALF, 1.5 * MARGIN + SIZE + r * SIZE * 1.5

    cells, over = [], []
    for r in range(rows):
        for q in range(columns):
            place = places.get((q, r)) or _unknown(q, r, labelled=columns <= CROWDED)
            where = centre(q, r)
            cells.append(_cell(place, where, _HEX))
            over.append(_group(where, _in_hex(place, known)))
    lean = 0.5 if wraps else (rows - 1) / 2
    width = 3 * MARGIN + (columns + lean) * 2 * HALF
    height = 3 * MARGIN + SIZE * (1.5 * rows + 0.5)
    edges = _hex_edges(columns, rows, centre)
    notes = _WRAPS if wraps else ()
    return _Chart(width, height, [*cells, '<g class="over">', *edges, *over, "</g>"], notes)


_WRAPS = (
    "The right edge joins the left, and the bottom",
    "joins the top: look for the same q there.",
)


def _outline(size: float) -> str:
    half, quarter, whole = number(size * math.sqrt(3) / 2), number(size / 2), number(size)
    return f"M0-{whole}L{half}-{quarter}V{quarter}L0 {whole}-{half} {quarter}V-{quarter}z"


_HEX, _HEX_SEEN, _HEX_HOME = _outline(SIZE), _outline(SIZE - 1.5), _outline(SIZE - 4.5)


def _unknown(q: int, r: int, *, labelled: bool) -> dict[str, Any]:
    name = f"{q},{r}"
    return {
        "id": name,
        "label": "" if labelled else " ",
        "state": "unknown",
        "level": None,
        "title": f"{name}: unknown",
        "lines": (),
        "marks": (),
    }


def _hex_edges(columns: int, rows: int, centre: Any) -> Iterator[str]:
    """The coordinates along the edges: q above and below its column, r before its row."""
    for q in range(columns):
        name = f"q {q}" if q == 0 else str(q)
        x, y = centre(q, 0)
        yield _text("edge", (x, y - SIZE - 6), name)
        x, y = centre(q, rows - 1)
        yield _text("edge", (x, y + SIZE + 16), name)
    for r in range(rows):
        x = min(centre(q, r)[0] for q in range(columns))
        y = centre(0, r)[1]
        yield _text("edge", (x - HALF - 14, y + 5), f"r {r}" if r == 0 else str(r))


def _in_hex(place: Mapping[str, Any], known: Mapping[str, Emblem]) -> Iterator[str]:
    if place["state"] == "in view":
        yield f'<path class="seen" d="{_HEX_SEEN}"/>'
    homes = [mark for mark in place["marks"] if mark["kind"] == "home"]
    for home in homes:
        colour = emblem_of(known, home.get("owner")).fill
        yield f'<path class="home" stroke="{colour}" d="{_HEX_HOME}"/>'
        yield f'<g transform="translate(-18 -17) scale(.85)"><path class="house" fill="{colour}"'
        yield f' d="{HOUSE}"/></g>'
    label = (place["label"] or place["id"]).strip()
    if label:
        yield _text(
            "faint" if place["state"] == "unknown" else "label", (0, -19.5), short(label, 9)
        )
    yield from _in_two_rows(place["lines"])
    yield _group((0, -4), fleet_marks(place["marks"], known, 52))
    if any(mark["kind"] == "battle" for mark in place["marks"]):
        yield f'<path class="burst" transform="translate(18 -17) scale(.85)" d="{BURST}"/>'


def _in_two_rows(lines: Iterable[str]) -> Iterator[str]:
    """The first two lines; a long one is parted in the middle, since a hex is narrow."""
    rows: list[str] = []
    for line in lines:
        words = line.split()
        middle = (len(words) + 1) // 2 if len(line) > 8 else len(words)
        rows += [" ".join(part) for part in (words[:middle], words[middle:]) if part]
    for row, text in enumerate(rows[:2]):
        size = min(10.0, (46.0, 34.0)[row] / (0.58 * len(text)))
        yield f'<text y="{14 + 9.5 * row:g}" font-size="{number(size)}">{safe(text)}</text>'


def _plane_chart(document: Mapping[str, Any], known: Mapping[str, Emblem]) -> _Chart:
    """Points on a plane, x to the right and y down, with lines between some."""
    scale = (PLANE - 4 * MARGIN) / document["width"]

    def centre(x: float, y: float) -> Point:
        return 2 * MARGIN + x * scale, 2 * MARGIN + y * scale

    where = {place["id"]: centre(*place["at"]) for place in document["places"]}
    parts = list(_plane_grid(document, centre))
    parts += [_line("link", where[a], where[b]) for a, b in document.get("lines", ())]
    for place in document["places"]:
        radius = 7 + 7 * (place["level"] or 0)
        parts.append(_cell(place, where[place["id"]], _circle(radius)))
    for place in document["places"]:
        parts.append(_group(where[place["id"]], _at_point(place, known), 'class="over" '))
    return _Chart(PLANE, 4 * MARGIN + document["height"] * scale, parts)


def _circle(radius: float) -> str:
    r = number(radius)
    return f"M{r} 0A{r} {r} 0 1 1-{r} 0 {r} {r} 0 1 1 {r} 0z"


def _plane_grid(document: Mapping[str, Any], centre: Any) -> Iterator[str]:
    width, height = document["width"], document["height"]
    step = 10 ** math.floor(math.log10(max(width, height, 1)))
    step = next(s for s in (step / 5, step / 2, step, step * 2) if max(width, height) / s <= 10)
    for i in range(math.floor(width / step) + 1):
        (x, top), (_, bottom) = centre(i * step, 0), centre(i * step, height)
        yield _line("grid", (x, top), (x, bottom)) + _text("edge", (x, top - 12), number(i * step))
    for i in range(math.floor(height / step) + 1):
        (left, y), (right, _) = centre(0, i * step), centre(width, i * step)
        yield _line("grid", (left, y), (right, y)) + _text("edge", (26, y + 5), number(i * step))


def _at_point(place: Mapping[str, Any], known: Mapping[str, Emblem]) -> Iterator[str]:
    radius = 7 + 7 * (place["level"] or 0)
    if place["state"] == "in view":
        yield f'<path class="seen" d="{_circle(radius + 2)}"/>'
    for home in (mark for mark in place["marks"] if mark["kind"] == "home"):
        colour = emblem_of(known, home.get("owner")).fill
        yield f'<path class="home" stroke="{colour}" d="{_circle(radius + 5)}"/>'
    name = short(" ".join([place["label"] or place["id"], *place["lines"]]), 40)
    yield _text("name", (0, radius + 16), name)
    yield _group((0, -radius - 13), fleet_marks(place["marks"], known, 100))
    if any(mark["kind"] == "battle" for mark in place["marks"]):
        yield f'<path class="burst" transform="translate({number(radius + 7)} -7)" d="{BURST}"/>'


def _cell(place: Mapping[str, Any], where: Point, path: str) -> str:
    """The place itself; its title shows when the pointer rests on it."""
    shade = "unknown"
    if place["state"] != "unknown":
        shade = f"level l{math.ceil(min(max(place['level'] or 0, 0), 1) * LEVELS)}"
    words = [place["title"] or place["id"]]
    words += [mark["title"] for mark in place["marks"] if mark.get("title")]
    x, y = where
    return (
        f'<path class="cell {shade}" data-place="{safe(place["id"])}"'
        f' transform="translate({number(x)} {number(y)})" d="{path}">'
        f"<title>{safe(chr(10).join(words))}</title></path>"
    )


def _group(where: Point, parts: Iterable[str], attributes: str = "") -> str:
    inside = "".join(parts)
    x, y = where
    move = f'transform="translate({number(x)} {number(y)})"'
    return f"<g {attributes}{move}>{inside}</g>" if inside else ""


def _line(kind: str, start: Point, end: Point) -> str:
    x1, y1, x2, y2 = map(number, (*start, *end))
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _text(kind: str, where: Point, text: str) -> str:
    return f'<text class="{kind}" x="{number(where[0])}" y="{number(where[1])}">{safe(text)}</text>'


_SIGNS = {
    "own": f'<path class="neutral" d="{_circle(8.5)}"/>',
    "enemy": f'<path class="neutral" d="{_circle(8.5)}"/>',
    "home": f'<path class="house" fill="currentColor" d="{HOUSE}"/>',
    "mothership": f'<path class="star" d="{STAR}"/>',
    "battle": f'<path class="burst" d="{BURST}"/>',
    "unknown": f'<path class="cell unknown" transform="scale(.27)" d="{_HEX}"/>',
    "mapped": f'<path class="cell level l2" transform="scale(.27)" d="{_HEX}"/>',
    "in view": f'<path class="cell level l2" transform="scale(.27)" d="{_HEX}"/>'
    f'<path class="seen thick" transform="scale(.25)" d="{_HEX}"/>',
}


def _legend(
    document: Mapping[str, Any], known: Mapping[str, Emblem], chart: _Chart
) -> tuple[list[str], float]:
    """The empires, then the signs, flowing in rows below the chart; and where they end."""
    entries = [
        (known[name].drawn(), short(name, 30) + (" (you)" if name == document["you"] else ""))
        for name in document["empires"]
    ]
    entries += [(_SIGNS.get(item["kind"], ""), item["text"]) for item in document["legend"]]
    entries += [("", note) for note in chart.notes]
    left, x, y = MARGIN + 12, MARGIN + 12, chart.height + 14
    parts = ['<g class="legend">']
    for sign, text in entries:
        width = (44 if sign else 12) + 8.6 * len(text)
        if x > left and x + width > min(chart.width, LEGEND):
            x, y = left, y + 30
        words = f'<text x="{17 if sign else -10}" y="5">{safe(text)}</text>'
        parts.append(_group((x, y), [sign, words]))
        x += width
    return [*parts, "</g>"], y + (MARGIN if entries else 0)
