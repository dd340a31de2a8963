"""A raider's home planet equips its fleet: new ships, guns and shields, younger hulls."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from horizons_core.sums import ordered_sum
from variants.far_horizons.bots.names import unused
from variants.far_horizons.bots.purse import HomeBudget
from variants.far_horizons.bots.realm import Realm
from variants.far_horizons.bots.sheet import MAKING, Facts, OrderSheet
from variants.far_horizons.constants import ITEM_OF, SHIP_CLASSES, Item
from variants.far_horizons.economy import Economy
from variants.far_horizons.view.ship_words import class_and_name

OLD = 2  #: least age of ships to upgrade
MOST_FOR_FLEET = 3500  #: limit of the fleet's cost, in hundredths of a percent of production
WARSHIP = 10  #: smallest hull for which it begins to arm, in units of 10,000 tons
GEAR = 5  #: divisor of the money for the part that goes to guns and shields
REPAIR_UNITS = 2  #: damage repair units aboard a ship

#: The warships by size, the largest first, without the picketboat.
_HULLS = [(hull.tonnage, hull.abbreviation) for hull in reversed(SHIP_CLASSES) if hull.tonnage >= 2]
_GEAR = [ITEM_OF[f"{kind}{mark}"] for mark in range(9, 0, -1) for kind in ("GU", "SG")]


@frozen
class Arsenal:
    """Orders of the home planet, paid from its budget."""

    realm: Realm
    sheet: OrderSheet
    budget: HomeBudget

    @property
    def economy(self) -> Economy:
        return self.realm.economy

    def rejuvenate(self, ships: Iterable[Facts]) -> None:
        """Upgrade old ships, each for at most half of the money."""
        for ship in ships:
            price = self.economy.ship_cost(ship["tonnage"])
            cost = self.economy.upgrade_cost(max(0, ship["age"]), price)
            if ship["age"] >= OLD and 2 * cost <= self.budget.money and self.budget.pay(cost):
                self.sheet.say(MAKING, f"Upgrade {class_and_name(ship)}, {cost}")

    def outfit(self, ships: Iterable[Facts]) -> None:
        """Give each ship a gun or a shield, and units for repairs, for a share of the money."""
        share = self.budget.money // GEAR
        for ship in ships:
            free = ship["capacity"] - ordered_sum(
                ITEM_OF[i].room * n for i, n in ship["cargo"].items()
            )
            for item, count in self._wishes(ship):
                cost = count * self.economy.item_cost(item.abbreviation, self.realm.level("BI"))
                needed = self.economy.item_level(item.abbreviation)
                known = self.realm.level(item.tech) >= needed
                if known and count * item.room <= free and cost <= share and self.budget.pay(cost):
                    share, free = share - cost, free - count * item.room
                    order = f"Build {count} {item.abbreviation}, {class_and_name(ship)}"
                    self.sheet.say(MAKING, order)
                    break

    def _wishes(self, ship: Facts) -> Iterable[tuple[Item, int]]:
        """Yield what a ship should get next, by priority: repair units, then guns or shields."""
        guns = ordered_sum(count for item, count in ship["cargo"].items() if item.startswith("GU"))
        shields = ordered_sum(
            count for item, count in ship["cargo"].items() if item.startswith("SG")
        )
        kind = "GU" if guns <= shields else "SG"
        lacking = REPAIR_UNITS - ship["cargo"].get("DR", 0)
        if lacking > 0:
            yield ITEM_OF["DR"], lacking
        yield from ((item, 1) for item in _GEAR if item.abbreviation.startswith(kind))

    def arm(self) -> None:
        """Build warships as large as possible, unless the fleet costs too much; or save for one.

        A large ship is worth more than several small ones (FH-SHIP-011): if half of the money isn't
        enough for it, it is saved, for a turn at most.
        """
        largest = self.economy.largest_tonnage(self.realm.level("MA"))
        able = largest >= WARSHIP and self.realm.level("GV")
        if not able or self.realm.view["fleet_percent"] > MOST_FOR_FLEET:
            return
        half = self.budget.money // 2
        price = self.economy.ship_cost
        fitting = (hull for hull in _HULLS if hull[0] <= largest and price(hull[0]) <= 2 * half)
        tonnage, hull = next(fitting, (0, ""))
        if not hull:
            return
        if price(tonnage) > half:
            self.budget.pay(half)
        names = [ship["name"] for ship in self.realm.view["ships"]]
        while price(tonnage) <= half and self.budget.build(price(tonnage)):
            half -= price(tonnage)
            names.append(unused("Talon", names))
            self.sheet.say(MAKING, f"Build {hull} {names[-1]}")
