"""Starting capital: fifty weeks of the income of a player's worlds with trade (C2E-4.2-01).

Before play nothing is blocked, and Luxuries have their fixed value (C2E-2.6-03).
"""

from __future__ import annotations

from attrs import evolve

from horizons_core.sums import int_sum
from variants.campaign2e.constants import LUXURIES_FIXED
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, World
from variants.campaign2e.model.worlds import LUXURIES
from variants.campaign2e.rules.income import income_of
from variants.campaign2e.rules.trade_routes import TradeRoutes, trade_routes
from variants.campaign2e.setup.forces import CAPITAL_WEEKS
from variants.campaign2e.setup.trade_plan import best_pairs


def fixed_routes(game: Campaign) -> TradeRoutes:
    """Return the current trade routes, with Luxuries at their fixed value."""
    routes = trade_routes(game)
    worlds = {
        name: evolve(world, die=LUXURIES_FIXED) if world.resource == LUXURIES else world
        for name, world in routes.worlds.items()
    }
    return evolve(routes, worlds=worlds)


def plan_trades(game: Campaign, player: str, economy: Logistics) -> list[tuple[World, World]]:
    """Pair a player's worlds without a partner for the highest total income (C2E-1.3-11)."""
    routes = fixed_routes(game)

    def added(a: World, b: World) -> int:
        if not routes.can_trade(a, b):
            return 0
        first, second = routes.worlds[a.id], routes.worlds[b.id]
        on_lane = routes.on_open_lane(a, b)
        return int_sum(economy.trade_added(world, on_lane=on_lane) for world in (first, second))

    pairs = best_pairs([world for world in game.worlds_of(player) if not world.partner], added)
    for a, b in pairs:
        a.partner, b.partner = b.id, a.id
    return pairs


def weekly_income(game: Campaign, player: str, economy: Logistics) -> int:
    """Return the weekly income of a player with the agreed trades, in hundredths (C2E-4.2-01)."""
    routes = fixed_routes(game)
    percent = round(100 * game.options["income"])
    return int_sum(
        income_of(economy, routes, world, percent=percent).total
        for world in routes.worlds.values()
        if world.owner == player
    )


def starting_capital(income: int) -> int:
    """Return fifty times the weekly income (C2E-4.2-01)."""
    return CAPITAL_WEEKS * income
