"""BUILD, CANCEL, REPAIR, SCRAP and REFIT (SC-YRD)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Command,
    Cost,
    Goods,
    OfferingRules,
    Proposals,
    Range,
    Shop,
    integer,
    number,
    one_of,
)
from variants.starcluster import references
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import Hull
from variants.starcluster.designs.text import read_systems
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.orders.arguments import (
    Row,
    affordable_range,
    chosen_rows,
    count_systems,
    new_names,
    own_systems,
    parse_name,
    priced_choices,
)
from variants.starcluster.orders.classes import SHIPS
from variants.starcluster.orders.fleets import fleet_where
from variants.starcluster.rules import construction, yards
from variants.starcluster.view.figures import compact
from variants.starcluster.view.model import spendable

_PHASE = "purchases"
#: Upper limit of the number in an order; money or room run out earlier.
_MAX_ORDERED = 10_000
#: Minimum number of points to repair.
_MIN_POINTS = 0.1
_CRAFT = ("ST", "GIG", "CD")


def _places(view: View) -> Mapping[str, str]:
    """The systems of fleets that will still be there when yards work, by the fleets' names."""
    return {fleet["name"]: fleet["at"] for fleet in view["fleets"] if not fleet["path"]}


def _modules(view: View) -> Iterator[tuple[Row, Mapping[str, int]]]:
    """Yield units with the number of their modules that work (SC-LOG-006)."""
    pool = view["pool"]
    left = {"SY": pool["yards"], "SYM": pool["mobile_yards"], "MS": pool["shops"]}
    for unit in view["units"]:
        if unit["yards"] or unit["mobile_yards"] or unit["shops"]:
            text = unit["working"]
            served = {code: min(left[code], count_systems(text, code)) for code in left}
            left = {code: number - served[code] for code, number in left.items()}
            yield unit, served


def _working_yards(view: View) -> list[Row]:
    """The yards that work; ships with SYM work only if they stay, together with their fleet."""
    places = _places(view)
    working = [
        unit
        for unit, served in _modules(view)
        if served["SY"] or (served["SYM"] and unit["fleet"] in places)
    ]
    names = {unit["name"] for unit in working}
    afloat = {unit["fleet"] for unit in working if not unit["yards"]}
    return [
        unit
        for unit in view["units"]
        if unit["name"] in names
        or (unit["mobile_yards"] and not unit["yards"] and unit["fleet"] in afloat)
    ]


def _yards(view: View) -> Sequence[str]:
    return [yard["name"] for yard in _working_yards(view)]


def _yard(view: View, chosen: Chosen) -> list[Row]:
    """The chosen yard, or all that work."""
    return chosen_rows(_working_yards(view), chosen, "yard")


def _is_coming(view: View, hull: str) -> bool:
    hulls = {class_["name"]: class_["hull"] for class_ in view["classes"]}
    return any(hulls.get(y["of_class"]) == hull for y in view["yards"] if not y["refit"])


def _price(class_: Row) -> float:
    """The price of a unit in MC, twice that for a prototype (SC-HULL-009)."""
    return float(class_["price"] * (construction.PROTOTYPE if class_["prototype"] else 1))


