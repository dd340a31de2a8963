"""Strategic bots: they pair worlds for trade, maintain their fleets, and some fight.

They know only their own reports, and remember only the names of their groups. Modules: `board`
(the report's contents), `chart` (routes), `purse` (bills), `trading` with `partners`, `household`
(budget), `scouting` (visits to neutral worlds), `yard` (purchases), `mending`, `home_fleet`, `war`
with `targets`, and `opening` (the set-up).
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.campaign2e.battle.odds import CachedOdds
from variants.campaign2e.bots import home_fleet, mending, muster, opening, scouting
from variants.campaign2e.bots.board import BotView
from variants.campaign2e.bots.chart import RouteMap
from variants.campaign2e.bots.household import Finances
from variants.campaign2e.bots.purse import Bills
from variants.campaign2e.bots.strategy import Strategy
from variants.campaign2e.bots.trading import Trades
from variants.campaign2e.bots.war import War
from variants.campaign2e.bots.yard import PurchasePlan
from variants.campaign2e.economy import Logistics
from variants.campaign2e.rules.claims import NEWCOMERS_WORLDS
from variants.campaign2e.rules.setup_rounds import AGREEMENTS, FORCES, WORLDS


@frozen
class StrategicBot:
    """A strategic bot, described in the module. It uses no dice.

    Its estimates of battles are shared by all games, and reveal nothing about any of them.
    """

    strategy: Strategy
    economy: Logistics
    odds: CachedOdds

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - part of the protocol
        bot = BotView.of(view, self.economy)
        if view["waits"]:
            return ""
        if view["arriving"]:
            opening.begin_on(bot, NEWCOMERS_WORLDS)
            return bot.text()
        if view["round"] == WORLDS:
            opening.pair(bot)
            return bot.text()
        routes, bills = RouteMap.of(view), Bills.of(bot)
        trades = Trades.of(bot, routes, bills)
        if view["round"] in (0, AGREEMENTS):
            opening.ally(bot, self.strategy.navy)
            trades.improve()
            trades.propose()
        access = trades.access(trades.partners)
        finances = Finances(bot, bills, trades.income(trades.partners), access)
        strategy = self.strategy
        purchases = PurchasePlan(bot, finances, strategy)
        home = home_fleet.capital_of(bot)
        if view["round"] == FORCES:
            weekly = strategy.upkeep_at_start * finances.income
            opening.commission(bot, home, strategy.forces, weekly, bills.factor(access))
            purchases.fortify()
        elif not view["round"]:
            _play(self, bot, routes, purchases, home)
        return bot.text()


def _play(
    strategic_bot: StrategicBot, bot: BotView, routes: RouteMap, purchases: PurchasePlan, home: str
) -> None:
    """Give a week's orders for fleets and money."""
    strategy = strategic_bot.strategy
    purchases.finances.cut_costs()
    mending.order_repairs(bot, purchases.reserve / 2)
    mending.load(bot)
    scouting.scout(bot, routes, scouting.unvisited(bot, routes, strategy.far))
    war = War.of(bot, routes, home, strategic_bot.odds)
    muster.organize(bot, fights=strategy.fights, continues_invasion=war.continues_invasion)
    if strategy.fights:
        war.send_fleets()
        home_fleet.guard(bot, routes, home, muster.homebound(bot))
        lander = war.invasion.lander() if war.missing_tonnes else None
        designs = strategy.warships if lander is None else (lander["name"],)
        if lander is not None:
            purchases.buy(home, designs, 1, muster.new_name(bot, muster.LANDING))
        else:
            purchases.buy(home, designs)
        if not purchases.saves_for(designs):
            purchases.fortify()
    else:
        home_fleet.guard(bot, routes, home, muster.movable(bot))
        purchases.fortify()
        purchases.buy(home, strategy.warships)
