"""Strategic bots, which trade and maintain their fleets, and some of which fight.

They know only their own reports, and remember only the names of their groups. Modules:
`bot_view` (the report's contents), `routes`, `trading` (with bills), `finances` (budget and
purchases), `fleets` (repairs and organization), `home_fleet` (with scouts), and `war` with
`attacks`.

Clauses: C2E-1.3-11.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.campaign2e.battle.odds import CachedOdds
from variants.campaign2e.bots import fleets, home_fleet
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.bots.finances import Finances, PurchasePlan
from variants.campaign2e.bots.routes import RouteMap
from variants.campaign2e.bots.strategy import Strategy
from variants.campaign2e.bots.trading import HEADINGS, Bills, Trades
from variants.campaign2e.bots.war import War
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Place, place_id, place_of
from variants.campaign2e.model.places import within
from variants.campaign2e.rules.setup_rounds import AGREEMENTS, FORCES, NEWCOMERS_WORLDS, WORLDS
from variants.campaign2e.setup.cards import default_pairs, hex_of
from variants.campaign2e.view.rows import Row, is_supply_ship

#: Value of a resource needed for maintenance, in points of income.
RESOURCE = 4
#: Radius around a pair's hex in which further worlds are named, and the number of worlds.
NEAR, WISHES = 2, 6


def order_pairs(bot: BotView) -> None:
    """Pair the cards for the best hits; name the best nearby worlds as alternatives."""
    worth = {place_of(name): _system_worth(world) for name, world in bot.worlds.items()}
    free = {at: value for at, value in worth.items() if not bot.worlds[place_id(at)]["owner"]}
    for red, black in default_pairs(bot.view["cards"], free):
        wishes = _preferred_systems(hex_of(red, black), free)
        if wishes:
            words = " OR ".join(wishes).split()
            bot.order("CLAIM", *words, "WITH", red, black)
        else:
            bot.order("PAIR", red, black)


def claim_worlds(bot: BotView, maximum: int) -> None:
    """Claim the best of the worlds reserved for a newcomer."""
    names: Sequence[str] = bot.view["arriving"]
    ranked = sorted(names, key=lambda name: (-_system_worth(bot.worlds[name]), name))
    for name in ranked[:maximum]:
        bot.order("CLAIM", name)


def ally_navy(bot: BotView, navy: str) -> None:
    """Name the allied navy: in the set-up, or in week 1 after an automatic set-up."""
    view = bot.view
    may_choose = view["round"] == AGREEMENTS or view.turn == 0
    if may_choose and not view["navy"]:
        bot.order("ALLY", "NAVY", navy)


def commission_forces(
    bot: BotView, home: str, shares: Mapping[str, int], weekly: float, factor: float
) -> None:
    """Commission ships in proportion, while a week's income of `weekly` maintains them."""
    designs = {facts["name"]: facts for facts in bot.view["designs"]}
    economy = bot.economy
    limits = {"COMMISSION": economy.fleet_points, "COMMISSION SUPPLY": economy.supply_points}
    count: dict[str, int] = {}
    while True:
        has_added = False
        for name, share in shares.items():
            design = designs.get(name)
            words = _design_kind(design) if design else ""
            if design is None or design["points"] > limits[words] or not home:
                continue
            cost = design["upkeep"] * factor
            is_enough = count.get(name, 0) >= share * (1 + min(count.values(), default=0))
            if is_enough or cost > weekly or not bot.spend(design["points"]):
                continue
            weekly -= cost
            limits[words] -= design["points"]
            count[name] = count.get(name, 0) + 1
            has_added = True
        if not has_added:
            break
    for name, number in count.items():
        bot.order(*_design_kind(designs[name]).split(), name, number, "AT", home)


def _design_kind(design: Row) -> str:
    return "COMMISSION SUPPLY" if is_supply_ship(design) else "COMMISSION"


def _system_worth(world: Row) -> int:
    return int(world["points"]) + (RESOURCE if world["resource"] in HEADINGS else 0)


def _preferred_systems(at: Place, free: Mapping[Place, int]) -> list[str]:
    """Return the free systems near a pair's hex, its own first, then by value."""
    nearby = [place for place in within(at, NEAR) if place in free]
    nearby.sort(key=lambda place: (place != at, -free[place], place))
    return [place_id(place) for place in nearby[:WISHES]]


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
            claim_worlds(bot, NEWCOMERS_WORLDS)
            return bot.text()
        if view["round"] == WORLDS:
            order_pairs(bot)
            return bot.text()
        routes, bills = RouteMap.of(view), Bills.of(bot)
        trades = Trades.of(bot, routes, bills)
        if view["round"] in (0, AGREEMENTS):
            ally_navy(bot, self.strategy.navy)
            trades.improve()
            trades.propose()
        access = trades.access(trades.partners)
        finances = Finances(bot, bills, trades.income(trades.partners), access)
        strategy = self.strategy
        purchases = PurchasePlan(bot, finances, strategy)
        home = home_fleet.capital_of(bot)
        if view["round"] == FORCES:
            weekly = strategy.upkeep_at_start * finances.income
            commission_forces(bot, home, strategy.forces, weekly, bills.factor(access))
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
    fleets.order_repairs(bot, purchases.reserve / 2)
    fleets.order_loads(bot)
    home_fleet.scout(bot, routes, home_fleet.unvisited(bot, routes, strategy.scout_radius))
    war = War.of(bot, routes, home, strategic_bot.odds)
    fleets.organize(bot, fights=strategy.fights, continues_invasion=war.continues_invasion)
    if strategy.fights:
        war.send_fleets()
        home_fleet.guard(bot, routes, home, fleets.homebound(bot))
        lander = war.invasion.lander() if war.missing_tonnes else None
        designs = strategy.warships if lander is None else (lander["name"],)
        if lander is not None:
            purchases.buy(home, designs, 1, fleets.new_group_name(bot, fleets.LANDING))
        else:
            purchases.buy(home, designs)
        if not purchases.saves_for(designs):
            purchases.fortify()
    else:
        home_fleet.guard(bot, routes, home, fleets.movable(bot))
        purchases.fortify()
        purchases.buy(home, strategy.warships)
