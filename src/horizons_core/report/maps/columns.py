"""Maps of flat-topped hexes in columns, without borders: the places that the document names."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from horizons_core.report.maps.drawing import HALF, MARGIN, SIZE, Chart, Point, cell, group, line
from horizons_core.report.maps.hexes import Outlines, in_hex
from horizons_core.report.maps.layers import Layers
from horizons_core.report.markers import PlayerMarker, number, safe

#: The kinds of links between places, and their CSS classes.
LINKS: Mapping[str, str] = {"lane": "link lane", "blocked": "link blocked", "trade": "link trade"}


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
    over = [group(centres[place["id"]], in_hex(place, markers, FLAT)) for place in places]
    width = 2 * MARGIN + SIZE * (1.5 * (right - left) + 2)
    height = 2 * MARGIN + HALF * (2 * (bottom - top) + 3)
    return Chart(width, height, [*cells, *links, '<g class="over">', *over, "</g>"])


def _link(link: Mapping[str, Any], centres: Mapping[str, Point]) -> str:
    drawn = line(LINKS.get(link["kind"], "link"), centres[link["a"]], centres[link["b"]])
    return f"<g><title>{safe(link['title'])}</title>{drawn}</g>"


def _outline(size: float) -> str:
    full, half, high = number(size), number(size / 2), number(size * math.sqrt(3) / 2)
    return f"M{full} 0L{half} {high}H-{half}L-{full} 0L-{half}-{high}H{half}z"


FLAT = Outlines(_outline(SIZE), _outline(SIZE - 1.5), _outline(SIZE - 4.5))
