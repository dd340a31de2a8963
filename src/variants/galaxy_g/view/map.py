"""The map of a view, as a document for the map drawer (`horizons_core.report`).

A player's map shows the area of the last M order, or by default the known part of the galaxy. The
gamemaster's map shows the whole galaxy.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.model import View
from horizons_core.sums import int_sum, ordered_sum
from variants.galaxy_g.constants import HOME_SIZE, MAP_COLUMNS, MAP_ROWS

#: Maximum number of groups listed for a spot; the rest is given as a number.
_MAX_LISTED = 8
#: Light years around known places, and the minimum width of a map.
_MARGIN, _MIN_WIDTH = 6.0, 40.0


def known_places(view: View) -> list[dict[str, Any]]:
    """The planets known to a player, most important first, so that their names have priority."""
    mine = view["race"]
    ships = _ships_at(view, mine)
    places = [_settled(planet, ships, mine) for planet in view["planets"]]
    places += [_settled(planet, ships, mine) for planet in view["alien_planets"]]
    places += [_empty(planet, ships) for planet in view["uninhabited"]]
    return places + [_located(planet) for planet in view["located"]]


def all_places(view: View) -> list[dict[str, Any]]:
    ships: dict[str, list[dict[str, Any]]] = {}
    for race in view["races"]:
        _add_ships(ships, race["groups"], race["name"], "own")
    owned = [planet for planet in view["planets"] if planet["owner"]]
    empty = [planet for planet in view["planets"] if not planet["owner"]]
    return [_settled(planet, ships, None) for planet in owned] + [
        _empty(planet, ships) for planet in empty
    ]


def _settled(
    planet: Mapping[str, Any], ships: Mapping[str, Any], mine: str | None
) -> dict[str, Any]:
    owner = planet["owner"]
    tag = "yours" if owner == mine else f"of {owner}"
    making = f", making {planet['product']}" if planet["product"] else ""
    title = (
        f"{planet['name']}, {tag}: population {planet['population']:.2f} of {planet['size']:.2f},"
        f" industry {planet['industry']:.2f}, resources {planet['resources']:.2f}{making}"
    )
    marks = list(ships.get(planet["name"], ()))
    return _place(planet, "owned", planet["size"], title, marks) | {"owner": owner}


def _empty(planet: Mapping[str, Any], ships: Mapping[str, Any]) -> dict[str, Any]:
    title = f"{planet['name']}: object of size 0"
    if planet["size"]:
        size, resources = planet["size"], planet["resources"]
        title = f"{planet['name']}, uninhabited: size {size:.2f}, resources {resources:.2f}"
    sign = "ring" if planet["size"] else "object"
    return _place(planet, sign, planet["size"], title, list(ships.get(planet["name"], ())))


def _located(planet: Mapping[str, Any]) -> dict[str, Any]:
    return _place(planet, "dot", None, f"{planet['name']}: only its position is known", [])


def _place(
    planet: Mapping[str, Any],
    sign: str,
    size: float | None,
    title: str,
    marks: list[dict[str, Any]],
) -> dict[str, Any]:
    return {
        "id": planet["id"],
        "at": [planet["x"], planet["y"]],
        "label": planet["name"],
        "state": "mapped" if size is None else "in view",
        "level": None if size is None else min(size / HOME_SIZE, 1.0),
        "title": f"{title} ({planet['x']:.2f}, {planet['y']:.2f})",
        "lines": [],
        "marks": marks,
        "sign": sign,
    }


def _ships_at(view: View, mine: str) -> dict[str, list[dict[str, Any]]]:
    """The ships of each race seen at planets, by name of the planet."""
    ships: dict[str, list[dict[str, Any]]] = {}
    _add_ships(ships, view["groups"], mine, "own")
    for race in view["races"]:
        groups = [group for group in view["alien_groups"] if group["race"] == race["name"]]
        _add_ships(ships, groups, race["name"], "enemy")
    return ships


def _add_ships(
    ships: dict[str, list[dict[str, Any]]],
    groups: Iterable[Mapping[str, Any]],
    owner: str,
    kind: str,
) -> None:
    by_planet: dict[str, dict[str, int]] = {}
    for group in groups:
        if not group.get("under_way"):
            types = by_planet.setdefault(group["planet"], {})
            types[group["type"]] = types.get(group["type"], 0) + group["ships"]
    for planet, types in by_planet.items():
        list_ = ", ".join(f"{count} {name}" for name, count in types.items())
        mark = {"kind": kind, "layer": "groups", "owner": owner, "count": int_sum(types.values())}
        ships.setdefault(planet, []).append({**mark, "title": f"{owner}: {list_}"})


def known_arrows(view: View) -> list[dict[str, Any]]:
    at = {
        planet["name"]: [planet["x"], planet["y"]]
        for part in ("planets", "alien_planets", "uninhabited", "located")
        for planet in view[part]
    }
    arrows = _routes(view["routes"], at, view["race"])
    arrows += _flights(view["groups"], at, view["race"])
    return arrows + _incoming(view["incoming"], at)


def all_arrows(view: View) -> list[dict[str, Any]]:
    at = {planet["name"]: [planet["x"], planet["y"]] for planet in view["planets"]}
    arrows = []
    for race in view["races"]:
        arrows += _routes(race["routes"], at, race["name"])
        arrows += _flights(race["groups"], at, race["name"])
    return arrows


def _routes(
    routes: Iterable[Mapping[str, Any]], at: Mapping[str, list[float]], owner: str
) -> list[dict[str, Any]]:
    kinds: dict[tuple[str, str], list[str]] = {}
    for route in routes:
        if route["from"] in at and route["to"] in at:
            kinds.setdefault((route["from"], route["to"]), []).append(route["cargo"])
    return [
        {
            "kind": "route",
            "layer": "routes",
            "from": at[start],
            "to": at[end],
            "owner": owner,
            "text": " ".join(cargo),
            "title": f"route of {owner}, {start} to {end}: {', '.join(cargo)}",
        }
        for (start, end), cargo in kinds.items()
    ]


def _flights(
    groups: Iterable[Mapping[str, Any]], at: Mapping[str, list[float]], owner: str
) -> list[dict[str, Any]]:
    convoys: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for group in groups:
        if group["under_way"]:
            key = (group["origin"], group["planet"], group["x"], group["y"])
            convoys.setdefault(key, []).append(group)
    return [
        {
            "kind": "flight",
            "layer": "groups",
            "from": at.get(origin, [x, y]),
            "to": at.get(planet, [x, y]),
            "at": [round(x, 2), round(y, 2)],
            "owner": owner,
            "text": str(ordered_sum(group["ships"] for group in convoy)),
            "title": _flight_title(owner, origin, planet, convoy),
        }
        for (origin, planet, x, y), convoy in convoys.items()
    ]


def _flight_title(owner: str, origin: str, planet: str, convoy: list[Mapping[str, Any]]) -> str:
    parts = [f"{g['ships']} {g['type']} (group {g['number']})" for g in convoy[:_MAX_LISTED]]
    if len(convoy) > _MAX_LISTED:
        parts.append(f"{len(convoy) - _MAX_LISTED} more groups")
    left = convoy[0]["left"]
    return f"{owner}, {origin} to {planet}, {left:.2f} light years left: {', '.join(parts)}"


def _incoming(
    contacts: Iterable[Mapping[str, Any]], at: Mapping[str, list[float]]
) -> list[dict[str, Any]]:
    arrows = []
    for contact in contacts:
        start, end = [contact["origin_x"], contact["origin_y"]], at.get(contact["planet"])
        if end is None:
            continue
        x, y = start[0] - end[0], start[1] - end[1]
        length = math.sqrt(x * x + y * y)
        share = min(contact["left"] / length, 1.0) if length else 0.0
        arrows.append(
            {
                "kind": "incoming",
                "layer": "incoming",
                "from": start,
                "to": end,
                "at": [round(end[0] + x * share, 2), round(end[1] + y * share, 2)],
                "text": f"{contact['mass']:.0f}",
                "title": (
                    f"{contact['origin']} to {contact['planet']}, mass {contact['mass']:.2f},"
                    f" speed {contact['speed']:.2f}, {contact['left']:.2f} light years left"
                ),
            }
        )
    return arrows


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
    """The known galaxy, with planets, routes, and ships at planets and in flight."""
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
    side = min(max(high[0] - low[0], high[1] - low[1], _MIN_WIDTH), diameter)
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
