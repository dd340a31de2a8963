"""Transports that a generated order form unloads and sends back for more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from variants.far_horizons.constants import FULL_BASE
from variants.far_horizons.view.lookup import ShipsByPlace, ships_at, ships_by_place

Data = Mapping[str, Any]


@frozen
class Assignment:
    """A transport's destinations for unloading and for the way back; "" for none."""

    bound_for: str
    back_to: str = ""

    @property
    def goal(self) -> str:
        """The destination of the next jump: back for more first (FH-AUTO-002)."""
        return self.back_to or self.bound_for


@frozen
class Assignments:
    """The assignments of a species' ships, by name of the ship."""

    by_ship: Mapping[str, Assignment]
    unloading: Mapping[str, list[Data]]  #: by planet, the transports that unload there
    ships: ShipsByPlace

    def of(self, ship: Data) -> Assignment:
        return self.by_ship.get(ship["name"], Assignment(ship["bound_for"]))

    def returning_to(self, planet: str) -> Iterator[tuple[str, str]]:
        """Yield the transports sent back to a planet, each with the planet where it unloads."""
        for ship, assignment in self.by_ship.items():
            if assignment.back_to == planet:
                yield ship, assignment.bound_for


def assignments(data: Data) -> Assignments:
    """Assign transports with colonists as AUTO does; without AUTO there are no assignments."""
    ships = ships_by_place(data)
    unloading = {
        colony["name"]: _unloading(data, colony, ships) if data["auto"] else []
        for colony in data["colonies"]
    }
    by_ship = {
        ship["name"]: Assignment(planet, ship["loaded_at"])
        for planet, ships in unloading.items()
        for ship in ships
    }
    order = [ship["name"] for ship in data["ships"] if ship["name"] in by_ship]
    return Assignments({name: by_ship[name] for name in order}, unloading, ships)


def _unloading(data: Data, colony: Data, ships: ShipsByPlace) -> list[Data]:
    """Return the transports at a planet that bring it colonists (FH-AUTO-002)."""
    return [
        ship
        for ship in ships_at(ships, colony)
        if ship["transport"] and ship["cargo"].get("CU", 0) > 0
        if ship["loaded_at"] != colony["name"] and _unloads_at(data, colony, ship)
    ]


def _unloads_at(data: Data, colony: Data, ship: Data) -> bool:
    """Tell whether a ship was loaded for this colony, or is at a small one away from home.

    (FH-AUTO-002)
    """
    if ship["loaded_at"] and ship["bound_for"] == colony["name"]:
        return True
    base: int = colony["mining_base"] + colony["manufacturing_base"]
    abroad: bool = colony["sector"] != data["home"]["sector"]
    return colony["kind"] != "named" and base < FULL_BASE and abroad
