"""Movements on the map: routes, and own and incoming groups in hyperspace."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.model import View
from horizons_core.sums import ordered_sum

#: Maximum number of groups listed for a spot; the rest is given as a number.
_MOST_LISTED = 8


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
    parts = [f"{g['ships']} {g['type']} (group {g['number']})" for g in convoy[:_MOST_LISTED]]
    if len(convoy) > _MOST_LISTED:
        parts.append(f"{len(convoy) - _MOST_LISTED} more groups")
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
