"""Ships and designs restored from the rows of a view, for choices of orders and for bots."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from horizons_core.model import View
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.model import Ship
from variants.campaign2e.model.ships import new_ship

#: An object of a view, such as a world, a group or a ship.
Row: TypeAlias = Mapping[str, Any]


def is_supply_ship(design: Row) -> bool:
    """Return whether at least a quarter of a design is cargo space (C2E-3.8-01)."""
    return bool(4 * design["cargo"] >= design["mass"])


def design_of(row: Row) -> Design | None:
    """Return the design of a view's entry; None if it has non-standard parts."""
    return _read(row["name"], row["words"], row["navy"])


def ship_design(view: View, ship: Row) -> Design | None:
    """Return a ship's design, including refits; None if it cannot be parsed."""
    if ship["fitted"]:
        return _read(ship["design"], ship["fitted"], "")
    designs = (row for row in view["designs"] if row["name"] == ship["design"])
    return next(map(design_of, designs), None)


@lru_cache(maxsize=1_000)
def _read(name: str, words: str, navy: str) -> Design | None:
    try:
        return design_from(name, words, navy)
    except ValueError:
        return None


def ship_of(view: View, row: Row) -> Ship | None:
    """Return a ship in its present state; None if its design cannot be parsed."""
    design = ship_design(view, row)
    if design is None:
        return None
    ship = new_ship(row["name"], view.empire or "", row["name"], design, row["group"])
    ship.hull_lost = row["hull_of"] - row["hull"]
    ship.armour_lost = row["armour_of"] - row["armour"]
    for name in ("drive", "ftl", "dropships", "salvoes", "leased", "captured", "endurance"):
        setattr(ship, name, row[name])
    ship.out, ship.core_out, ship.fighters = row["out"], row["core_out"], row["fighters"]
    ship.spares, ship.used = row["spares"], row["used"]
    ship.fuel, ship.crew, ship.weaponry = (
        round(HUNDRED * row["holds"][kind]) for kind in ("fuel", "crew", "weaponry")
    )
    return ship
