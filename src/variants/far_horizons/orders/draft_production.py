"""The production section of the generated order form, and the transports that it sends back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from horizons_core.sums import int_sum
from variants.far_horizons.constants import FULL_BASE
from variants.far_horizons.economy import Economy
from variants.far_horizons.view.lookup import ShipsByPlace, class_and_name, ships_at, ships_by_place

Data = Mapping[str, Any]

_SPECIAL = (
    "    ; The above PRODUCTION order is required for this {kind} colony, even\n"
    "    ;  {rest}\n"
    "    ;  {last}{income} economic units this turn.\n"
)
_REST = {
    "mining": ("if no other production orders are given for it. This mining colony",
               "will generate "),
    "resort": ("though no other production orders can be given for it.  This resort",
               "colony will generate "),
}  # fmt: skip


@frozen
class Assignment:
    """A transport's destinations for unloading and for the way back; "" for none."""

    bound_for: str
    back_to: str = ""

    @property
    def goal(self) -> str:
        """The destination of the next jump; a return for more cargo comes first (FH-AUTO-002)."""
        return self.back_to or self.bound_for


@frozen
class Assignments:
    """The assignments of a species' ships, by name of the ship."""

    by_ship: Mapping[str, Assignment]
    unloading: Mapping[str, list[Data]]  #: the transports that unload at each planet
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
    """Return whether a ship was loaded for this colony, or is at a small one away from home.

    (FH-AUTO-002)
    """
    if ship["loaded_at"] and ship["bound_for"] == colony["name"]:
        return True
    base: int = colony["mining_base"] + colony["manufacturing_base"]
    is_elsewhere: bool = colony["sector"] != data["home"]["sector"]
    return colony["kind"] != "named" and base < FULL_BASE and is_elsewhere


def production(data: Data, plan: Assignments, economy: Economy, *, unattended: bool) -> str:
    """Draft orders for every producing planet, the last named first."""
    promised: Counter[str] = Counter()
    return "".join(
        _planet(data, plan, colony, promised, economy, unattended=unattended)
        for colony in reversed(data["colonies"])
        if _produces(colony)
    )


def _produces(colony: Data) -> bool:
    """Return whether a planet has both bases, or is a mining colony or a resort (FH-ORDER-007)."""
    kind = colony["kind"]
    mines: bool = colony["mining_base"] != 0 or kind == "resort"
    makes: bool = colony["manufacturing_base"] != 0 or kind == "mining"
    return mines and makes


def _planet(
    data: Data,
    plan: Assignments,
    colony: Data,
    promised: Counter[str],
    economy: Economy,
    *,
    unattended: bool,
) -> str:
    """Draft the orders for a planet, below a comment that marks their place.

    `promised` counts, by planet, the units that earlier orders will build.
    """
    text = f"    PRODUCTION PL {colony['name']}\n"
    special = colony["kind"] in ("mining", "resort")
    text += _special(colony) if special else _spending(data, colony, economy)
    needed = [f"\tBuild\t{n} {unit}\n" for unit, n in colony["units_needed"].items() if n > 0]
    text += "".join(needed) + ("\n" if needed else "")
    if data["auto"] and not special:
        drafts = _drafts(data, plan, colony, promised, economy, unattended=unattended)
        text += "".join(f"\t{order}\n\n" for order in drafts)
    return text


def _special(colony: Data) -> str:
    """Format the comment for a colony that takes no orders (FH-ORDER-015)."""
    kind = colony["kind"]
    rest, last = _REST[kind]
    return _SPECIAL.format(kind=kind, rest=rest, last=last, income=colony["to_spend"])


def _spending(data: Data, colony: Data, economy: Economy) -> str:
    """Format the comment that marks the place of a planet's orders (FH-ORDER-015)."""
    x, y, z = colony["sector"]
    place = f"sector {x} {y} {z} #{colony['orbit']}"
    people = f"Avail pop = {colony['population']}, shipyards = {colony['shipyards']}"
    money = f"to spend = {colony['to_spend']} (max = {_max_spending(data, colony, economy)})"
    return (
        f"    ; Place production orders here for planet {colony['name']} ({place}).\n"
        f"    ;  {people}, {money}.\n\n"
    )


