"""Maps of flat-topped hexes in columns, without borders: those places that the document names."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from horizons_core.report.maps.drawing import HALF, MARGIN, SIZE, Chart, Point, cell, group, line
from horizons_core.report.maps.hexes import Outlines, in_hex
from horizons_core.report.maps.layers import Layers
from horizons_core.report.markers import PlayerMarker, number, safe

#: The kinds of ways between two places, and the classes that they are drawn with.
LINKS: Mapping[str, str] = {"lane": "link lane", "blocked": "link blocked", "trade": "link trade"}


def column_chart(document: Mapping[str, Any], known: Mapping[str, PlayerMarker]) -> Chart:
    """Columns of hexes, x to the right and y downwards; even columns stand half a hex lower.

    Columns and rows may have any numbers. Ways between places (`links`) are drawn over the hexes.
    """
    places = document["places"]
    left = min((place["at"][0] for place in places), default=0)
    top = min((place["at"][1] for place in places), default=0)
    right = max((place["at"][0] for place in places), default=0)
    bottom = max((place["at"][1] for place in places), default=0)

    def centre(x: int, y: int) -> Point:
        lower = HALF if x % 2 == 0 else 0.0
        return MARGIN + SIZE + (x - left) * 1.5 * SIZE, MARGIN + (2 * (y - top) + 1) * HALF + lower

    where = {place["id"]: centre(*place["at"]) for place in places}
    cells = [cell(place, where[place["id"]], FLAT.border) for place in places]
    layers = Layers(document.get("layers", ()))
    ways = [layers.within(link, _way(link, where)) for link in document.get("links", ())]
    over = [group(where[place["id"]], in_hex(place, known, FLAT)) for place in places]
    width = 2 * MARGIN + SIZE * (1.5 * (right - left) + 2)
    height = 2 * MARGIN + HALF * (2 * (bottom - top) + 3)
    return Chart(width, height, [*cells, *ways, '<g class="over">', *over, "</g>"])


def _way(link: Mapping[str, Any], where: Mapping[str, Point]) -> str:
    drawn = line(LINKS.get(link["kind"], "link"), where[link["a"]], where[link["b"]])
    return f"<g><title>{safe(link['title'])}</title>{drawn}</g>"


def _outline(size: float) -> str:
    whole, half, high = number(size), number(size / 2), number(size * math.sqrt(3) / 2)
    return f"M{whole} 0L{half} {high}H-{half}L-{whole} 0L-{half}-{high}H{half}z"


FLAT = Outlines(_outline(SIZE), _outline(SIZE - 1.5), _outline(SIZE - 4.5))
