"""What a raider's home planet does for its fleet: new ships, guns and shields, young hulls."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from variants.far_horizons.bots.names import unused
from variants.far_horizons.bots.purse import Purse
from variants.far_horizons.bots.realm import Realm
from variants.far_horizons.bots.settler import MAKING
from variants.far_horizons.bots.sheet import Facts, Sheet
from variants.far_horizons.constants import ITEM_OF, SHIP_CLASSES, Item
from variants.far_horizons.economy import Economy
from variants.far_horizons.view.ship_words import class_and_name

OLD = 2  #: the age at which a ship is made young
MOST_FOR_FLEET = 2500  #: the greatest cost of the fleet, in hundredths of a percent of production
REPAIR_UNITS = 2  #: that a ship takes with it

#: The warships by size, the largest first, without the picketboat.
_HULLS = [(each.tonnage, each.abbreviation) for each in reversed(SHIP_CLASSES) if each.tonnage >= 2]
_GEAR = [ITEM_OF[f"{kind}{mark}"] for mark in range(9, 0, -1) for kind in ("GU", "SG")]


@frozen
class Arsenal:
    """Orders of the home planet, paid from its purse."""

    realm: Realm
    sheet: Sheet
    purse: Purse

    @property
    def economy(self) -> Economy:
        return self.realm.economy

    def rejuvenate(self, ships: Iterable[Facts]) -> None:
        """Make old ships young, each for no more than half of the money."""
        for ship in ships:
            price = self.economy.ship_cost(ship["tonnage"])
            cost = self.economy.upgrade_cost(max(0, ship["age"]), price)
            if ship["age"] >= OLD and 2 * cost <= self.purse.money and self.purse.pay(cost):
                self.sheet.say(MAKING, f"Upgrade {class_and_name(ship)}, {cost}")

    def outfit(self, ships: Iterable[Facts]) -> None:
        """Give each ship a gun or a shield, and units for repairs, for a third of the money."""
        share = self.purse.money // 3
        for ship in ships:
            free = ship["capacity"] - sum(ITEM_OF[i].room * n for i, n in ship["cargo"].items())
            for item, count in self._wishes(ship):
                cost = count * self.economy.item_cost(item.abbreviation, self.realm.level("BI"))
                needed = self.economy.item_level(item.abbreviation)
                known = self.realm.level(item.tech) >= needed
                if known and count * item.room <= free and cost <= share and self.purse.pay(cost):
                    share, free = share - cost, free - count * item.room
                    order = f"Build {count} {item.abbreviation}, {class_and_name(ship)}"
                    self.sheet.say(MAKING, order)
                    break

    def _wishes(self, ship: Facts) -> Iterable[tuple[Item, int]]:
        """What a ship should have next, what matters most first: guns, then shields, then units."""
        guns = sum(count for item, count in ship["cargo"].items() if item.startswith("GU"))
        shields = sum(count for item, count in ship["cargo"].items() if item.startswith("SG"))
        wanted = "GU" if guns <= shields else "SG"
        lacking = REPAIR_UNITS - ship["cargo"].get("DR", 0)
        if lacking > 0:
            yield ITEM_OF["DR"], lacking
        yield from ((item, 1) for item in _GEAR if item.abbreviation.startswith(wanted))

    def arm(self) -> None:
        """Warships, the largest that there is money for, unless the fleet costs too much."""
        largest = self.economy.largest_tonnage(self.realm.level("MA"))
        ship_cost = self.economy.ship_cost
        if not self.realm.level("GV") or self.realm.view["fleet_percent"] > MOST_FOR_FLEET:
            return
        names = [ship["name"] for ship in self.realm.view["ships"]]
        share = self.purse.money * 2 // 3
        for tonnage, hull in _HULLS:
            while tonnage <= largest and ship_cost(tonnage) <= share:
                if not self.purse.build(ship_cost(tonnage)):
                    return
                share -= ship_cost(tonnage)
                names.append(unused("Talon", names))
                self.sheet.say(MAKING, f"Build {hull} {names[-1]}")
