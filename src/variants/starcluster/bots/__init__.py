"""Bots: `random`, `settler` and `admiral`.

`random` gives legal orders, `settler` explores, settles and researches, and `admiral` also wages
war. Each beats the previous one far more often than not.
"""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.bots import Bot
from horizons_core.turn import VariantRules
from variants.starcluster.bots.random import RandomBot
from variants.starcluster.bots.strategic import AdmiralBot, SettlerBot


def bots(variant: VariantRules) -> Mapping[str, Bot]:
    """The bots of a game by these rules, the weakest first."""
    return {
        "random": RandomBot(variant),
        "settler": SettlerBot(variant.economy),
        "admiral": AdmiralBot(variant.economy, variant.combat),
    }
