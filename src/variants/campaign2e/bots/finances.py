"""A player's income and bills, and the purchases that it can afford.

Debts grow week by week, and ships in debt are out of supply, so a bot never maintains more
ships than it can pay for, except after a loss. The yearly upkeep of a ship equals its price, and a
fort has none, so surplus money buys forts first, and ships only while income clearly exceeds costs.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import define

from horizons_core.sums import ordered_sum
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.bots.routes import RouteMap
from variants.campaign2e.bots.strategy import Strategy
from variants.campaign2e.bots.trading import Bills, Trades, is_free_of_charge
from variants.campaign2e.view.rows import Row

#: Number of weeks that the treasury must last while it shrinks.
WEEKS_AHEAD = 4
#: Credits kept for repairs, in addition to some weeks of bills.
REPAIR_RESERVE = 40


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

    def cut_costs(self) -> list[Row]:
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

    def _spare_ships(self) -> list[Row]:
        bot = self.bot
        return [
            ship
            for ship in bot.ships.values()
            if bot.is_base(ship["at"])
            and not is_free_of_charge(ship)
            and not bot.groups[ship["group"]]["bound_for"]
        ]


def _disposal_order(ship: Row) -> tuple[bool, float, str]:
    """Sort key: leased ships first, then those with the highest cost for their present value."""
    worth = ship["points"] * ship["hull"] / ship["hull_of"]
    return not ship["leased"], -(ship["upkeep"] + ship["owed"]) / max(1.0, worth), ship["name"]


@define(eq=False)
class PurchasePlan:
    """Purchases of a player within the limits of its finances.

    Attributes:
        strategy: limits of upkeep and reserves.
    """

    bot: BotView
    finances: Finances
    strategy: Strategy

    @property
    def reserve(self) -> float:
        """Credits kept in the treasury."""
        return self.strategy.weeks_kept * self.finances.bill + REPAIR_RESERVE

    def budget(self, left: float = 0.0) -> float:
        """Return the maximum weekly bills, if an amount is left in the treasury."""
        return self.strategy.upkeep * self.finances.income + left * self.strategy.spent_a_week

    def saves_for(self, names: Collection[str]) -> bool:
        """Return whether a design could be maintained, so that only its price is missing."""
        designs = {facts["name"]: facts for facts in self.bot.view["designs"]}
        return any(
            self.finances.can_keep(designs[name]["upkeep"], self.budget())
            for name in names
            if name in designs
        )

    def fortify(self, worlds: Collection[str] = ()) -> None:
        """Buy fixed defences, for the richest worlds first; `worlds` have priority."""
        bot = self.bot
        forts = [d for d in bot.view["designs"] if d["navy"] and not d["ftl"]]
        at_start = bot.view["commissioning"]
        if not forts:
            return
        best = min(forts, key=lambda d: (d["points"], d["name"]))
        price = best["points"] / 2 if at_start else best["points"]
        room = {
            name: facts["defence_limit"] - facts["defence_points"]
            for name, facts in bot.own_worlds.items()
            if not bot.worlds[name]["controlled"]
        }
        bought: dict[str, int] = {}
        while bot.credits / 100 - price >= self.reserve:
            fitting = [name for name in room if room[name] >= best["points"]]
            if not fitting:
                break
            name = max(fitting, key=lambda w: (w in worlds, room[w], w))
            bot.spend(price)
            room[name] -= best["points"]
            bought[name] = bought.get(name, 0) + 1
        for name, count in bought.items():
            bot.order("DEFEND", name, "BUY", best["name"], count)

    def buy(self, world: str, names: Collection[str], maximum: int = 3, group: str = "") -> bool:
        """Buy the first affordable and maintainable design, up to `maximum` times.

        `group` is the name of their new group. Returns whether anything was bought.
        """
        bot, finances, bought = self.bot, self.finances, False
        if not world or not bot.is_open(world):
            return False
        designs = {facts["name"]: facts for facts in bot.view["designs"]}
        for _ in range(maximum):
            for design in (designs[name] for name in names if name in designs):
                surplus = bot.credits / 100 - design["price"] - self.reserve
                if surplus >= 0 and finances.plan_for(design["upkeep"], self.budget(surplus)):
                    bot.spend(design["price"])
                    suffix = ("AS", group) if group else ()
                    bot.order("BUY", design["name"], "AT", world, *suffix)
                    bought = True
                    break
        return bought
