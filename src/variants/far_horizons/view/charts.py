"""The map of a view as a document for the map drawer (`horizons_core.report`).

The galaxy seen from above, like the printed map: x to the right, y up, and z as a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.model import View
from variants.far_horizons.view.chart_places import MapSystems, places

_LAYERS = (("names", "names"), ("ships", "ships"), ("wormholes", "wormholes"))
_LEGEND = {
    "owned": "system with somebody's planets",
    "star": "star, in its colour",
    "near star": "star that you visited",
    "object": "deep space",
    "ships": "ships",
    "route": "wormhole",
}


def chart(view: View) -> dict[str, Any]:
    """Return all stars of the view, inhabitants, ships, and the known wormholes."""
    mine = view["species"]
    systems = MapSystems.of(view.data)
    map_places = places(view.data, systems)
    ways = [_wormhole(way) for way in view["wormholes"]]
    span = 2 * view["radius"]
    empires_shown = [name for name in view["everybody"] if name == mine or name in systems.owners]
    document = {
        "title": f"What {mine} knows of the galaxy" if mine else "The galaxy",
        "geometry": "plane",
        "width": span,
        "height": span,
        "wraps": False,
        "up": True,
        "places": map_places,
        "arrows": ways,
        "layers": [{"name": name, "text": text} for name, text in _LAYERS],
        "empires": view["everybody"],
        "shown": empires_shown,
        "you": mine,
        "legend": _legend(map_places, ways),
    }
    outside = [place["at"] for place in map_places if not all(0 <= at < span for at in place["at"])]
    return {**document, "window": _window(outside, span)} if outside else document


def _window(outside: list[list[int]], span: int) -> dict[str, int]:
    """Return a square that includes the galaxy and the ships beyond its edges."""
    low = min(0, *(min(at) for at in outside))
    high = max(span, *(max(at) for at in outside))
    return {"x": low - 1, "y": low - 1, "width": high - low + 2, "height": high - low + 2}


def _wormhole(way: Mapping[str, Any]) -> dict[str, Any]:
    origin, target = way["from"], way["to"]
    return {
        "kind": "route",
        "layer": "wormholes",
        "from": origin[:2],
        "to": target[:2],
        "title": f"wormhole from {_words(origin)} to {_words(target)}",
    }


def _words(sector: list[int]) -> str:
    return " ".join(map(str, sector))


def _legend(map_places: list[dict[str, Any]], ways: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Return the symbols that the map uses."""
    used = {place["sign"] for place in map_places} | {way["kind"] for way in ways}
    if any(place["sign"] == "star" and place["state"] == "in view" for place in map_places):
        used.add("near star")
    if any(place["marks"] for place in map_places):
        used.add("ships")
    return [{"kind": kind, "text": text} for kind, text in _LEGEND.items() if kind in used]