def _max_spending(data: Data, colony: Data, economy: Economy) -> str:
    """Return the maximum that a planet can spend, including the treasury (FH-EU-004)."""
    home, bombed, balance = colony["home"], colony["bombed"], colony["to_spend"]
    if home and not bombed:
        return "no limit"
    drawn = economy.treasury_limit(balance, data["treasury"], home=home, bombed=bombed)
    return str(balance + drawn)


def _drafts(
    data: Data,
    plan: Assignments,
    colony: Data,
    promised: Counter[str],
    economy: Economy,
    *,
    unattended: bool,
) -> Iterator[str]:
    """Yield AUTO's proposals for a planet."""
    ships = ships_at(plan.ships, colony)
    classes = {ship["name"]: ship["class"] for ship in data["ships"]}
    if not unattended:
        yield from _recycling(colony)
    for name, planet in plan.returning_to(colony["name"]):  # FH-AUTO-002
        yield f"Develop\tPL {planet}, {classes[name]} {name}"
    for ship in ships:
        if ship["where"] == "building":
            yield _completion(ship)
        elif ship["starbase"]:
            yield from _growth(data, ship, economy)
    colonists = 0 if unattended else _colonists(colony, ships)
    yield from _development(data, colony, colonists, promised)


def _recycling(colony: Data) -> Iterator[str]:
    """Draft the recycling of unusable raw material, in fives (FH-AUTO-005)."""
    excess = colony["raw_material"] + colony["items"].get("RM", 0) - colony["capacity"]
    if excess >= 5:
        yield f"Recycle\t{5 * (excess // 5)} RM"


def _completion(ship: Data) -> str:
    """Draft the payment for a ship under construction (FH-AUTO-009)."""
    unpaid = ship["unpaid"]
    return f"Continue\t{class_and_name(ship)}, {unpaid}\t; Left to pay = {unpaid}"


def _growth(data: Data, base: Data, economy: Economy) -> Iterator[str]:
    """Draft the growth of a starbase, up to the limit of technology (FH-AUTO-008)."""
    room = economy.largest_tonnage(data["techs"]["MA"]["level"]) - base["tonnage"]
    if room > 0:
        size = f"{10_000 * base['tonnage']:,}"
        name, cost = class_and_name(base), economy.ship_cost(room)
        yield f"Continue\t{name}, {cost}\t; Current tonnage = {size}"


def _base_of(colony: Data) -> int:
    """Return the economic base, in tenths, with the units that are to be built for it."""
    needed: Mapping[str, int] = colony["units_needed"]
    base: int = colony["mining_base"] + colony["manufacturing_base"]
    return base + int_sum(needed.values())


def _colonists(colony: Data, ships: list[Data]) -> int:
    """Return the number of colonists on a planet and on the ships at it (FH-AUTO-006)."""
    stocks = [colony["items"], *(ship["cargo"] for ship in ships)]
    return int_sum(items.get("CU", 0) for items in stocks)


def _development(data: Data, colony: Data, colonists: int, promised: Counter[str]) -> Iterator[str]:
    """Draft a small colony's own development, or a large planet's for others (FH-AUTO-006)."""
    size = _base_of(colony) + promised[colony["name"]] + colonists
    if colony["home"] or size >= FULL_BASE:
        yield from _neighbour_development(data, colony, promised)
    elif colony["population"] > 0:
        count = min(FULL_BASE - size, colony["population"])
        promised[colony["name"]] += count
        yield f"Develop\t{2 * count}"


def _neighbour_development(data: Data, colony: Data, promised: Counter[str]) -> Iterator[str]:
    """Draft the development of small colonies in the same sector (FH-AUTO-007)."""
    for other in data["colonies"]:
        if other is colony or other["home"] or other["sector"] != colony["sector"]:
            continue
        missing = _missing(other, promised[other["name"]])
        if missing > 0:
            count = min(missing, colony["population"])
            promised[other["name"]] += count
            yield f"Develop\t{2 * count}\tPL {other['name']}"


def _missing(colony: Data, promised: int) -> int:
    """Return how much base a colony lacks; 0 if it has no base yet (FH-AUTO-007)."""
    base, items = _base_of(colony) + promised, colony["items"]
    arriving = min(items.get("IU", 0) + items.get("AU", 0), items.get("CU", 0))
    return FULL_BASE - base - arriving if base > 0 else 0
