"""Prices of building, recycling, upgrades and repairs; fleet maintenance, and unrest from it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping

from attrs import field, frozen
from attrs.validators import deep_mapping, in_

from horizons_core.amounts import rounded_up
from horizons_core.limits import MAX_VALUE, number, within
from horizons_core.sums import int_sum
from variants.far_horizons.constants import ITEM_OF, ITEMS
from variants.far_horizons.formulas import hull_value, percent, truncated
from variants.far_horizons.model import Ship, ShipLocation

_WHOLE = 10_000  #: one hundred percent, in hundredths of a percent
#: Stands for a level of 0 in prices that are divided by the level (FH-REC-003).
_WITHOUT_BIOLOGY = 100


@frozen(kw_only=True, slots=False)
class FleetUpkeep:
    """Rules of fleet maintenance. Shares of production are in hundredths of a percent."""

    #: maintenance of 10,000 tons of a warship (FH-FLEET-001)
    warship_upkeep: int = number(20)
    #: maintenance of 10,000 tons of a starbase (FH-FLEET-001)
    starbase_upkeep: int = number(10)
    #: maintenance of 10,000 tons of a transport (FH-FLEET-001)
    transport_upkeep: int = number(4)

    def upkeep(self, ship: Ship) -> int:
        """Return the base cost of a ship's maintenance (FH-FLEET-001, FH-FLEET-002)."""
        rate = self.warship_upkeep
        if ship.transport:
            rate = self.transport_upkeep
        elif ship.starbase:
            rate = self.starbase_upkeep
        cost = rate * ship.tonnage
        return cost - cost // 4 if ship.sub_light else cost

    def military_discount(self, military: int) -> int:
        """Return the maintenance discount at a Military level, in percent (FH-FLEET-003)."""
        return min(military // 2, 100)

    def fleet_cost(self, ships: Iterable[Ship], military: int) -> int:
        """Return the maintenance of all ships after the military discount (FH-FLEET-003)."""
        total = int_sum(map(self.upkeep, ships))
        return total - percent(self.military_discount(military), total)

    def fleet_percent(self, cost: int, production: int) -> int:
        """Return the share of production that maintenance takes (FH-FLEET-004)."""
        return truncated(_WHOLE * cost, production) if production > 0 else _WHOLE

    def paid_by_treasury(self, cost: int, production: int, treasury: int) -> int:
        """Return the treasury's part of maintenance that exceeds production (FH-FLEET-007)."""
        return max(0, min(cost, treasury)) if cost > production else 0

    def fleet_share(self, fleet_percent: int, amount: int) -> int:
        """Return the fleet's part of a planet's production, to the nearest unit (FH-FLEET-005)."""
        return truncated(min(fleet_percent, _WHOLE) * amount + _WHOLE // 2, _WHOLE)

    def unrest(self, fleet_percent: int) -> int:
        """Return the chance and the maximum loss from riots on a planet, in percent (FH-FLEET-008).

        Below 1 there is no unrest.
        """
        return truncated(fleet_percent - _WHOLE, 100)

    def riot_loss(self, base: int, share: int) -> int:
        """Return the loss of a base, in tenths, to riots; `share` is in percent (FH-FLEET-008)."""
        return min(percent(share, base), base)


def _item_prices() -> dict[str, int]:
    """The prices of the tables, without terraforming plants, whose price depends on Biology."""
    return {item.abbreviation: item.cost for item in ITEMS if item.abbreviation != "TP"}


@frozen(kw_only=True, slots=False)
class Prices:
    """Prices in economic units. Tonnages are in units of 10,000 tons, ages in turns."""

    #: price of 10,000 tons of a ship or starbase (FH-SHIP-005, FH-BAS-003)
    hull_price: int = number(100, 1)
    #: price of 10,000 tons of a ship without jump engines (FH-SHIP-006)
    sub_light_price: int = number(75, 1)
    #: prices of items by abbreviation, except terraforming plants (FH-BUILD-004)
    item_prices: Mapping[str, int] = field(
        factory=_item_prices, validator=deep_mapping(in_(ITEM_OF), within(1, MAX_VALUE))
    )
    #: price of a terraforming plant, before division by the Biology level (FH-TERRA-002)
    plant_price: int = number(50_000, 1)
    #: whether plants of any owner are worth half of their builder's price (FH-REC-003)
    plants_keep_price: bool = True
    #: whether a starbase that grows in parts ages as if it grew at once (FH-AGE-003)
    starbases_age_exactly: bool = True
    #: surcharge in percent for building for another species (FH-IBUILD-003)
    premium_percent: int = number(10)
    #: price of a shipyard per Manufacturing level (FH-YARD-002)
    shipyard_price: int = number(10)
    #: price of an estimate of another species' technology (FH-ESTIMATE-001)
    estimate_price: int = number(25)
    #: years that the price of a ship takes off its age (FH-UPG-001)
    upgrade_years: int = number(40, 1)
    #: years that a damage repair unit takes off 10,000 tons (FH-DR-002)
    repair_years: int = number(16, 1)
    #: new ships that a species can begin in a turn, besides what shipyards allow (FH-SHIP-008)
    most_new_ships: int | None = number(None)

    # ships

    def ship_cost(self, tonnage: int, *, sub_light: bool = False) -> int:
        """Return a ship's or starbase's price (FH-SHIP-005, FH-SHIP-006, FH-BAS-003); 1 or more."""
        return (self.sub_light_price if sub_light else self.hull_price) * tonnage

    def original_cost(self, ship: Ship) -> int:
        """Return a ship's price when new; for a starbase, by its present size (FH-UPG-003)."""
        return self.ship_cost(ship.tonnage, sub_light=ship.sub_light)

    def largest_tonnage(self, manufacturing: int) -> int:
        """Return the largest hull at a Manufacturing level (FH-SHIP-003, FH-BAS-002)."""
        return manufacturing // 2

    def starbase_age(self, age: int, tonnage: int, added: int) -> int:
        """Return the age of a starbase after growth: new parts are of age -1 (FH-AGE-003)."""
        return truncated(age * tonnage - added, tonnage + added)

    # items and works

    def item_cost(self, item: str, biology: int) -> int:
        """Return the price of an item at a Biology level; 1 or more."""
        if item == "TP":  # FH-TERRA-002
            return max(1, self.plant_price // (biology or _WITHOUT_BIOLOGY))
        return self.item_prices[item]  # FH-BUILD-004

    def shipyard_cost(self, manufacturing: int) -> int:
        """Return the price of another shipyard at a Manufacturing level (FH-YARD-002)."""
        return self.shipyard_price * manufacturing

    def hiding_cost(self, before: int, present: int) -> int:  # noqa: ARG002 - for other formulas
        """Return the price of hiding a colony, by its bases in tenths (FH-HIDE-003).

        `before` is their sum when production began, `present` what combat and riots have left.
        It is 0 for a colony without bases (FH-HIDE-009).
        """
        return before // 10

    # building for other species

    def premium(self, cost: int) -> int:
        """Return the surcharge for building for another species (FH-IBUILD-003)."""
        return rounded_up(self.premium_percent * cost, 100)

    def price_within(self, money: int, before: int = 0) -> int:
        """Return the highest price that can be paid together with its premium, or 0.

        `before` is the earlier cost of a starbase, which counts for the premium (FH-IBUILD-010). A
        higher price must not have a lower premium.
        """

        def with_premium(price: int) -> int:
            return price + self.premium(before + price)

        return max(0, bisect_right(range(money + 1), money, key=with_premium) - 1)

    def price_for_balance(self, balance: int, before: int = 0) -> int:
        """Return the price that 0 stands for in IBUILD and ICONTINUE orders (FH-ZERO-003)."""
        return self.price_within(balance, before)

    # recycling

    def recycled_share(self, item: str, biology: int) -> tuple[int, int]:
        """Return the money for one recycled item, as numerator and denominator (FH-REC-003)."""
        if item == "RM":  # FH-REC-004
            return 1, 5
        if item == "TP":
            return self.plant_price, 2 * (biology or _WITHOUT_BIOLOGY)
        return self.item_cost(item, biology), 2

    def recycled_items(self, item: str, count: int, biology: int) -> int:
        """Return the money for recycled items (FH-REC-003, FH-REC-004)."""
        numerator, denominator = self.recycled_share(item, biology)
        return count * numerator // denominator

    def hull_value(self, cost: int, age: int) -> int:
        """Return the money for a finished ship of this original cost (FH-REC-005)."""
        return hull_value(cost, age)

    def recycled_ship(self, ship: Ship) -> int:
        """Return the money for a recycled ship (FH-REC-005, FH-REC-006)."""
        cost = self.original_cost(ship)
        if ship.where == ShipLocation.BUILDING:
            return (cost - ship.unpaid) // 2
        return self.hull_value(cost, ship.age)

    def salvaged_items(self, item: str, count: int, biology: int) -> int:
        """Return the money for items of a colony that is disbanded (FH-DISBAND-006)."""
        return self.recycled_items(item, count, biology) // 2

    def salvaged_ship(self, ship: Ship) -> int:
        """Return the money for a ship on a colony that is disbanded (FH-DISBAND-006)."""
        return self.recycled_ship(ship) // 2

    # upgrades and repairs

    def upgrade_cost(self, reduction: int, cost: int) -> int:
        """Return the price of taking `reduction` years off a ship of this cost (FH-UPG-002)."""
        return rounded_up(reduction * cost, self.upgrade_years)

    def upgrade_reduction(self, amount: int, cost: int) -> int:
        """Return the years that an amount takes off a ship of this original cost (FH-UPG-001)."""
        return self.upgrade_years * amount // cost

    def repair_reduction(self, units: int, tonnage: int) -> int:
        """Return the years that damage repair units take off a hull (FH-DR-002)."""
        return self.repair_years * units // tonnage

    def repair_units(self, reduction: int, tonnage: int) -> int:
        """Return the damage repair units needed to take off `reduction` years (FH-DR-005)."""
        return rounded_up(reduction * tonnage, self.repair_years)
