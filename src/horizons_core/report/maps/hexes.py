"""Maps of hexes, and of hexes in columns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from horizons_core.report.maps.drawing import (
    HALF,
    MARGIN,
    SIZE,
    Chart,
    Layers,
    Point,
    cell,
    cell_around,
    extent,
    group,
    holder,
    is_known,
    line,
    realms,
    text,
)
from horizons_core.report.markers import (
    BURST,
    HOUSE,
    PlayerMarker,
    fleet_marks,
    marker_of,
    number,
    safe,
    short,
)

#: Marks of places that other empires' ships hold or block.
HELD = ("interdicted", "controlled")
#: A disc in a hex of a map in columns, which stands for a world.
GLOBE = "m-23 0a23 23 0 1 0 46 0 23 23 0 1 0-46 0"
#: Room around the known hexes in the part of a map that is shown first.
ROOM = 2.2 * SIZE
#: Number of columns above which unknown places have their coordinates at the edges only.
CROWDED = 24
#: The fields that determine the drawing of an empty place; most places are empty.
_BARE = ("id", "label", "state", "level", "title")
_WRAPS = (
    "The right edge joins the left, and the bottom",
    "joins the top: look for the same q there.",
)
#: The kinds of links between places, and their CSS classes.
LINKS: Mapping[str, str] = {"lane": "link lane", "blocked": "link blocked", "trade": "link trade"}


def hex_chart(document: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Chart:
    """Draw a rhombus of hexes, rows leaning right.

    A map that wraps is drawn as a rectangle, with the hex of `centre` in its middle.
    """
    columns, rows, wraps = document["width"], document["height"], document["wraps"]
    places = {tuple(place["at"]): place for place in document["places"]}
    left, top = _first_of(document) if wraps else (0, 0)

    def centre(q: int, r: int) -> Point:
        row = (r - top) % rows
        column = (q - left + row // 2) % columns + row % 2 / 2 if wraps else q + r / 2
        return 2 * MARGIN + HALF + column * 2 * HALF, 1.5 * MARGIN + SIZE + row * SIZE * 1.5

    cells, overlay = [], []
    holders: list[tuple[str | None, Point]] = []
    for r in range(rows):
        for q in range(columns):
            place = places.get((q, r)) or _unknown(q, r, labelled=columns <= CROWDED)
            position = centre(q, r)
            drawn, contents = _draw_place(place, position, markers)
            cells.append(drawn)
            overlay.append(contents)
            holders.append((holder(place), position))
    lean = 0.5 if wraps else (rows - 1) / 2
    width = 3 * MARGIN + (columns + lean) * 2 * HALF
    height = 3 * MARGIN + SIZE * (1.5 * rows + 0.5)
    edges = _hex_edges(columns, rows, top, centre)
    notes = _WRAPS if wraps else ()
    parts = [*cells, *realms(holders, POINTED.tile, markers)]
    parts += ['<g class="over">', *edges, *overlay, "</g>"]
    spots = [centre(*at) for at, place in places.items() if is_known(place)]
    return Chart(width, height, parts, extent(spots, ROOM, width, height), notes)


def _first_of(document: Mapping[str, Any]) -> tuple[int, int]:
    """Return q and r of the upper left hex, so that the hex `centre` is in the middle."""
    if "centre" not in document:
        return 0, 0
    q, r = document["centre"]
    columns, rows = document["width"], document["height"]
    return q - columns // 2 + rows // 2 // 2, r - rows // 2


def _draw_place(
    place: Mapping[str, Any], position: Point, markers: Mapping[str, PlayerMarker]
) -> tuple[str, str]:
    """Draw the hex of a place, and its contents."""
    if place["marks"] or place["lines"]:
        return cell(place, position, HEX), group(position, in_hex(place, markers, POINTED))
    before, after, contents = _bare(*(place[name] for name in _BARE))
    x, y = map(number, position)
    return f"{before}{x} {y}{after}", group(position, contents)


@lru_cache(maxsize=8192)
def _bare(*fields: Any) -> tuple[str, str, str]:
    """Draw an empty place without its position; cached, because maps share many such places."""
    place = {**dict(zip(_BARE, fields, strict=True)), "marks": (), "lines": ()}
    return *cell_around(place, HEX), "".join(in_hex(place, {}, POINTED))


def _outline(size: float) -> str:
    half, quarter, full = number(size * math.sqrt(3) / 2), number(size / 2), number(size)
    return f"M0-{full}L{half}-{quarter}V{quarter}L0 {full}-{half} {quarter}V-{quarter}z"


@frozen
class Outlines:
    """The paths of a place: its border, and inside it the rings that mark places in view and homes.

    `tile` is the border in relative coordinates; "" if territory has another shape.
    """

    border: str
    in_view: str
    home: str
    tile: str = ""


POINTED = Outlines(
    _outline(SIZE),
    _outline(SIZE - 1.5),
    _outline(SIZE - 4.5),
    "m0-34l29.44 17v34l-29.44 17-29.44-17v-34z",
)
HEX = POINTED.border


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


def _hex_edges(columns: int, rows: int, top: int, centre: Any) -> Iterator[str]:
    """Draw the coordinates along the edges: q above and below its column, r before its row.

    `top` is the first row.
    """
    for q in range(columns):
        name = f"q {q}" if q == 0 else str(q)
        x, y = centre(q, top)
        yield text("edge", (x, y - SIZE - 6), name)
        x, y = centre(q, top + rows - 1)
        yield text("edge", (x, y + SIZE + 16), name)
    for r in range(rows):
        x = min(centre(q, r)[0] for q in range(columns))
        y = centre(0, r)[1]
        yield text("edge", (x - HALF - 14, y + 5), f"r {r}" if r == 0 else str(r))


def in_hex(
    place: Mapping[str, Any], markers: Mapping[str, PlayerMarker], outlines: Outlines
) -> Iterator[str]:
    """Draw the contents of a hex: its label, two lines, and the marks of fleets and homes."""
    yield from rings(place, markers, outlines)
    label = (place["label"] or place["id"]).strip()
    if label:
        yield text("faint" if place["state"] == "unknown" else "label", (0, -19), short(label, 9))
    yield from in_two_rows(place["lines"])
    if place.get("brief"):
        yield text("brief", (0, 18), short(place["brief"], 4))
    yield group((0, -7), fleet_marks(place["marks"], markers, 52), 'class="fleet" ')
    yield from burst(place)


def rings(
    place: Mapping[str, Any], markers: Mapping[str, PlayerMarker], outlines: Outlines
) -> Iterator[str]:
    """Draw the rings around a place in view, a home or a held place, and the sign of a home."""
    if place["state"] == "in view":
        yield f'<path class="seen" d="{outlines.in_view}"/>'
    homes = [mark for mark in place["marks"] if mark["kind"] == "home"]
    for home in homes:
        colour = marker_of(markers, home.get("owner")).fill
        yield f'<path class="home" stroke="{colour}" d="{outlines.home}"/>'
        yield f'<g transform="translate(-18 -17) scale(.85)"><path class="house" fill="{colour}"'
        yield f' d="{HOUSE}"/></g>'
    kinds = {mark["kind"] for mark in place["marks"]}
    yield from (f'<path class="{kind}" d="{outlines.in_view}"/>' for kind in HELD if kind in kinds)


def burst(place: Mapping[str, Any]) -> Iterator[str]:
    """Draw the symbol of a battle, if there was one."""
    if any(mark["kind"] == "battle" for mark in place["marks"]):
        yield f'<path class="burst" transform="translate(18 -17) scale(.85)" d="{BURST}"/>'


def in_two_rows(lines: Iterable[str], widths: Point = (48.0, 34.0)) -> Iterator[str]:
    """Draw the first two lines; a long one is split in the middle, because hexes are narrow."""
    rows: list[str] = []
    for row_line in lines:
        words = row_line.split()
        middle = (len(words) + 1) // 2 if len(row_line) > 8 else len(words)
        rows += [" ".join(part) for part in (words[:middle], words[middle:]) if part]
    for row, row_text in enumerate(rows[:2]):
        size = min(10.5, widths[row] / (0.64 * len(row_text)))
        yield f'<text y="{11.5 + 10 * row:g}" font-size="{number(size)}">{safe(row_text)}</text>'


def column_chart(document: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Chart:
    """Draw columns of hexes, x to the right and y downwards; even columns are half a hex lower.

    Columns and rows may have any numbers. Links between places (`links`) are drawn over the hexes.
    """
    places = document["places"]
    left = min((place["at"][0] for place in places), default=0)
    top = min((place["at"][1] for place in places), default=0)
    right = max((place["at"][0] for place in places), default=0)
    bottom = max((place["at"][1] for place in places), default=0)

    def centre(x: int, y: int) -> Point:
        lower = HALF if x % 2 == 0 else 0.0
        return MARGIN + SIZE + (x - left) * 1.5 * SIZE, MARGIN + (2 * (y - top) + 1) * HALF + lower

    centres = {place["id"]: centre(*place["at"]) for place in places}
    cells = [cell(place, centres[place["id"]], FLAT.border) for place in places]
    layers = Layers(document.get("layers", ()))
    links = [layers.within(link, _link(link, centres)) for link in document.get("links", ())]
    contents = [_over(place, centres[place["id"]], markers) for place in places]
    worlds = [centres[place["id"]] for place in places if place["level"]]
    globes = "".join(f"M{number(x)} {number(y)}{GLOBE}" for x, y in worlds)
    holders = [(holder(place), centres[place["id"]]) for place in places]
    width = 2 * MARGIN + SIZE * (1.5 * (right - left) + 2)
    height = 2 * MARGIN + HALF * (2 * (bottom - top) + 3)
    spots = [centres[place["id"]] for place in places if is_known(place)]
    parts = [*cells, *realms(holders, FLAT.tile, markers), f'<path class="globes" d="{globes}"/>']
    parts += [*links, '<g class="over">', *contents, "</g>"]
    return Chart(width, height, parts, extent(spots, ROOM, width, height))


def _over(place: Mapping[str, Any], centre: Point, markers: Mapping[str, PlayerMarker]) -> str:
    """Draw the contents of a hex; an empty one has only a label, which needs no group."""
    if place["marks"] or place["lines"] or place["state"] == "in view":
        return group(centre, in_hex(place, markers, FLAT))
    kind = "faint" if place["state"] == "unknown" else "label"
    return text(kind, (centre[0], centre[1] - 19), short(place["label"] or place["id"], 9))


def _link(link: Mapping[str, Any], centres: Mapping[str, Point]) -> str:
    drawn = line(LINKS.get(link["kind"], "link"), centres[link["a"]], centres[link["b"]])
    return f"<g><title>{safe(link['title'])}</title>{drawn}</g>"


def _column_outline(size: float) -> str:
    full, half, high = number(size), number(size / 2), number(size * math.sqrt(3) / 2)
    return f"M{full} 0L{half} {high}H-{half}L-{full} 0L-{half}-{high}H{half}z"


FLAT = Outlines(
    _column_outline(SIZE),
    _column_outline(SIZE - 1.5),
    _column_outline(SIZE - 4.5),
    "m34 0l-17 29.44h-34l-17-29.44 17-29.44h34z",
)
