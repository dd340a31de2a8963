"""Purchases: defences without upkeep, and ships that the budget can maintain.

A ship costs its price once a year in upkeep, a fort never does: surplus money buys forts first,
and ships only while income clearly exceeds costs.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import define

from variants.campaign2e.bots.board import BotView
from variants.campaign2e.bots.household import Finances
from variants.campaign2e.bots.strategy import Strategy

#: Credits kept for repairs, in addition to some weeks of bills.
REPAIR_RESERVE = 40


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

    def buy(self, world: str, names: Collection[str], most: int = 3, group: str = "") -> bool:
        """Buy the first affordable and maintainable design, up to `most` times.

        `group` is the name of their new group. Returns whether anything was bought.
        """
        bot, finances, bought = self.bot, self.finances, False
        if not world or not bot.is_open(world):
            return False
        designs = {facts["name"]: facts for facts in bot.view["designs"]}
        for _ in range(most):
            for design in (designs[name] for name in names if name in designs):
                surplus = bot.credits / 100 - design["price"] - self.reserve
                if surplus >= 0 and finances.plan_for(design["upkeep"], self.budget(surplus)):
                    bot.spend(design["price"])
                    suffix = ("AS", group) if group else ()
                    bot.order("BUY", design["name"], "AT", world, *suffix)
                    bought = True
                    break
        return bought
