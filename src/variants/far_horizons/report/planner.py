"""Prices of what a species can build, and the page's production planner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen
from markupsafe import Markup

from horizons_core.report import (
    Column,
    cells,
    columns,
    html_table,
    number_column,
    player_name,
    text_column,
)
from variants.far_horizons.constants import ITEMS, SHIP_CLASSES, STARBASE, TECH_NAMES, TRANSPORT
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.view.lookup import IN_TRANSIT, class_and_name
from variants.far_horizons.view.shapes import ProducingColonyShown

Techs = Mapping[str, Mapping[str, int]]
_TRANSPORTS = (1, 2, 5, 10, 20, 50)  #: sizes in the list of prices; others are possible


#: Repetition of an order: once, a number in a single order, or several orders.
ONCE, NUMBER, EACH = range(3)
Data = Mapping[str, Any]


@frozen
class BuildingPrice:
    """A purchase and its price; in its `order`, "{n}" stands for a number."""

    name: str
    order: str
    cost: int
    capacity: int
    note: str = ""
    often: int = EACH


def ships(techs: Techs, economy: Economy = RULEBOOK_ECONOMY) -> Iterator[BuildingPrice]:
    """Yield ships up to the largest tonnage, FTL and sub-light (FH-SHIP-003, FH-SHIP-006)."""
    largest = economy.largest_tonnage(techs["MA"]["level"])
    for kind in SHIP_CLASSES:
        if kind.abbreviation == TRANSPORT:
            for tonnage in (t for t in _TRANSPORTS if t <= largest):
                yield from _ship_prices(
                    f"{TRANSPORT}{tonnage}", "Transport", tonnage, techs, economy
                )
        elif kind.abbreviation != STARBASE and kind.tonnage <= largest:
            yield from _ship_prices(kind.abbreviation, kind.name, kind.tonnage, techs, economy)


def _ship_prices(
    class_: str, name: str, tonnage: int, techs: Techs, economy: Economy
) -> Iterator[BuildingPrice]:
    room = (10 + tonnage // 2) * tonnage if class_.startswith(TRANSPORT) else tonnage
    size = f"{10_000 * tonnage:,} tons"
    if techs["GV"]["level"] > 0:
        cost = economy.ship_cost(tonnage)
        yield BuildingPrice(f"{class_} {name}", f"Build {class_} ???", cost, room, size)
    cost = economy.ship_cost(tonnage, sub_light=True)
    yield BuildingPrice(
        f"{class_}S {name}", f"Build {class_}S ???", cost, room, f"{size}, sub-light"
    )


def items(techs: Techs, economy: Economy = RULEBOOK_ECONOMY) -> Iterator[BuildingPrice]:
    """Yield the items that the levels allow (FH-HTECH-001); raw material cannot be built."""
    for item in ITEMS:
        code = item.abbreviation
        if code == "RM" or techs[item.tech]["level"] < economy.item_level(code):
            continue
        cost = economy.item_cost(code, techs["BI"]["level"])
        note = "takes available population" if code in ("CU", "PD") else ""
        yield BuildingPrice(
            f"{code} {item.name}", f"Build {{n}} {code}", cost, item.room, note, NUMBER
        )


def works(techs: Techs, economy: Economy = RULEBOOK_ECONOMY) -> Iterator[BuildingPrice]:
    """Yield shipyards, and growth of starbases."""
    base = economy.ship_cost(1)
    yield BuildingPrice(
        "Shipyard", "Shipyard", economy.shipyard_cost(techs["MA"]["level"]), 0, "", ONCE
    )
    yield BuildingPrice("Starbase, 10,000 tons", f"Build BAS ???, {base}", base, 10)


@frozen
class ResearchPrice:
    """A technology: its level, the price of the next level, and what higher levels allow."""

    code: str
    name: str
    level: int
    knowledge: int
    economy: Economy = RULEBOOK_ECONOMY

    @property
    def taught(self) -> bool:
        """Return whether knowledge covers the next level, so that its price is certain."""
        return self.knowledge > self.level

    @property
    def cost(self) -> int | None:
        """The price of the next level, on average without knowledge; None if it is unattainable."""
        if self.level == 0:
            return 1 if self.taught else None
        cost = self.economy.taught_level_cost if self.taught else self.economy.research_cost
        return cost(self.level)

    @property
    def coming(self) -> str:
        """The items that the next levels allow: "20: FD Field Distortion Unit"."""
        needed = self.economy.item_level
        later = [
            i for i in ITEMS if i.tech == self.code and needed(i.abbreviation) > max(self.level, 1)
        ]
        if not later:
            return ""
        level = min(needed(item.abbreviation) for item in later)
        names = (f"{i.abbreviation} {i.name}" for i in later if needed(i.abbreviation) == level)
        return f"{level}: {', '.join(names)}"


def research_prices(techs: Techs, economy: Economy = RULEBOOK_ECONOMY) -> list[ResearchPrice]:
    """Return the six technologies (FH-TEACH-004, FH-TEACH-005)."""
    return [
        ResearchPrice(code, name, **techs[code], economy=economy)
        for code, name in TECH_NAMES.items()
    ]


def upgrade(ship: Mapping[str, Any], economy: Economy = RULEBOOK_ECONOMY) -> int:
    """Return the price of renewing a ship (FH-UPG-002); 0 if it is unfinished or new."""
    if ship["where"] == "building" or ship["age"] <= 0:
        return 0
    cost = economy.ship_cost(ship["tonnage"], sub_light=ship["sub_light"])
    return economy.upgrade_cost(ship["age"], cost)


def _spends(colony: Data) -> bool:
    return colony["kind"] in ("home", "colony")


def producing_planets(view: Data) -> list[Data]:
    """Return the planets that can spend money, home first."""
    return [colony for colony in view["colonies"] if "to_spend" in colony and _spends(colony)]


def from_treasury(view: Data, colony: Data, economy: Economy = RULEBOOK_ECONOMY) -> int:
    """Return how much a planet may take from the treasury (FH-EU-005, FH-EU-006, FH-BOMB-008)."""
    treasury: int = max(view["treasury"], 0)
    home, bombed = colony["home"], colony["bombed"]
    most = economy.treasury_limit(colony["to_spend"], treasury, home=home, bombed=bombed)
    return min(treasury, max(most, 0))


def earning_planets(view: Data) -> list[Data]:
    """Return the planets with an income; mining and resort colonies only earn."""
    return [
        colony for colony in view["colonies"] if "to_spend" in colony and colony["kind"] != "named"
    ]


def columns_of(view: Data, economy: Economy) -> Sequence[Column]:
    """Return the columns of the planets' spending limits."""

    def to_spend(colony: Data) -> str:
        return f"{colony['to_spend']:,}" + ("" if _spends(colony) else " to treasury")

    def drawable(colony: Data) -> str:
        return f"{from_treasury(view, colony, economy):,}" if _spends(colony) else ""

    def unfinished_work(colony: Data) -> str:
        hulls = unfinished_hulls(view, colony, economy)
        return player_name(", ".join(f"{name} ({cost:,})" for name, _, cost in hulls))

    return columns(
        ProducingColonyShown,
        text_column("Planet", lambda colony: player_name(colony["name"])),
        "earned fleet_share",
        number_column("To spend", to_spend),
        number_column(
            "And EU up to", drawable, hint="economic units that it may take from the treasury"
        ),
        "population shipyards",
        text_column("To continue", unfinished_work, wide=True),
        wide="earned fleet_share",
    )


