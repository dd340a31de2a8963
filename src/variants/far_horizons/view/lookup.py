"""What readers of a view look up in its plain data: which ships are where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: In these words a ship is nowhere until it arrives.
IN_TRANSIT = ("withdrew", "forced")

#: Ships by x, y, z and orbit.
ShipsByPlace = Mapping[tuple[int, ...], list[Mapping[str, Any]]]


def ships_by_place(view: Mapping[str, Any]) -> ShipsByPlace:
    """A species' ships by where they are, without those in transit."""
    found: dict[tuple[int, ...], list[Mapping[str, Any]]] = {}
    for ship in view["ships"]:
        if ship["where"] not in IN_TRANSIT:
            found.setdefault((*ship["sector"], ship["orbit"]), []).append(ship)
    return found


def ships_at(ships: ShipsByPlace, colony: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The ships that are at a named planet, on it or over it."""
    return list(ships.get((*colony["sector"], colony["orbit"]), ()))
