"""Wording of ships, quantities and fractions in orders and reports."""

from __future__ import annotations

from collections.abc import Mapping

from variants.far_horizons.constants import ITEM_OF, ITEMS
from variants.far_horizons.model import Colony, Ship, ShipLocation

_STATUS = {ShipLocation.DEEP_SPACE: "D", ShipLocation.WITHDREW: "WD", ShipLocation.FORCED: "FJ"}


def class_word_of(ship: Ship) -> str:
    """Return the class word of a ship: `TR7S`, `DD`, `BAS` (FH-SHIP-013)."""
    return f"{ship.class_}{ship.tonnage if ship.transport else ''}{'S' if ship.sub_light else ''}"


def ship_name(ship: Ship) -> str:
    """Return a ship as named in orders, such as "TR10S Mule"."""
    return f"{class_word_of(ship)} {ship.name}"


def holder_name(holder: Ship | Colony) -> str:
    """Return a ship or planet as named in orders."""
    return ship_name(holder) if isinstance(holder, Ship) else f"PL {holder.name}"


def units(count: int, item: str) -> str:
    """Format a quantity of items, such as "1 Colonist Unit"."""
    name = ITEM_OF[item].name if count == 1 else ITEM_OF[item].plural
    return f"{count} {name}"


def were(count: int) -> str:
    """Return "was" or "were" for a quantity."""
    return "was" if count == 1 else "were"


def ship_as_seen(ship: Ship) -> str:
    """Format a ship with age and place, such as "CT Derby Dan (A5,O6)" (FH-REPORT-003)."""
    parts = [f"A{max(ship.age, 0)}", _STATUS.get(ship.where, f"O{ship.place.orbit}")]
    if ship.starbase:
        parts.append(f"{10_000 * ship.tonnage} tons")
    return f"{ship_name(ship)} ({','.join(parts)})"


def hundredths(number: int) -> str:
    """Format a number of hundredths, such as "2.16"."""
    return f"{number // 100}.{number % 100:02d}"


def tenths(number: int) -> str:
    """Format a number of tenths, such as "136.2"."""
    return f"{number // 10}.{number % 10}"


def cargo_list(items: Mapping[str, int]) -> list[str]:
    """Format items in the order of the tables, such as "30 CU"."""
    codes = (item.abbreviation for item in ITEMS)
    return [f"{items[item]} {item}" for item in codes if items.get(item, 0) > 0]
