"""Trade partners: willing worlds, and their part of the profit (C2E-10.1)."""

from __future__ import annotations

from variants.campaign2e.bots.board import BotView, Facts
from variants.campaign2e.bots.chart import RouteMap


def partners_of(bot: BotView, routes: RouteMap, world: str) -> list[str]:
    """Return the worlds that an owned world may be ordered to trade with (C2E-10.1-03).

    Worlds of the player must be pacified; neutral worlds must be known to be willing.
    """
    return [
        name
        for name in bot.worlds
        if name != world and routes.can_trade(world, name) and is_willing(bot, name)
    ]


def is_willing(bot: BotView, name: str) -> bool:
    """Return whether a trade order is accepted; the world's owner may still disagree."""
    world = bot.worlds[name]
    if world["yours"]:
        return bot.is_pacified(name)
    if world["owner"]:
        return True
    allegiance = world["allegiance"]
    if allegiance in (None, "war_zone"):
        return False
    return not (allegiance == "hostile" and world["power"] == bot.player)


def partner_share(neutral: Facts, me: str) -> float:
    """Return the part of the profit that a neutral world keeps (C2E-10.1-06)."""
    if neutral["allegiance"] == "friendly" and neutral["power"] == me:
        return 0.0
    return 2 / 3 if neutral["allegiance"] == "balkanised" else 0.5
