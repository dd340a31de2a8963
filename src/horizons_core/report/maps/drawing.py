"""The strokes that maps are drawn with: SVG of lines, texts, circles and the places themselves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import frozen

from horizons_core.report.markers import number, safe

MARGIN = 26.0
#: Centre to corner of a hex, in the units of the drawing, and half its width.
SIZE = 34.0
HALF = SIZE * math.sqrt(3) / 2
#: Steps of shading.
LEVELS = 5

Point = tuple[float, float]


@frozen
class Chart:
    """What a geometry makes of a document: the drawing and its size, and a word on its edges."""

    width: float
    height: float
    parts: list[str]
    notes: tuple[str, ...] = ()


def cell(place: Mapping[str, Any], where: Point, path: str) -> str:
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


def group(where: Point, parts: Iterable[str], attributes: str = "") -> str:
    inside = "".join(parts)
    x, y = where
    move = f'transform="translate({number(x)} {number(y)})"'
    return f"<g {attributes}{move}>{inside}</g>" if inside else ""


def round_step(extent: float) -> float:
    """The distance of grid lines: a round one that fits into the extent at most ten times."""
    step = 10.0 ** math.floor(math.log10(max(extent, 1)))
    return next(one for one in (step / 5, step / 2, step) if extent / one <= 10)


def multiples(step: float, start: float, extent: float) -> list[float]:
    """Where grid lines lie within an extent from `start` on, its ends included."""
    first, last = math.ceil(start / step), math.floor((start + extent) / step)
    return [count * step for count in range(first, last + 1)]


def line(kind: str, start: Point, end: Point) -> str:
    x1, y1, x2, y2 = map(number, (*start, *end))
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def text(kind: str, where: Point, text: str) -> str:
    return f'<text class="{kind}" x="{number(where[0])}" y="{number(where[1])}">{safe(text)}</text>'


def circle(radius: float) -> str:
    r = number(radius)
    return f"M{r} 0A{r} {r} 0 1 1-{r} 0 {r} {r} 0 1 1 {r} 0z"
