"""Bots: `random` gives legal orders, `greedy` plays to win, `admiral` ends games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import Variant
from horizons_core.bots import Bot, RandomBot
from variants.event_horizon.bots.admiral import AdmiralBot
from variants.event_horizon.bots.greedy import GreedyBot


def bots(variant: Variant[Any]) -> Mapping[str, Bot]:
    """Return the bots of a game by these rules."""
    return {
        "random": RandomBot(variant),
        "greedy": GreedyBot(variant.economy),
        "admiral": AdmiralBot(variant.economy),
    }
