"""Bots: `random` gives legal orders, `greedy` plays to win, `admiral` ends games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from horizons_core import Variant
from horizons_core.bots import Bot, RandomBot
from variants.event_horizon.bots.admiral import AdmiralBot
from variants.event_horizon.bots.greedy import GreedyBot
from variants.event_horizon.economy import Mining


def bots(variant: Variant[Any]) -> Mapping[str, Bot]:
    """Return the bots for games under these rules."""
    economy = cast(Mining, variant.economy)
    return {
        "random": RandomBot(variant),
        "greedy": GreedyBot(economy),
        "admiral": AdmiralBot(economy),
    }
