"""A bot's knowledge of its species, its budget at home, and the sheet for its orders."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

from attrs import define, field, frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.far_horizons.constants import FULL_BASE
from variants.far_horizons.economy import Economy
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.model.orders import SECTIONS

Facts = Mapping[str, Any]

#: The sections that bots write orders in.
FIGHT, BEFORE, JUMPS, PRODUCTION, AFTER = (
    "COMBAT",
    "PRE-DEPARTURE",
    "JUMPS",
    "PRODUCTION",
    "POST-ARRIVAL",
)
Spot = tuple[int, int, int]

#: The smallest base of a colony that grows by itself, in tenths.
GROWN = 300
#: The base up to which colonists are sent to other stars, in tenths.
SETTLED = 1000
#: The highest acceptable chance of a mishap on the way to a new colony, in 1/100 percent.
_ACCEPTABLE_RISK = 1200


@define
class OrderSheet:
    """Orders by section, in the order in which they were added."""

    sections: dict[str, list[str]] = field(factory=dict)

    def add(self, section: str, order: str) -> None:
        """Add an order to a section."""
        self.sections.setdefault(section, []).append(order)

    @property
    def text(self) -> str:
        """The sections with orders, in the order of the turn, and always a production section."""
        lines: list[str] = []
        for kind in SECTIONS:
            orders = self.sections.get(kind.name, [])
            if orders or kind.name == "PRODUCTION":
                lines += [f"START {kind.name}", *(f"  {order}" for order in orders), "END"]
        return "\n".join(lines) + "\n"


_ADJECTIVES = (
    "Amber",
    "Bright",
    "Calm",
    "Deep",
    "Early",
    "Far",
    "Green",
    "High",
    "Long",
    "New",
)
_NOUNS = (
    "Bay",
    "Crossing",
    "Field",
    "Garden",
    "Harbour",
    "Hope",
    "Landing",
    "Meadow",
    "Rest",
)


def colony_name(stream: Stream, used: Collection[str]) -> str:
    """Draw a name for a planet."""
    name = f"{stream.choice(_ADJECTIVES)} {stream.choice(_NOUNS)}"
    return unused(name, used)


def unused(name: str, used: Collection[str]) -> str:
    """Return the name, with a number if it is already used."""
    folded = {name.casefold() for name in used}
    number, candidate = 1, name
    while candidate.casefold() in folded:
        number += 1
        candidate = f"{name} {number}"
    return candidate


@frozen(slots=False)
class Realm:
    """A species' position, and the economy for its calculations."""

    view: View
    economy: Economy

    @cached_property
    def colonies(self) -> list[Facts]:
        return list(self.view["colonies"])

    @property
    def home(self) -> Facts:
        return self.colonies[0]

    @cached_property
    def home_sector(self) -> Spot:
        return spot(self.home["sector"])

    def level(self, tech: str) -> int:
        """Return the level of a technology."""
        return int(self.view["techs"][tech]["level"])

    def colony(self, name: str) -> Facts | None:
        """Return the named planet with this name, or None."""
        return next((colony for colony in self.colonies if colony["name"] == name), None)

    # ships

    @cached_property
    def ships(self) -> list[Facts]:
        """Finished ships with a known position."""
        without_place = {"building", "withdrew", "forced"}
        return [ship for ship in self.view["ships"] if ship["where"] not in without_place]

    @cached_property
    def scouts(self) -> list[Facts]:
        return [ship for ship in self.ships if ship["class"] == "TR1" and not ship["sub_light"]]

    @cached_property
    def haulers(self) -> list[Facts]:
        """Transports for colonists."""
        return [s for s in self.ships if s["transport"] and s["tonnage"] > 1 and not s["sub_light"]]

    def risk(self, ship: Facts, goal: Spot) -> int:
        """Return the chance of a mishap on a jump, in hundredths of a percent."""
        squared = distance_squared(spot(ship["sector"]), goal)
        return self.economy.mishap_chance(squared, self.level("GV"), max(0, ship["age"]))

    def risk_from_home(self, goal: Spot) -> int:
        """Return the chance of a mishap, as `risk` does, of a new ship from the home planet."""
        squared = distance_squared(self.home_sector, goal)
        return self.economy.mishap_chance(squared, self.level("GV"))

    # planets

    @cached_property
    def watched(self) -> set[Spot]:
        """Sectors with warships of other species."""
        return {
            spot(system["sector"])
            for system in self.view["aliens"]
            if any(not ship["transport"] for ship in system["ships"])
        }

    def in_danger(self, colony: Facts) -> bool:
        """Return whether a planet is under siege, or may be before it produces again."""
        return colony["besieged"] or spot(colony["sector"]) in self.watched

    @cached_property
    def planets_to_settle(self) -> list[Facts]:
        """Named planets that still take colonists from home."""
        return [
            colony
            for colony in self.colonies[1:]
            if self.room(colony) > 0 and not self.in_danger(colony) and self.can_live_on(colony)
        ]

    @property
    def young(self) -> list[Facts]:
        """Planets to settle that do not grow by themselves yet."""
        return [colony for colony in self.planets_to_settle if base(colony) < GROWN]

    def room(self, colony: Facts) -> int:
        """Return how many colonists from home a named planet can still take."""
        if colony.get("efficiency", 100) < 100:
            return 0
        at_home = spot(colony["sector"]) == self.home_sector
        waiting: int = colony["items"].get("CU", 0)
        return (FULL_BASE if at_home else SETTLED) - base(colony) - waiting

    def can_live_on(self, colony: Facts) -> bool:
        """Return whether colonists would survive on a named planet; False if it wasn't scanned."""
        nature = self.nature(colony)
        return nature is not None and self.economy.survives(nature[1], self.level("LS"))

    def nature(self, colony: Facts) -> tuple[int, int] | None:
        """Return a named planet's mining difficulty and needed life support, if known."""
        if "life_support" in colony:
            return colony["mining_difficulty"], colony["life_support"]
        return self._scanned.get((spot(colony["sector"]), colony["orbit"]))

    @cached_property
    def _scanned(self) -> dict[tuple[Spot, int], tuple[int, int]]:
        """The nature of scanned planets."""
        return {
            (spot(scan["sector"]), planet["orbit"]): (
                planet["mining_difficulty"],
                planet["life_support"],
            )
            for scan in self.view["scans"]
            for planet in scan["planets"]
        }

    @cached_property
    def free_planets(self) -> list[tuple[Spot, Facts]]:
        """Scanned planets within reach that are unclaimed, with their sectors."""
        named = {(spot(colony["sector"]), colony["orbit"]) for colony in self.colonies}
        foreign = {spot(system["sector"]) for system in self.view["neighbours"]}
        planets = []
        for scan in self.view["scans"]:
            sector = spot(scan["sector"])
            if sector in foreign or self.risk_from_home(sector) > _ACCEPTABLE_RISK:
                continue
            free = (p for p in scan["planets"] if (sector, p["orbit"]) not in named)
            planets += [(sector, planet) for planet in free]
        return planets


