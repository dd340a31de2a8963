"""The legend below a map: whose marker is which, and what the symbols say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.report.maps.drawing import MARGIN, Chart, circle, group
from horizons_core.report.maps.hexes import HEX
from horizons_core.report.maps.symbols import OBJECT, SHIP
from horizons_core.report.markers import BURST, HOUSE, STAR, PlayerMarker, safe, short

#: The legend breaks its rows here, since a phone shows so much of a wide map; unless there are
#: so many empires that it would become longer than the map.
LEGEND, MANY = 500.0, 24

_FLIGHT = (
    '<path class="way" d="M-11 0H7"/><path class="head" d="M11 0L4 3.2V-3.2z"/>'
    f'<path class="ship" fill="currentColor" transform="rotate(90)" d="{SHIP}"/></g>'
)
_SYMBOLS = {
    "own": f'<path class="neutral" d="{circle(8.5)}"/>',
    "enemy": f'<path class="neutral" d="{circle(8.5)}"/>',
    "home": f'<path class="house" fill="currentColor" d="{HOUSE}"/>',
    "mothership": f'<path class="star" d="{STAR}"/>',
    "battle": f'<path class="burst" d="{BURST}"/>',
    "owned": f'<path class="neutral" d="{circle(8.5)}"/>',
    "ring": f'<path class="ring" d="{circle(6)}"/>',
    "object": f'<path class="object" d="{OBJECT}"/>',
    "dot": f'<path class="dot" d="{circle(3)}"/>',
    "star": f'<path class="sun s4" d="{circle(5)}"/>',
    "near star": f'<path class="halo" d="{circle(7.5)}"/><path class="sun s4" d="{circle(5)}"/>',
    "ships": f'<path class="ship" fill="currentColor" d="{SHIP}"/>',
    "flight": f'<g class="arrow flight">{_FLIGHT}',
    "incoming": f'<g class="arrow incoming bad">{_FLIGHT}',
    "route": '<g class="arrow route"><path class="way" d="M-11 4Q0-6 7 1"/>'
    '<path class="head" d="M11 4L3 2.2 6.5-2z"/></g>',
    "trace": '<rect class="trace" x="-8" y="-6" width="16" height="12"/>',
    "unknown": f'<path class="cell unknown" transform="scale(.27)" d="{HEX}"/>',
    "mapped": f'<path class="cell level l2" transform="scale(.27)" d="{HEX}"/>',
    "in view": f'<path class="cell level l2" transform="scale(.27)" d="{HEX}"/>'
    f'<path class="seen thick" transform="scale(.25)" d="{HEX}"/>',
}


def legend(
    document: Mapping[str, Any], known: Mapping[str, PlayerMarker], chart: Chart
) -> tuple[list[str], float]:
    """The empires, then the symbols, flowing in rows below the chart; and where they end."""
    shown = document.get("shown", document["empires"])
    entries = [
        (known[name].drawn(), short(name, 30) + (" (you)" if name == document["you"] else ""))
        for name in shown
        if name in known
    ]
    entries += [(_SYMBOLS.get(item["kind"], ""), item["text"]) for item in document["legend"]]
    entries += [("", note) for note in chart.notes]
    edge = chart.width if len(shown) > MANY else min(chart.width, LEGEND)
    left, x, y = MARGIN + 12, MARGIN + 12, chart.height + 14
    parts = ['<g class="legend">']
    for symbol, text in entries:
        width = (44 if symbol else 12) + 8.6 * len(text)
        if x > left and x + width > edge:
            x, y = left, y + 30
        words = f'<text x="{17 if symbol else -10}" y="5">{safe(text)}</text>'
        parts.append(group((x, y), [symbol, words]))
        x += width
    return [*parts, "</g>"], y + (MARGIN if entries else 0)
