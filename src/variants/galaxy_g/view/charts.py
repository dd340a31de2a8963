"""The map of a view as a document for the map drawer (`horizons_core.report`).

A player's map shows the area of the last M order, or by default all that is known, however small a
part of the galaxy. The gamemaster's map shows the whole galaxy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.model import View
from variants.galaxy_g.constants import MAP_COLUMNS, MAP_ROWS
from variants.galaxy_g.view.chart_arrows import all_arrows, known_arrows
from variants.galaxy_g.view.chart_places import all_places, known_places

#: Light years around known places, and the minimum width of a map.
_MARGIN, _LEAST_WIDTH = 6.0, 40.0
_LAYERS = (
    ("names", "names"),
    ("routes", "routes"),
    ("groups", "ships"),
    ("incoming", "incoming ships"),
    ("traces", "traces of ships"),
)
_LEGEND = {
    "owned": "planet with its owner's marker",
    "ring": "uninhabited",
    "dot": "seen by location only",
    "object": "object of size 0",
    "ships": "ships at a planet",
    "flight": "group in hyperspace",
    "incoming": "incoming, of an unknown owner",
    "route": "route",
    "trace": "alien group in hyperspace",
}


def chart(view: View) -> dict[str, Any]:
    """The galaxy as far as known: planets, routes, and ships at planets and in flight."""
    mine = view["race"]
    places = all_places(view) if mine is None else known_places(view)
    arrows = all_arrows(view) if mine is None else known_arrows(view)
    cells = [] if mine is None else _cells(view)
    names = [race["name"] for race in view["races"]]
    diameter = view["diameter"]
    document = {
        "title": f"What {mine} knows of the galaxy" if mine else "The galaxy",
        "geometry": "plane",
        "width": diameter,
        "height": diameter,
        "wraps": False,
        "outline": {"at": [diameter / 2, diameter / 2], "radius": diameter / 2},
        "places": places,
        "arrows": arrows,
        "cells": cells,
        "layers": [{"name": name, "text": text} for name, text in _LAYERS],
        "empires": [mine, *names] if mine else names,
        "you": mine,
        "legend": _legend(places, arrows, cells),
    }
    if mine:
        document["window"] = _window(view, document)
    return document


def _window(view: View, document: Mapping[str, Any]) -> dict[str, float]:
    """The visible part of the galaxy: the chosen area, or by default all that is known."""
    area, diameter = view["area"], view["diameter"]
    if (area["x"], area["y"], area["size"]) != (0.0, 0.0, diameter):
        return {"x": area["x"], "y": area["y"], "width": area["size"], "height": area["size"]}
    spots = [place["at"] for place in document["places"]]
    for arrow in document["arrows"]:
        spots += [arrow["from"], arrow["to"]]
    low = [min((spot[axis] for spot in spots), default=0.0) - _MARGIN for axis in (0, 1)]
    high = [max((spot[axis] for spot in spots), default=diameter) + _MARGIN for axis in (0, 1)]
    side = min(max(high[0] - low[0], high[1] - low[1], _LEAST_WIDTH), diameter)
    middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    x, y = (min(max(m - side / 2, 0.0), diameter - side) for m in middle)
    return {"x": round(x, 2), "y": round(y, 2), "width": round(side, 2), "height": round(side, 2)}


def _cells(view: View) -> list[dict[str, Any]]:
    """Areas with alien groups in hyperspace, as cells of the character map."""
    area = view["area"]
    width, height = area["size"] / MAP_COLUMNS, area["size"] / MAP_ROWS
    return [
        {
            "kind": "trace",
            "layer": "traces",
            "at": [
                area["x"] + cell % MAP_COLUMNS * width,
                area["y"] + cell // MAP_COLUMNS * height,
            ],
            "width": width,
            "height": height,
            "title": "an alien group in hyperspace",
        }
        for cell in view["traces"]
    ]


def _legend(
    places: list[dict[str, Any]], arrows: list[dict[str, Any]], cells: list[dict[str, Any]]
) -> list[dict[str, str]]:
    """Symbols used on the map."""
    used = {place["sign"] for place in places} | {arrow["kind"] for arrow in arrows}
    used |= {cell["kind"] for cell in cells}
    if any(place["marks"] for place in places):
        used.add("ships")
    return [{"kind": kind, "text": text} for kind, text in _LEGEND.items() if kind in used]
