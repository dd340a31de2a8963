"""Drawing of maps, with layers that a page can hide."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from horizons_core.report.markers import PlayerMarker, number, safe

MARGIN = 26.0
#: Centre to corner of a hex, in the units of the drawing, and half its width.
SIZE = 34.0
HALF = SIZE * math.sqrt(3) / 2
#: Number of levels of shading.
LEVELS = 5
#: The kinds of marks for ships.
FLEETS = ("own", "enemy", "mothership")

Point = tuple[float, float]
#: Left, top, right and bottom of a part of a drawing.
Extent = tuple[float, float, float, float]


@frozen
class Chart:
    """A drawing made from a document, its size, and notes about its edges.

    Attributes:
        known: the part that the reader knows.
        unit: the length of a unit of the coordinates, or of a step between hexes.
        has_symbols: whether its places are symbols, which pages enlarge in a view from afar.
    """

    width: float
    height: float
    parts: list[str]
    known: Extent
    notes: tuple[str, ...] = ()
    unit: float = 2 * HALF
    has_symbols: bool = False


def extent(spots: Iterable[Point], room: float, width: float, height: float) -> Extent:
    """Return the part of a drawing with all spots and a margin; without spots, all of it."""
    spots = list(spots) or [(0.0, 0.0), (width, height)]
    left, top = (max(min(spot[axis] for spot in spots) - room, 0.0) for axis in (0, 1))
    right, bottom = (
        min(max(spot[axis] for spot in spots) + room, size)
        for axis, size in ((0, width), (1, height))
    )
    return left, top, right, bottom


def is_known(place: Mapping[str, Any]) -> bool:
    """Return whether the reader knows more about a place than its position."""
    return place["state"] != "unknown" or bool(place["marks"])


def holder(place: Mapping[str, Any]) -> str | None:
    """Return the empire whose home is at a place, or else the only empire with ships there."""
    homes: list[str | None] = [
        mark.get("owner") for mark in place["marks"] if mark["kind"] == "home"
    ]
    fleets: set[str | None] = {
        mark.get("owner") for mark in place["marks"] if mark["kind"] in FLEETS
    }
    if homes:
        return homes[0]
    return fleets.pop() if len(fleets) == 1 else None


def realms(
    holders: Iterable[tuple[str | None, Point]], shape: str, markers: Mapping[str, PlayerMarker]
) -> Iterator[str]:
    """Draw each empire's territory as one path: `shape`, in relative coordinates, at each place."""
    paths: dict[str, list[str]] = {}
    for owner, (x, y) in holders:
        if owner is not None and owner in markers:
            paths.setdefault(owner, []).append(f"M{number(x)} {number(y)}{shape}")
    for owner, parts in paths.items():
        yield f'<path class="realm" fill="{markers[owner].fill}" d="{"".join(parts)}"/>'


def cell(place: Mapping[str, Any], centre: Point, path: str, kind: str = "cell") -> str:
    """Draw a place; its title is shown when the pointer rests on it."""
    before, after = cell_around(place, path, kind)
    x, y = centre
    return f"{before}{number(x)} {number(y)}{after}"


def cell_around(place: Mapping[str, Any], path: str, kind: str = "cell") -> tuple[str, str]:
    """Return the two parts of a place's drawing, before and after its position."""
    shade = "unknown"
    if place["state"] != "unknown":
        shade = f"level l{math.ceil(min(max(place['level'] or 0, 0), 1) * LEVELS)}"
    words = [place["title"] or place["id"]]
    words += [mark["title"] for mark in place["marks"] if mark.get("title")]
    return (
        f'<path class="{kind} {shade}" data-place="{safe(place["id"])}" transform="translate(',
        f')" d="{path}"><title>{safe(chr(10).join(words))}</title></path>',
    )


def group(centre: Point, parts: Iterable[str], attributes: str = "") -> str:
    inside = "".join(parts)
    x, y = centre
    move = f'transform="translate({number(x)} {number(y)})"'
    return f"<g {attributes}{move}>{inside}</g>" if inside else ""


def round_step(extent: float) -> float:
    """Return the distance of grid lines: a round number with at most ten steps in the extent."""
    step = 10.0 ** math.floor(math.log10(max(extent, 1)))
    return next(size for size in (step / 5, step / 2, step) if extent / size <= 10)


def multiples(step: float, start: float, extent: float) -> list[float]:
    """Return the positions of grid lines within an extent, counted from `start`, ends included."""
    first, last = math.ceil(start / step), math.floor((start + extent) / step)
    return [count * step for count in range(first, last + 1)]


def line(kind: str, start: Point, end: Point) -> str:
    x1, y1, x2, y2 = map(number, (*start, *end))
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def text(kind: str, position: Point, text: str, attributes: str = "") -> str:
    x, y = map(number, position)
    return f'<text class="{kind}" {attributes}x="{x}" y="{y}">{safe(text)}</text>'


def circle(radius: float) -> str:
    r = number(radius)
    return f"M{r} 0A{r} {r} 0 1 1-{r} 0 {r} {r} 0 1 1 {r} 0z"


class Layers:
    """The layers of a document; objects without a layer are always visible."""

    def __init__(self, layers: Iterable[Mapping[str, Any]]) -> None:
        self._indices = {layer["name"]: index for index, layer in enumerate(layers)}

    def within(self, item: Mapping[str, Any], drawn: str) -> str:
        """Assign the drawing of an object to the object's layer."""
        return "".join(self.named(item.get("layer", ""), [drawn]))

    def named(self, layer: str, drawn: Iterable[str]) -> Iterator[str]:
        index = self._indices.get(layer)
        if index is None:
            yield from drawn
        else:
            yield f'<g class="{layer_class(index)}">{"".join(drawn)}</g>'


def layer_class(index: int) -> str:
    """Return the CSS class of a layer, by its index in the list."""
    return f"layer y{index}"
