"""Named planets without a base, and ships elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from variants.far_horizons.report.classic.layout import (
    SEPARATOR,
    after_comma,
    disguised_ship,
    sector_text,
    ship_text,
)
from variants.far_horizons.view.lookup import IN_TRANSIT, ships_at, ships_by_place

_NOWHERE = "  ?? ?? ??"
Data = Mapping[str, Any]


def other_places(data: Data) -> str:
    """Format the list of other planets and ships; "" if it is empty."""
    lines: list[str] = []
    listed: set[int] = set()
    by_place = ships_by_place(data)
    for colony in data["colonies"]:
        ships = ships_at(by_place, colony)
        listed.update(map(id, ships))
        if _idle(colony):
            place = f"{sector_text(colony['sector'])} #{colony['orbit']}"
            lines.append(f"{place}\tPL {colony['name']}{after_comma(colony['items'])}")
            unlisted = ships if "to_spend" not in colony else []
            lines += [f"\t\t{_ship(data, ship)}" for ship in unlisted]
    lines += _elsewhere(data, [ship for ship in data["ships"] if id(ship) not in listed])
    if not lines:
        return ""
    return "\n".join([SEPARATOR, "", "Other planets and ships:", "", *lines]) + "\n"


def _idle(colony: Data) -> bool:
    """Tell whether a planet has no positive base; riots may leave a base below zero."""
    return max(colony["mining_base"], colony["manufacturing_base"]) <= 0 and not colony["home"]


def _elsewhere(data: Data, ships: Iterable[Data]) -> list[str]:
    """Format ships away from named planets, by sector; those in transit one by one."""
    groups: dict[object, list[Data]] = {}
    for ship in ships:
        key = id(ship) if ship["where"] in IN_TRANSIT else tuple(ship["sector"])
        groups.setdefault(key, []).append(ship)
    lines = []
    for first, *rest in groups.values():
        place = _NOWHERE if first["where"] in IN_TRANSIT else sector_text(first["sector"])
        lines.append(f"{place}\t{_ship(data, first)}")
        lines += [f"\t\t{_ship(data, ship)}" for ship in rest]
    return lines


def _ship(data: Data, ship: Data) -> str:
    visible = disguised_ship(ship) if ship["distorted"] and data["in_disguise"] else ship
    return ship_text(visible) + after_comma(ship["cargo"])
