"""The head of the classic report, other places with the species' people or ships, and sightings.

(FH-SCAN-004)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from variants.far_horizons.constants import ITEM_OF, TECH_NAMES
from variants.far_horizons.report.classic.planets import (
    SEPARATOR,
    after_comma,
    disguised_ship,
    sector_text,
    ship_text,
)
from variants.far_horizons.report.event_log import wrap_line
from variants.far_horizons.view.lookup import IN_TRANSIT, ships_at, ships_by_place
from variants.far_horizons.wording import hundredths

_NOWHERE = "  ?? ?? ??"
Data = Mapping[str, Any]
_OWNER_COLUMN = 53


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
    lines += _ships_elsewhere(data, [ship for ship in data["ships"] if id(ship) not in listed])
    if not lines:
        return ""
    return "\n".join([SEPARATOR, "", "Other planets and ships:", "", *lines]) + "\n"


def _idle(colony: Data) -> bool:
    """Return whether a planet has no positive base; riots may leave a base below zero."""
    return max(colony["mining_base"], colony["manufacturing_base"]) <= 0 and not colony["home"]


def _ships_elsewhere(data: Data, ships: Iterable[Data]) -> list[str]:
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


_KINDS = {
    "mining": "Mining colony",
    "resort": "Resort colony",
    "home": "Home planet",
    "colony": "Colony planet",
    "uncolonized": "Uncolonized planet",
}


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


def status(data: Mapping[str, Any], turn: int) -> str:
    """Format the head from the title to the treasury."""
    lines = [
        "",
        "\t\t\t SPECIES STATUS",
        "",
        f"\t\t\tSTART OF TURN {turn}",
        "",
        f"Species name: {data['species']}",
        f"Government name: {data['government']}",
        f"Government type: {data['government_type']}",
        "",
        "Tech Levels:",
        *(f"   {name} = {_level(data['techs'][tech])}" for tech, name in TECH_NAMES.items()),
        "",
        *_air(data["atmosphere"]),
        "",
        _fleet(data),
        *_known("Species met", data["met"]),
        *_known("Allies", data["allies"]),
        *_known("Enemies", data["enemies"]),
        "",
        f"Economic units = {data['treasury']}",
    ]
    return "\n".join(lines) + "\n"


def _level(tech: Mapping[str, int]) -> str:
    """Format a level, with knowledge if that is higher (FH-TEACH-008)."""
    level, knowledge = tech["level"], tech["knowledge"]
    return f"{level}/{knowledge}" if knowledge > level else str(level)


def _air(air: Mapping[str, Any]) -> list[str]:
    """Format the species' required, neutral and poisonous gases (FH-REPORT-005)."""
    return [
        f"Atmospheric Requirement: {air['least']}%-{air['most']}% {air['required']}",
        f"Neutral Gases: {', '.join(air['neutral'])}",
        f"Poisonous Gases: {', '.join(air['poisonous'])}",
    ]


def _fleet(data: Mapping[str, Any]) -> str:
    """Format the fleet's cost, and its share of all production (FH-FLEET-006)."""
    share = hundredths(data["fleet_percent"])
    return f"Fleet maintenance cost = {data['fleet_cost']} ({share}% of total production)"


def _known(title: str, names: Sequence[str]) -> list[str]:
    """Format species after an empty line; empty if there are none."""
    if not names:
        return []
    return ["", *wrap_line(f"{title}: " + ", ".join(f"SP {name}" for name in names))]
