"""Lookups in the plain data of a view: ships by place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Statuses of ships that have no position until they arrive.
IN_TRANSIT = ("withdrew", "forced")

#: Ships by x, y, z and orbit.
ShipsByPlace = Mapping[tuple[int, ...], list[Mapping[str, Any]]]


def ships_by_place(view: Mapping[str, Any]) -> ShipsByPlace:
    """Return a species' ships by place, without those in transit."""
    by_place: dict[tuple[int, ...], list[Mapping[str, Any]]] = {}
    for ship in view["ships"]:
        if ship["where"] not in IN_TRANSIT:
            by_place.setdefault((*ship["sector"], ship["orbit"]), []).append(ship)
    return by_place


def ships_at(ships: ShipsByPlace, colony: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the ships at a named planet, landed or in orbit."""
    return list(ships.get((*colony["sector"], colony["orbit"]), ()))
