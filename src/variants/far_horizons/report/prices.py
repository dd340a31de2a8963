"""The things a species can build, and their prices, by the levels in a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from variants.far_horizons.constants import ITEMS, SHIP_CLASSES, STARBASE, TECH_NAMES, TRANSPORT
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy

Techs = Mapping[str, Mapping[str, int]]
_TRANSPORTS = (1, 2, 5, 10, 20, 50)  #: sizes in the list of prices; others are possible


#: Repetition of an order: once, a number in a single order, or several orders.
ONCE, NUMBER, EACH = range(3)


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
                yield from _both(f"{TRANSPORT}{tonnage}", "Transport", tonnage, techs, economy)
        elif kind.abbreviation != STARBASE and kind.tonnage <= largest:
            yield from _both(kind.abbreviation, kind.name, kind.tonnage, techs, economy)


def _both(
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
        """Tell whether knowledge covers the next level, so that its price is certain."""
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


def studies(techs: Techs, economy: Economy = RULEBOOK_ECONOMY) -> list[ResearchPrice]:
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
