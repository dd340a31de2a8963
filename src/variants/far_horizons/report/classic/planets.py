"""The block of a planet in the classic report, and words shared by several parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from variants.far_horizons.constants import ITEM_OF, ITEMS
from variants.far_horizons.view.lookup import ShipsByPlace, class_and_name, place_status, ships_at
from variants.far_horizons.wording import cargo_list, hundredths, tenths

SEPARATOR = "\n\n" + " ".join("*" * 25) + "\n"

_RULE = " " + "-" * 76
_WARSHIP_TONS = 50  #: tons of warship that a planetary defense unit is worth

Colony = Mapping[str, Any]


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


def after_comma(items: Mapping[str, int]) -> str:
    """Format items at the end of a line, each after a comma and a space."""
    return "".join(f", {text}" for text in cargo_list(items))


def sector_text(sector: Iterable[int]) -> str:
    """Format a sector in columns of 4, 3 and 3."""
    x, y, z = sector
    return f"{x:4d}{y:3d}{z:3d}"


_TITLES = {
    "home": "HOME PLANET",
    "mining": "MINING COLONY",
    "resort": "RESORT COLONY",
    "colony": "COLONY PLANET",
    "named": "PLANET",
}


def planet_block(data: Mapping[str, Any], colony: Colony, ships: ShipsByPlace) -> str:
    """Format a planet: its condition, its economy, its stock and its ships."""
    x, y, z = colony["sector"]
    lines = [
        SEPARATOR,
        "",
        f"{_TITLES['home' if colony['home'] else colony['kind']]}: PL {colony['name']}",
        f"   Coordinates: x = {x}, y = {y}, z = {z}, planet number {colony['orbit']}",
    ]
    if colony["recovery"]:
        lines += _recovery(colony["recovery"])
    if colony["kind"] != "named":
        lines += [*_condition(data, colony), *_economy(data, colony)]
    lines += [*_inventory(data, colony), *_ships(colony, ships)]
    return "\n".join(lines) + "\n"


def _recovery(lacking: Mapping[str, int]) -> list[str]:
    units = f"{lacking['IU']} IUs and {lacking['AU']} AUs"
    return [
        "",
        "WARNING! Home planet has not yet completely recovered from bombardment!",
        f"         {units} will have to be installed for complete recovery.",
    ]


def _makes_products(colony: Colony) -> bool:
    """Return whether it is neither a mining nor a resort colony."""
    return colony["kind"] not in ("mining", "resort")


def _condition(data: Mapping[str, Any], colony: Colony) -> list[str]:
    """Format population, dangers and efficiency (FH-PENALTY-003)."""
    lines = []
    if _makes_products(colony):
        lines += ["", f"Available population units = {colony['population']}"]
    if not data["layout_1999"]:
        lines += [*([] if _makes_products(colony) else [""]), _people(colony)]
    if colony["besieged"]:
        lines += [
            "",
            "WARNING!  This planet is currently under siege and will remain",
            "  under siege until the combat phase of the next turn!",
        ]
    if colony["hidden"]:
        lines += ["", "IMPORTANT!  This planet is actively hiding from alien observation!"]
    penalty = f"{colony['penalty']}% (LSN = {colony['life_support']})"
    return [
        *lines,
        "",
        f"Production penalty = {penalty}",
        "",
        f"Economic efficiency = {colony['efficiency']}%",
    ]


def _people(colony: Colony) -> str:
    """Format the total population (FH-POP-001, FH-POP-002)."""
    return f"Total population units = {colony['total_population']}"


def _economy(data: Mapping[str, Any], colony: Colony) -> list[str]:
    """Format bases, output and spending (FH-REPORT-004)."""
    lines = []
    if colony["mining_base"] > 0:
        lines += ["", *_mining(data, colony)]
    if colony["manufacturing_base"] > 0:
        lines += [""] * (colony["kind"] == "resort") + _manufacturing(data, colony)
    material = colony["items"].get("RM", 0)
    if material > 0 and data["layout_1999"]:
        carried = f"Raw Material Units (RM,C1) carried over from last turn = {material}"
        lines += ["", carried]
    if _makes_products(colony):
        lines += [
            "",
            f"Total available for spending this turn = {_spending(colony)}",
            "",
            f"Shipyard capacity = {colony['shipyards']}",
        ]
    return lines


def _mining(data: Mapping[str, Any], colony: Colony) -> list[str]:
    level, difficulty = data["techs"]["MI"]["level"], hundredths(colony["mining_difficulty"])
    base = tenths(colony["mining_base"])
    if colony["kind"] == "mining":
        yields = f"   This mining colony will generate {_spending(colony)} economic units"
    else:
        yields = f"   {colony['raw_material']} raw material units will be produced"
    return [f"Mining base = {base} (MI = {level}, MD = {difficulty})", f"{yields} this turn."]


def _manufacturing(data: Mapping[str, Any], colony: Colony) -> list[str]:
    base, level = tenths(colony["manufacturing_base"]), data["techs"]["MA"]["level"]
    if colony["kind"] == "resort":
        income = _spending(colony)
        yields = f"   This resort colony will generate {income} economic units this turn."
    else:
        yields = f"   Production capacity this turn will be {colony['capacity']}."
    return [f"Manufacturing base = {base} (MA = {level})", yields]


def _spending(colony: Colony) -> str:
    """Format a planet's earnings, less the fleet's share (FH-FLEET-006)."""
    return f"{colony['earned']} - {colony['fleet_share']} = {colony['to_spend']}"


def _inventory(data: Mapping[str, Any], colony: Colony) -> list[str]:
    """Format the items, in the layout of 1999 without raw material (FH-REPORT-002)."""
    items, layout_1999 = colony["items"], data["layout_1999"]
    codes = [i.abbreviation for i in ITEMS if items.get(i.abbreviation, 0) > 0]
    lines = [
        item_line(item, items[item])
        + (_equivalence(items[item]) if layout_1999 and item == "PD" else "")
        for item in codes
        if item != "RM" or not layout_1999
    ]
    if not lines:
        return []
    return ["", "Planetary inventory:", *lines]


def item_line(abbreviation: str, count: int) -> str:
    """Format items in stock, such as "   Raw Material Units (RM,C1) = 17" (FH-REPORT-002)."""
    item = ITEM_OF[abbreviation]
    return f"   {item.plural} ({abbreviation},C{item.room}) = {count}"


def _equivalence(defenses: int) -> str:
    return f" (warship equivalence = {_WARSHIP_TONS * defenses} tons)"


def _ships(colony: Colony, ships: ShipsByPlace) -> list[str]:
    """Format the ships there: starbases, then transports, then warships."""
    present = ships_at(ships, colony)
    if not present:
        return []
    present.sort(key=lambda ship: (not ship["starbase"], not ship["transport"]))
    heading = "  Name".ljust(49) + "Cap. Cargo"
    return [
        "",
        f"Ships at PL {colony['name']}:",
        heading,
        _RULE,
        *map(_ship_line, present),
    ]


def _ship_line(ship: Mapping[str, Any]) -> str:
    if ship["where"] == "building":
        load = f"Left to pay = {ship['unpaid']}"
    else:
        load = ",".join(cargo_list(ship["cargo"]))
    return f"  {ship_text(ship):<46}{ship['capacity']:4d}  {load}"
