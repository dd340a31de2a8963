"""Access to resources (C2E-2.4)."""

from __future__ import annotations

from variants.campaign2e.model import Campaign, Player, World
from variants.campaign2e.model.worlds import RESOURCES
from variants.campaign2e.rules.trade_routes import TradeRoutes


def access(game: Campaign, routes: TradeRoutes, player: Player) -> list[str]:
    """The resources to which a player has access this week, in the order of C2E-2.4-02.

    Those of own worlds and of worlds that these trade with; one link serves the whole empire
    (C2E-2.4-03, C2E-10.2-01).
    """
    found = set()
    for world in game.worlds_of(player.id):
        found.add(_supplied_by(routes, world, player))
        link = routes.link(world)
        if link is not None:
            found.add(_supplied_by(routes, link.partner, player))
    return [resource for resource in RESOURCES if resource in found]


def _supplied_by(routes: TradeRoutes, world: World, player: Player) -> str:
    """What a world supplies a player: nothing under interdiction or hostile control."""
    is_shut = world.controlled or routes.is_interdicted(world, player.id)
    return "" if is_shut else world.supplies
