"""Sightings of other species (FH-SCAN-004)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.report.classic.layout import ship_text

_KINDS = {
    "mining": "Mining colony",
    "resort": "Resort colony",
    "home": "Home planet",
    "colony": "Colony planet",
    "uncolonized": "Uncolonized planet",
}
_OWNER_COLUMN = 53


def aliens(sectors: Iterable[Mapping[str, Any]]) -> str:
    """Format all sectors where others are seen."""
    return "".join("\n".join(_sector(sector)) + "\n" for sector in sectors)


def _sector(sector: Mapping[str, Any]) -> list[str]:
    x, y, z = sector["sector"]
    system = f" (PL {sector['system']} star system)" if sector["system"] else ""
    lines = ["", "", f"Aliens at x = {x}, y = {y}, z = {z}{system}:"]
    for kind, index in sector["order"]:
        entry = sector[kind][index]
        lines += _planet(entry) if kind == "planets" else [_line(ship_text(entry), entry)]
    return lines


def _line(text: str, entry: Mapping[str, Any]) -> str:
    return f"{f'  {text}':<{_OWNER_COLUMN}}SP {entry['species']}"


def _planet(planet: Mapping[str, Any]) -> list[str]:
    title = f"{_KINDS[planet['kind']]} PL {planet['name']} (pl #{planet['orbit']})"
    return [_line(title, planet), *(f"      ({remark})" for remark in _remarks(planet))]


def _remarks(planet: Mapping[str, Any]) -> list[str]:
    base = planet["approximate_base"]
    remarks = ["No economic base." if base is None
               else f"Economic base is approximately {base}."]  # fmt: skip
    if planet["defenses"]:
        defenses = _count(planet["defenses"], ITEM_OF["PD"].name)
        remarks.append(f"There {defenses} on the planet.")
    if planet["shipyards"]:
        remarks.append(f"There {_count(planet['shipyards'], 'shipyard')} on the planet.")
    if planet["hidden"]:
        remarks.append("Colony is actively hiding from alien observation.")
    return remarks


def _count(count: int, name: str) -> str:
    return f"is 1 {name}" if count == 1 else f"are {count} {name}s"