def base(colony: Facts) -> int:
    """Return the economic base of a named planet, in tenths."""
    return int(colony["mining_base"] + colony["manufacturing_base"])


def spot(sector: list[int]) -> Spot:
    """Convert a sector of a view to a key."""
    x, y, z = sector
    return (x, y, z)


@define
class HomeBudget:
    """Money, people and yards of the home planet that are certain to be available."""

    money: int
    people: int
    yards: int

    @classmethod
    def of_realm(cls, realm: Realm) -> HomeBudget:
        home = realm.home
        balance, treasury = max(0, home["to_spend"]), max(0, realm.view["treasury"])
        if home["bombed"]:
            treasury = min(treasury, balance)
        return cls(balance + treasury, home["population"], home["shipyards"])

    def pay(self, amount: int) -> bool:
        """Pay the full amount or nothing."""
        if amount > self.money:
            return False
        self.money -= amount
        return True

    def build(self, cost: int) -> bool:
        """Pay for a ship, if a shipyard is free."""
        if not self.yards or not self.pay(cost):
            return False
        self.yards -= 1
        return True

    def settlers(self, maximum: int) -> int:
        """Pay for pairs of colonists and their units; return 0 if there would be fewer than ten."""
        amount = min(maximum, self.money, 2 * self.people) // 2 * 2
        if amount < 20:
            return 0
        self.money -= amount
        self.people -= amount // 2
        return amount