def unfinished_hulls(
    view: Data, colony: Data, economy: Economy = RULEBOOK_ECONOMY
) -> Iterator[tuple[str, str, int]]:
    """Yield ships to finish on a planet and starbases to enlarge there: name, order and cost."""
    largest = economy.largest_tonnage(view["techs"]["MA"]["level"])
    for ship in _ships_in(view, colony):
        if ship["orbit"] != colony["orbit"]:
            continue
        name = class_and_name(ship)
        if ship["where"] == "building":
            yield name, f"Continue {name}", ship["unpaid"]
        elif ship["starbase"] and ship["tonnage"] < largest:
            cost = economy.ship_cost(1)
            yield f"{name}, 10,000 tons more", f"Continue {name}, {cost}", cost


def upgrades(
    view: Data, colony: Data, economy: Economy = RULEBOOK_ECONOMY
) -> Iterator[tuple[str, str, int]]:
    """Yield ships in the planet's sector that can be renewed: name, order and cost."""
    for ship in _ships_in(view, colony):
        cost = upgrade(ship, economy)
        if cost and ship["where"] not in IN_TRANSIT:
            name = class_and_name(ship)
            yield f"{name}, age {ship['age']}", f"Upgrade {name}", cost


def _ships_in(view: Data, colony: Data) -> Iterator[Data]:
    return (ship for ship in view["ships"] if ship["sector"] == colony["sector"])


_PRICES = (
    text_column("What", lambda price: price.name),
    number_column("Cost", lambda price: f"{price.cost:,}"),
    number_column("Capacity", lambda price: str(price.capacity or "")),
    text_column("Remark", lambda price: price.note, wide=True),
)


def price_lists(view: Data, economy: Economy) -> list[tuple[str, Markup]]:
    """Return ships, items and works with their prices, as tables."""
    techs = view["techs"]
    lists = [
        ("Ships", list(ships(techs, economy))),
        ("Items", list(items(techs, economy))),
        ("Works", list(works(techs, economy))),
    ]
    return [
        (title, html_table(_PRICES, cells(_PRICES, entries))) for title, entries in lists if entries
    ]


def data(view: Data, economy: Economy = RULEBOOK_ECONOMY) -> dict[str, Any]:
    """Return the script's data: planets, and groups of [label, order, price, repetition]."""
    techs = view["techs"]
    researchable = [s for s in research_prices(techs, economy) if s.cost is not None]
    return {
        "planets": [
            {
                "name": colony["name"],
                "spend": max(colony["to_spend"], 0),
                "treasury": from_treasury(view, colony, economy),
                "population": colony["population"],
                "yards": colony["shipyards"],
                "groups": [
                    [
                        "Go on with",
                        [[*ship, ONCE] for ship in unfinished_hulls(view, colony, economy)],
                    ],
                    ["Upgrades", [[*choice, ONCE] for choice in upgrades(view, colony, economy)]],
                    ["Hiding", _hiding(colony, economy)],
                ],
            }
            for colony in producing_planets(view)
        ],
        "groups": [
            ["Items", _lines(items(techs, economy))],
            [
                "Research",
                [[_research_label(s), f"Research {{n}} {s.code}", 1, NUMBER] for s in researchable],
            ],
            ["Ships", _lines(ships(techs, economy))],
            ["Works", _lines(works(techs, economy))],
        ],
    }


def _lines(entries: Iterable[BuildingPrice]) -> list[list[Any]]:
    return [[price.name, price.order, price.cost, price.often] for price in entries]


def _research_label(price: ResearchPrice) -> str:
    about = "" if price.taught else "about "
    return f"{price.code} {price.name} (next level {about}{price.cost:,})"


def _hiding(colony: Data, economy: Economy) -> list[list[Any]]:
    if colony["home"]:
        return []
    base = colony["mining_base"] + colony["manufacturing_base"]
    cost = economy.hiding_cost(base, base)
    return [["Hide the colony", "Hide", cost, ONCE]]