def _buildable_classes(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    """The classes that a yard can build and the money is enough for."""
    money, built_at = spendable(view, rules.economy), _yard(view, chosen)
    afloat = not any(yard["yards"] for yard in built_at)

    def fits(class_: Row) -> bool:
        is_station = class_["hull"].startswith("BS")
        return not afloat or is_station or class_["spaces"] <= construction.MAX_AFLOAT

    return [
        Choice(class_["name"], f"{class_['name']}, {class_['hull']}, {compact(_price(class_))} MC")
        for class_ in (view["classes"] if built_at else ())
        if not class_["faults"] and _price(class_) <= money and fits(class_)
        if not class_["prototype"] or _may_begin(view, class_["hull"])
    ]


def _may_begin(view: View, code: str) -> bool:
    """True if a prototype of a hull may be built (SC-HULL-009, SC-HULL-010)."""
    kind = Hull(code).type
    has_knot = bool(kind.special) and kind.code not in view["knots"]
    return not has_knot and not _is_coming(view, code)


def _count(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
    """Numbers of units of the chosen class, or of the cheapest, that can be paid for."""
    classes = chosen_rows(view["classes"], chosen, "class")
    if not classes:
        return Range(1, 0)
    cheapest = min(classes, key=_price)
    maximum = 1 if cheapest["prototype"] else _MAX_ORDERED
    return affordable_range(_price(cheapest), spendable(view, rules.economy), maximum)


def _fleets(view: View, chosen: Chosen) -> Proposals:
    """The fleets at the yard, and names for new ones."""
    places = {yard["at"] for yard in _yard(view, chosen)}
    names = [name for name, at in _places(view).items() if at in places]
    return Proposals([*filter(_is_name, names), *new_names(view).words])


def _is_name(word: str) -> bool:
    try:
        return bool(parse_name(word))
    except ValueError:
        return False


def _room(unit: Row, craft: str) -> int:
    """Room for more craft in a unit (SC-DES-009)."""
    if craft == "CD":
        return int(4 * count_systems(unit["design"], "H") - unit["drones"])
    halves = 2 * count_systems(unit["design"], "Bsa") - 2 * unit["shuttles"] - unit["gigs"]
    return int(halves // 2 if craft == "ST" else halves)


def _rooms(view: View) -> dict[str, dict[str, int]]:
    """The room for craft of fleets that rest at the empire's colonies, by kind."""
    places, colonies = _places(view), set(own_systems(view))
    kinds = [kind for kind in _CRAFT if kind != "CD" or "CD" in view["developed"]]
    rooms: dict[str, dict[str, int]] = {}
    for unit in view["units"]:
        if places.get(unit["fleet"]) in colonies:
            for kind in kinds:
                fleet = rooms.setdefault(unit["fleet"], {})
                fleet[kind] = fleet.get(kind, 0) + _room(unit, kind)
    return rooms


def _room_of(view: View, chosen: Chosen) -> dict[str, int]:
    """The most room for each kind of craft in the chosen fleet, or in any."""
    rooms = _rooms(view)
    maximum: dict[str, int] = {}
    for fleet in chosen_rows([{"name": name} for name in rooms], chosen, "fleet"):
        maximum |= {kind: max(n, maximum.get(kind, 0)) for kind, n in rooms[fleet["name"]].items()}
    return {kind: number for kind, number in maximum.items() if number > 0}


def _craft(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[str]:
    money = spendable(view, rules.economy)
    return [kind for kind in _room_of(view, chosen) if rules.economy.craft[kind] <= money]


def _craft_number(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
    economy, kind = rules.economy, str(chosen.get("craft", "GIG")).upper()
    price = economy.craft.get(kind, 0)
    return affordable_range(price, spendable(view, economy), _room_of(view, chosen).get(kind, 0))


def _fleets_with_room(view: View) -> Callable[[Row], bool]:
    rooms = _rooms(view)
    return lambda fleet: any(n > 0 for n in rooms.get(fleet["name"], {}).values())


def _units_begun(view: View, chosen: Chosen) -> list[Row]:
    """The units under construction at the chosen yard, or at all."""
    return chosen_rows(view["yards"], chosen, "yard", "yard")


def _classes_begun(view: View, chosen: Chosen) -> Sequence[str]:
    return list(dict.fromkeys(row["of_class"] for row in _units_begun(view, chosen)))


def _number_begun(view: View, chosen: Chosen) -> Range:
    return Range(1, len(chosen_rows(_units_begun(view, chosen), chosen, "class", "of_class")))


def _damage(unit: Row) -> float:
    return float(unit["points_of"] - unit["points"] - unit["starving"])


def _damages(view: View) -> dict[str, float]:
    """Points of damage of fleets that rest where a yard or shop works."""
    places = _places(view)
    able = {unit["at"] for unit, served in _modules(view) if served["MS"]}
    able |= {yard["at"] for yard in _working_yards(view)}
    damages: dict[str, float] = {}
    for unit in view["units"]:
        if places.get(unit["fleet"]) in able and _damage(unit) >= _MIN_POINTS:
            damages[unit["fleet"]] = damages.get(unit["fleet"], 0) + _damage(unit)
    return damages


def _fleets_to_repair(view: View) -> Callable[[Row], bool]:
    damages = _damages(view)
    return lambda fleet: fleet["name"] in damages


def _points(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
    rows = [{"name": name, "damage": damage} for name, damage in _damages(view).items()]
    maximum = max((row["damage"] for row in chosen_rows(rows, chosen, "fleet")), default=0)
    price = rules.economy.repair
    maximum = min(maximum, spendable(view, rules.economy) / price)
    return Range(_MIN_POINTS, int(maximum * 10) / 10, _MIN_POINTS, Cost(TREASURY, price))


def _units_to_scrap(view: View) -> Sequence[str]:
    """Units at the empire's colonies, except the last yard (SC-YRD-001)."""
    places, colonies = _places(view), set(own_systems(view))
    docks = [unit["name"] for unit in view["units"] if unit["yards"] or unit["mobile_yards"]]
    return [
        unit["name"]
        for unit in view["units"]
        if places.get(unit["fleet"]) in colonies and docks != [unit["name"]]
    ]


def _refits(view: View, chosen: Chosen, rules: OfferingRules) -> dict[str, dict[str, float]]:
    """The prices of classes for each unit that can be refitted now (SC-YRD-005)."""
    economy, money = rules.economy, spendable(view, rules.economy)
    docks, places = {yard["at"] for yard in _working_yards(view)}, _places(view)
    in_work = {building["refit"] for building in view["yards"]}
    by_hull: dict[str, list[Row]] = {}
    for class_ in view["classes"]:
        if not class_["faults"]:
            by_hull.setdefault(class_["hull"], []).append(class_)
    refits: dict[str, dict[str, float]] = {}
    by_design: dict[str, dict[str, float]] = {}
    for unit in chosen_rows(view["units"], chosen, "unit"):
        is_here = places.get(unit["fleet"]) in docks and unit["name"] not in in_work
        if not is_here or _damage(unit) >= _MIN_POINTS:
            continue
        key = f"{unit['hull']} {unit['design']}"
        if key not in by_design:
            other = [c for c in by_hull.get(unit["hull"], ()) if c["design"] != unit["design"]]
            prices = {c["name"]: _refit_price(economy, unit, c) for c in other}
            by_design[key] = {n: price for n, price in prices.items() if price <= money}
        if by_design[key]:
            refits[unit["name"]] = by_design[key]
    return refits


def _refit_price(economy: StarclusterEconomy, unit: Row, class_: Row) -> float:
    hull = Hull(unit["hull"])
    designs = (Design(hull, read_systems(row["design"])) for row in (unit, class_))
    return float(economy.refit_price(*designs) / MC)


def _units_to_refit(view: View, _: Chosen, rules: OfferingRules) -> Sequence[str]:
    return list(_refits(view, {}, rules))


def _refit_classes(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    prices: dict[str, float] = {}
    for of_unit in _refits(view, chosen, rules).values():
        prices |= of_unit
    return priced_choices(prices, spendable(view, rules.economy))


def _docks(view: View, chosen: Chosen) -> Sequence[str]:
    places = {unit["at"] for unit in chosen_rows(view["units"], chosen, "unit")}
    return [yard["name"] for yard in _working_yards(view) if yard["at"] in places]


YARD_COMMANDS = (
    Command(
        keyword="BUILD",
        label="Build",
        group=SHIPS,
        forms=("BUILD {yard} {number} {class} [FLEET {name}]",),
        rule="build_units",
        phase=_PHASE,
        after="orders",
        syntax=("BUILD yard n class", "BUILD yard n class FLEET fleet"),
        help="Orders units of a class at a yard, paid at once; they appear there as a fleet.",
        example="BUILD Yard-1 5 Hawk",
        mistake="BUILD Yard-1 0 Hawk",
        arguments={
            "yard": Argument(find=yards.own_yard, offers=_yards, things=("unit",)),
            "class": Argument(offers=_buildable_classes),
            "number": Argument(integer(1, _MAX_ORDERED), _count, label="number of units"),
            "name": Argument(parse_name, _fleets, optional=True, label="fleet"),
        },
        card=Shop("Build", (Goods("class", "number"),), other="Name the fleet"),
        rules=("SC-YRD-001", "SC-YRD-003", "SC-HULL-009"),
        run=construction.build,
    ),
    Command(
        keyword="BUILD CRAFT",
        label="Buy small craft",
        group=SHIPS,
        forms=("BUILD CRAFT {fleet} {number} {craft}",),
        rule="build_craft",
        phase=_PHASE,
        syntax=("BUILD CRAFT fleet n ST|GIG|CD",),
        help="Buys shuttles, gigs or courier drones for ships with room at a colony of yours.",
        example="BUILD CRAFT F1 2 ST",
        mistake="BUILD CRAFT F1 2 Cars",
        arguments={
            "fleet": fleet_where(_fleets_with_room),
            "craft": Argument(one_of(*_CRAFT), _craft),
            "number": Argument(integer(1, _MAX_ORDERED), _craft_number, label="number of craft"),
        },
        card=Shop("Buy small craft", (Goods("craft", "number"),)),
        rules=("SC-DES-009", "SC-YRD-003"),
        run=yards.buy_craft,
    ),
    Command(
        keyword="CANCEL",
        label="Cancel construction",
        group=SHIPS,
        rule="cancel_units",
        phase=_PHASE,
        syntax=("CANCEL yard class n",),
        help="Cancels unfinished units and refunds the work that is not done.",
        example="CANCEL Yard-1 Hawk 2",
        mistake="CANCEL Yard-1 Hawk 0",
        arguments={
            "yard": Argument(
                find=yards.own_yard,
                offers=lambda view: list(dict.fromkeys(y["yard"] for y in view["yards"])),
                things=("unit",),
            ),
            "class": Argument(offers=_classes_begun),
            "number": Argument(integer(1, _MAX_ORDERED), _number_begun, label="number of units"),
        },
        rules=("SC-YRD-003",),
        run=construction.cancel,
    ),
    Command(
        keyword="REPAIR",
        label="Repair",
        group=SHIPS,
        forms=("REPAIR {fleet} [MAX {points}]",),
        rule="repair_fleet",
        phase=_PHASE,
        syntax=("REPAIR fleet", "REPAIR fleet MAX points"),
        help="Repairs ships at a yard or shop of yours, for 2 MC a point.",
        example="REPAIR F1 MAX 30",
        mistake="REPAIR F1 MAX nothing",
        arguments={
            "fleet": fleet_where(_fleets_to_repair),
            "points": Argument(
                number(_MIN_POINTS, 1_000_000), _points, optional=True, label="maximum points"
            ),
        },
        rules=("SC-YRD-004",),
        run=yards.repair,
    ),
    Command(
        keyword="SCRAP",
        label="Scrap",
        group=SHIPS,
        rule="scrap_unit",
        phase=_PHASE,
        syntax=("SCRAP unit",),
        help="Scraps a unit at a colony of yours, for a quarter of its price.",
        example="SCRAP Yard-1",
        mistake="SCRAP Nothing-1",
        arguments={
            "unit": Argument(find=references.own_unit, offers=_units_to_scrap, things=("unit",))
        },
        rules=("SC-YRD-005",),
        checks={"not-the-last-yard": construction.is_not_the_last_yard},
        run=construction.scrap,
    ),
    Command(
        keyword="REFIT",
        label="Refit",
        group=SHIPS,
        forms=("REFIT {unit} {class} AT {yard}",),
        rule="refit_unit",
        phase=_PHASE,
        syntax=("REFIT unit class AT yard",),
        help="Refits a unit to another class of its hull; you pay for the additions.",
        example="REFIT Hawk-1 Eagle AT Yard-1",
        mistake="REFIT Hawk-1 Eagle AT Nothing",
        arguments={
            "unit": Argument(find=references.own_unit, offers=_units_to_refit, things=("unit",)),
            "class": Argument(offers=_refit_classes),
            "yard": Argument(find=yards.own_yard, offers=_docks, things=("unit",)),
        },
        rules=("SC-YRD-005",),
        run=construction.refit,
    ),
)
