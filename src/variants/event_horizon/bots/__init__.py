"""Bots: `random` gives legal orders, `greedy` plays to win, `admiral` ends games."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.bots import Bot
from horizons_core.turn import VariantRules
from variants.event_horizon.bots.admiral import AdmiralBot
from variants.event_horizon.bots.greedy import GreedyBot
from variants.event_horizon.bots.random import RandomBot


def bots(variant: VariantRules) -> Mapping[str, Bot]:
    """Return the bots of a game by these rules."""
    return {
        "random": RandomBot(variant),
        "greedy": GreedyBot(variant.economy),
        "admiral": AdmiralBot(variant.economy),
    }
