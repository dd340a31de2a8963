"""Weekly budget: income, and the ships that it can maintain.

Debts grow week by week, and ships in debt are out of supply, so a bot never maintains more ships
than it can pay for, except after a loss.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import define

from horizons_core.sums import ordered_sum
from variants.campaign2e.bots.board import BotView, Facts
from variants.campaign2e.bots.chart import RouteMap
from variants.campaign2e.bots.purse import Bills, is_free_of_charge
from variants.campaign2e.bots.trading import Trades

#: Number of weeks that the treasury must last while it shrinks.
WEEKS_AHEAD = 4


@define(eq=False)
class Finances:
    """Income and bills of a week, in credits.

    Attributes:
        income: income of a week.
        access: available resources.
        planned: upkeep of this week's purchases.
    """

    bot: BotView
    bills: Bills
    income: float
    access: Collection[str]
    planned: float = 0.0

    @classmethod
    def of(cls, bot: BotView, routes: RouteMap) -> Finances:
        """Return the finances with the current trades."""
        bills = Bills.of(bot)
        trades = Trades.of(bot, routes, bills)
        partners = trades.partners
        return cls(bot, bills, trades.income(partners), trades.access(partners))

    @property
    def bill(self) -> float:
        """The week's bill for existing ships."""
        return self.bills.total(self.access)

    def plan_for(self, upkeep: float, budget: float) -> bool:
        """Plan for a ship of an undoubled upkeep; returns False if it cannot be maintained."""
        if not self.can_keep(upkeep, budget):
            return False
        self.planned += upkeep * self.bills.factor(self.access)
        return True

    def can_keep(self, upkeep: float, budget: float) -> bool:
        """Return whether bills stay within a budget after adding an undoubled upkeep."""
        return self.bill + self.planned + upkeep * self.bills.factor(self.access) <= budget

    def cut_costs(self) -> list[Facts]:
        """Give up ships that cannot be maintained, and pay small bills first.

        Gives up only ships at bases, those with the highest debts or costs first, and returns
        them. The remaining debt is reserved.
        """
        bot = self.bot
        owed = ordered_sum(ship["owed"] for ship in bot.ships.values())
        deficit = self.bill - self.income
        if not owed and bot.credits / 100 > WEEKS_AHEAD * deficit:
            return []
        factor = self.bills.factor(self.access)
        given_up = []
        for ship in sorted(self._spare_ships(), key=_disposal_order):
            if owed - bot.credits / 100 <= -deficit * WEEKS_AHEAD:
                break
            bot.order("RETURN" if ship["leased"] else "DISBAND", ship["name"])
            bot.remove_ship(ship)
            given_up.append(ship)
            deficit -= self.bills.each[ship["name"]] * (1 if ship["leased"] else factor)
            owed -= ship["owed"]
        if owed > 0:
            self._pay_small_bills_first()
            bot.reserve(owed)
        return given_up

    def _pay_small_bills_first(self) -> None:
        bot = self.bot
        remaining = [
            s
            for members in bot.ships_by_group.values()
            for s in members
            if not is_free_of_charge(s)
        ]
        remaining.sort(key=lambda ship: (ship["owed"] + ship["upkeep"], ship["name"]))
        if remaining:
            bot.order("BILLS", *(ship["name"] for ship in remaining))

    def _spare_ships(self) -> list[Facts]:
        bot = self.bot
        return [
            ship
            for ship in bot.ships.values()
            if bot.is_base(ship["at"])
            and not is_free_of_charge(ship)
            and not bot.groups[ship["group"]]["bound_for"]
        ]


def _disposal_order(ship: Facts) -> tuple[bool, float, str]:
    """Sort key: leased ships first, then those with the highest cost for their present value."""
    worth = ship["points"] * ship["hull"] / ship["hull_of"]
    return not ship["leased"], -(ship["upkeep"] + ship["owed"]) / max(1.0, worth), ship["name"]
