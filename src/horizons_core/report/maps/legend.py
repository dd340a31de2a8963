"""The legend of a map, with the empires' markers and the meaning of the symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from horizons_core.report.maps.drawing import MARGIN, Chart, circle, group
from horizons_core.report.maps.hexes import HELD, HEX
from horizons_core.report.maps.symbols import OBJECT, SHIP
from horizons_core.report.markers import BURST, HOUSE, SHAPES, STAR, PlayerMarker, safe, short

#: Width at which the legend breaks its rows, for phones; and number of empires above which it does
#: not break them, because it would become longer than the map.
LEGEND, MANY = 500.0, 24

DIAMOND = SHAPES[2][0]
_FLIGHT = (
    '<path class="way" d="M-11 0H7"/><path class="head" d="M11 0L4 3.2V-3.2z"/>'
    f'<path class="ship" fill="currentColor" transform="rotate(90)" d="{SHIP}"/></g>'
)
_SYMBOLS = {
    "own": f'<path class="neutral" d="{circle(8.5)}"/>',
    "enemy": f'<path class="neutral" d="{DIAMOND}"/>',
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
    "lane": '<path class="link lane" d="M-11 0H11"/>',
    "blocked": '<path class="link blocked" d="M-11 0H11"/>',
    "trade": '<path class="link trade" d="M-11 0H11"/>',
    "half": '<path class="link half" d="M-11 0H11"/>',
    "course": '<path class="link course" d="M-11 0H11"/>',
    "loose": f'<path class="fog near" d="{circle(11)}"/><text class="loose" y="4">W</text>',
    "trace": '<rect class="trace" x="-8" y="-6" width="16" height="12"/>',
    "unknown": f'<path class="cell unknown" transform="scale(.27)" d="{HEX}"/>',
    "mapped": f'<path class="cell level l2" transform="scale(.27)" d="{HEX}"/>',
    **{kind: f'<path class="{kind} thick" transform="scale(.25)" d="{HEX}"/>' for kind in HELD},
    "in view": f'<path class="cell level l2" transform="scale(.27)" d="{HEX}"/>'
    f'<path class="seen thick" transform="scale(.25)" d="{HEX}"/>',
}


Entry = tuple[str, str]


def entries(
    document: Mapping[str, Any], markers: Mapping[str, PlayerMarker], notes: Iterable[str]
) -> list[Entry]:
    """Return a drawing, if any, and a text for each empire, symbol and note."""
    listed = {name: markers[name] for name in _visible_empires(document) if name in markers}
    you = document["you"]
    items = [
        (marker.drawn(), short(name, 30) + (" (you)" if name == you else ""))
        for name, marker in listed.items()
    ]
    symbols = {**_SYMBOLS, **_ships_of_players([*listed.values()], markers.get(you))}
    items += [(symbols.get(item["kind"], ""), item["text"]) for item in document["legend"]]
    return [*items, *(("", note) for note in notes)]


def _visible_empires(document: Mapping[str, Any]) -> Sequence[str]:
    visible: Sequence[str] = document.get("shown", document["empires"])
    return visible


def _ships_of_players(visible: list[PlayerMarker], you: PlayerMarker | None) -> dict[str, str]:
    """Return the symbols of own and of enemy ships, each with the marker of one such player."""
    if you is None:
        return {}
    rivals = [marker for marker in visible if marker != you]
    return {"own": you.outline()} | ({"enemy": rivals[0].outline()} if rivals else {})


def legend_list(legend: Iterable[Entry]) -> str:
    """Return the legend as an HTML list, for a page that shows it below the map."""
    items = "".join(
        f"<li>{_icon(symbol) if symbol else ''}{safe(words)}</li>" for symbol, words in legend
    )
    return f'<ul class="hz-legend">{items}</ul>' if items else ""


def _icon(symbol: str) -> str:
    start = '<svg class="hz-map hz-symbol" viewBox="-13 -13 26 26" aria-hidden="true">'
    return f"{start}{symbol}</svg>"


def legend_rows(
    document: Mapping[str, Any], legend: Iterable[Entry], chart: Chart
) -> tuple[list[str], float]:
    """Return the legend as rows of SVG below the chart, and the position of its lower edge."""
    items = list(legend)
    edge = chart.width if len(_visible_empires(document)) > MANY else min(chart.width, LEGEND)
    left, x, y = MARGIN + 12, MARGIN + 12, chart.height + 14
    parts = ['<g class="legend">']
    for symbol, text in items:
        width = (44 if symbol else 12) + 8.6 * len(text)
        if x > left and x + width > edge:
            x, y = left, y + 30
        words = f'<text class="words" x="{17 if symbol else -10}" y="5">{safe(text)}</text>'
        parts.append(group((x, y), [symbol, words]))
        x += width
    return [*parts, "</g>"], y + (MARGIN if items else 0)
