"""Places on the map: the planets, and the ships at them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.model import View
from horizons_core.sums import int_sum
from variants.galaxy_g.constants import HOME_SIZE


def known_places(view: View) -> list[dict[str, Any]]:
    """The planets known to a player, most important first, so that their names get room first."""
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
