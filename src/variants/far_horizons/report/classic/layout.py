"""Words and lines shared by several parts of a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from variants.far_horizons.constants import ITEMS
from variants.far_horizons.view.ship_words import class_and_name, place_status

SEPARATOR = "\n\n" + " ".join("*" * 25) + "\n"


def ship_text(ship: Mapping[str, Any]) -> str:
    """Format a ship with age and place: "CT Derby Dan (A5,O6)" (FH-REPORT-003, FH-AGE-008)."""
    parts = [place_status(ship)]
    if ship["age"] is not None and ship["where"] != "building":
        parts.insert(0, f"A{max(ship['age'], 0)}")
    if ship["starbase"]:
        parts.append(f"{10_000 * ship['tonnage']} tons")
    return f"{class_and_name(ship)} ({','.join(parts)})"


def disguised_ship(ship: Mapping[str, Any]) -> dict[str, Any]:
    """Return a ship as it appears under field distortion (FH-FD-003)."""
    return {**ship, "name": "???", "sub_light": False, "age": None}


def cargo_list(items: Mapping[str, int]) -> list[str]:
    """Format items in the order of the tables, such as "30 CU"."""
    codes = (item.abbreviation for item in ITEMS)
    return [f"{items[item]} {item}" for item in codes if items.get(item, 0) > 0]


def after_comma(items: Mapping[str, int]) -> str:
    """Format items at the end of a line, each after a comma and a space."""
    return "".join(f", {text}" for text in cargo_list(items))


def sector_text(sector: Iterable[int]) -> str:
    """Format a sector in columns of 4, 3 and 3."""
    x, y, z = sector
    return f"{x:4d}{y:3d}{z:3d}"
