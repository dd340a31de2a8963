"""What moves on the map: routes, groups in hyperspace and incoming ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.model import View
from horizons_core.sums import ordered_sum

#: Of more groups at one spot the rest is told as a number.
_MOST_TOLD = 8


def known_arrows(view: View) -> list[dict[str, Any]]:
    at = {
        planet["name"]: [planet["x"], planet["y"]]
        for part in ("planets", "alien_planets", "uninhabited", "located")
        for planet in view[part]
    }
    found = _routes(view["routes"], at, view["race"])
    found += _flights(view["groups"], at, view["race"])
    return found + _incoming(view["incoming"], at)


def all_arrows(view: View) -> list[dict[str, Any]]:
    at = {planet["name"]: [planet["x"], planet["y"]] for planet in view["planets"]}
    found = []
    for race in view["races"]:
        found += _routes(race["routes"], at, race["name"])
        found += _flights(race["groups"], at, race["name"])
    return found


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
    together: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for group in groups:
        if group["under_way"]:
            way = (group["origin"], group["planet"], group["x"], group["y"])
            together.setdefault(way, []).append(group)
    return [
        {
            "kind": "flight",
            "layer": "groups",
            "from": at.get(origin, [x, y]),
            "to": at.get(planet, [x, y]),
            "at": [round(x, 2), round(y, 2)],
            "owner": owner,
            "text": str(ordered_sum(group["ships"] for group in crowd)),
            "title": _flight_title(owner, origin, planet, crowd),
        }
        for (origin, planet, x, y), crowd in together.items()
    ]


def _flight_title(owner: str, origin: str, planet: str, crowd: list[Mapping[str, Any]]) -> str:
    told = [f"{g['ships']} {g['type']} (group {g['number']})" for g in crowd[:_MOST_TOLD]]
    if len(crowd) > _MOST_TOLD:
        told.append(f"{len(crowd) - _MOST_TOLD} more groups")
    left = crowd[0]["left"]
    return f"{owner}, {origin} to {planet}, {left:.2f} light years left: {', '.join(told)}"


def _incoming(
    contacts: Iterable[Mapping[str, Any]], at: Mapping[str, list[float]]
) -> list[dict[str, Any]]:
    arrows = []
    for contact in contacts:
        start, end = [contact["origin_x"], contact["origin_y"]], at.get(contact["planet"])
        if end is None:
            continue
        x, y = start[0] - end[0], start[1] - end[1]
        whole = math.sqrt(x * x + y * y)
        part = min(contact["left"] / whole, 1.0) if whole else 0.0
        arrows.append(
            {
                "kind": "incoming",
                "layer": "incoming",
                "from": start,
                "to": end,
                "at": [round(end[0] + x * part, 2), round(end[1] + y * part, 2)],
                "text": f"{contact['mass']:.0f}",
                "title": (
                    f"{contact['origin']} to {contact['planet']}, mass {contact['mass']:.2f},"
                    f" speed {contact['speed']:.2f}, {contact['left']:.2f} light years left"
                ),
            }
        )
    return arrows
