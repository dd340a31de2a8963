"""The order form of a report (FH-ORDER-002), and the orders of a player who sends none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.orders.draft_jumps import jumps, target
from variants.far_horizons.orders.draft_production import Assignments, assignments, production
from variants.far_horizons.view.lookup import class_and_name

Data = Mapping[str, Any]


def form_text(data: Data, economy: Economy = RULEBOOK_ECONOMY) -> str:
    """Format the order form; with AUTO it is filled in (FH-AUTO-001, FH-AUTO-012)."""
    plan = assignments(data)
    sections = [
        _section("COMBAT", "combat"),
        _section("PRE-DEPARTURE", "pre-departure", pre_departure(data, plan)),
        _section("JUMPS", "jump", jumps(data, plan, economy)),
        _production(data, plan, economy),
        _section("POST-ARRIVAL", "post-arrival", _post_arrival(data, plan)),
        _section("STRIKES", "strike"),
    ]
    return "\n".join(sections)


def default_orders(data: Data, economy: Economy = RULEBOOK_ECONOMY) -> str:
    """Draft the orders of a player who sends none, as if with AUTO.

    There are differences from AUTO: colonists on a colony with their units are installed, ships
    that have reached their goal stay there, only scouts are sent out, and colonists in transit
    don't count.
    """
    data = {**data, "auto": True}
    plan = assignments(data)
    installs = "".join(_install_rest(colony) for colony in data["colonies"])
    sections = [
        _section("PRE-DEPARTURE", "pre-departure", pre_departure(data, plan) + installs),
        _section("JUMPS", "jump", jumps(data, plan, economy, unattended=True)),
        _production(data, plan, economy, unattended=True),
        _section("POST-ARRIVAL", "post-arrival", _post_arrival(data, plan)),
    ]
    return "\n".join(sections)


def _section(title: str, orders: str, lines: str = "") -> str:
    return f"START {title}\n; Place {orders} orders here.\n\n{lines}END\n"


def _production(
    data: Data, plan: Assignments, economy: Economy, *, unattended: bool = False
) -> str:
    treasury = f";   Economic units at start of turn = {data['treasury']}"
    orders = production(data, plan, economy, unattended=unattended)
    return f"START PRODUCTION\n\n{treasury}\n\n{orders}END\n"


def pre_departure(data: Data, plan: Assignments) -> str:
    """Draft the installation of units, and the unloading of transports."""
    text = ""
    for colony in data["colonies"]:
        units = [(count, unit) for unit, count in colony["units_ordered"].items() if count > 0]
        text += "".join(f"\tInstall\t{n} {unit}\tPL {colony['name']}\n" for n, unit in units)
        text += "\n" if units else ""
        for ship in plan.unloading[colony["name"]]:
            text += f"\tUnload\t{class_and_name(ship)}\n\n"
    return text


def _install_rest(colony: Data) -> str:
    """Draft the installation of all units that a colony's colonists can run."""
    items = colony["items"]
    if colony["home"] or items.get("CU", 0) <= 0:
        return ""
    units = [unit for unit in ("IU", "AU") if items.get(unit, 0) > 0]
    return "".join(f"\tInstall\t0 {unit}\tPL {colony['name']}\n\n" for unit in units)


def _post_arrival(data: Data, plan: Assignments) -> str:
    """Repeat the AUTO order (FH-AUTO-011), followed by scans."""
    return "\tAuto\n\n" + _scans(data, plan) if data["auto"] else ""


def _scans(data: Data, plan: Assignments) -> str:
    """Draft scans for scouts that go to sectors without the species' colonies (FH-AUTO-010)."""
    inhabited = [colony["sector"] for colony in data["colonies"] if colony["kind"] != "named"]
    goals = target(data, plan)
    return "".join(
        f"\tScan\t{class_and_name(ship)}\n"
        for ship in data["ships"]
        if "nearest_stars" in ship and goals[ship["name"]] not in inhabited
    )
