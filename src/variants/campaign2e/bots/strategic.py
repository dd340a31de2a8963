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
        board = BotView.of(view, self.economy)
        if view["waits"]:
            return ""
        if view["arriving"]:
            opening.begin_on(board, NEWCOMERS_WORLDS)
            return board.text()
        if view["round"] == WORLDS:
            opening.pair(board)
            return board.text()
        chart, bills = RouteMap.of(view), Bills.of(board)
        trades = Trades.of(board, chart, bills)
        if view["round"] in (0, AGREEMENTS):
            opening.ally(board, self.strategy.navy)
            trades.improve()
            trades.propose()
        access = trades.access(trades.partners)
        household = Finances(board, bills, trades.income(trades.partners), access)
        plan = self.strategy
        yard = PurchasePlan(board, household, plan)
        home = home_fleet.capital_of(board)
        if view["round"] == FORCES:
            weekly = plan.upkeep_at_start * household.income
            opening.commission(board, home, plan.forces, weekly, bills.factor(access))
            yard.fortify()
        elif not view["round"]:
            _play(self, board, chart, yard, home)
        return board.text()


def _play(
    bot: StrategicBot, board: BotView, chart: RouteMap, yard: PurchasePlan, home: str
) -> None:
    """Give a week's orders for fleets and money."""
    plan = bot.strategy
    yard.household.save()
    mending.mend(board, yard.reserve / 2)
    mending.load(board)
    scouting.scout(board, chart, scouting.unvisited(board, chart, plan.far))
    war = War.of(board, chart, home, bot.odds)
    muster.muster(board, fights=plan.fights, goes_on=war.goes_on)
    if plan.fights:
        war.wage()
        home_fleet.guard(board, chart, home, muster.homebound(board))
        lander = war.invasion.lander() if war.missing_tonnes else None
        purchases = plan.warships if lander is None else (lander["name"],)
        if lander is not None:
            yard.buy(home, purchases, 1, muster.new_name(board, muster.LANDING))
        else:
            yard.buy(home, purchases)
        if not yard.saves_for(purchases):
            yard.fortify()
    else:
        home_fleet.guard(board, chart, home, muster.movable(board))
        yard.fortify()
        yard.buy(home, plan.warships)
