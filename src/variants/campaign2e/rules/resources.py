"""Access to resources (C2E-2.4)."""

from __future__ import annotations

from variants.campaign2e.model import Campaign, Player, World
from variants.campaign2e.model.worlds import RESOURCES
from variants.campaign2e.rules.trade_routes import TradeRoutes


def access(game: Campaign, routes: TradeRoutes, player: Player) -> list[str]:
    """Return the resources available to a player this week, in the order of C2E-2.4-02.

    They come from the player's worlds and their trade partners; one link serves the whole empire
    (C2E-2.4-03, C2E-10.2-01).
    """
    supplied = set()
    for world in game.worlds_of(player.id):
        supplied.add(_supplied_by(routes, world, player))
        link = routes.link(world)
        if link is not None:
            supplied.add(_supplied_by(routes, link.partner, player))
    return [resource for resource in RESOURCES if resource in supplied]


def _supplied_by(routes: TradeRoutes, world: World, player: Player) -> str:
    """Return the resource that a world supplies to a player; "" if blocked or controlled."""
    is_shut = world.controlled or routes.is_interdicted(world, player.id)
    return "" if is_shut else world.supplies
