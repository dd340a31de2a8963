"""Bots: `random` gives any legal orders, the others play to win.

Each of `settler`, `expander` and `conqueror` beats the previous one far more often than not.
"""

from __future__ import annotations

from horizons_core.bots import Bot
from horizons_core.turn import VariantRules
from variants.galaxy_g.bots.random import RandomBot
from variants.galaxy_g.bots.situation import CONQUEROR, EXPANDER, SETTLER
from variants.galaxy_g.bots.strategic import StrategicBot


def bots(variant: VariantRules) -> dict[str, Bot]:
    """The bots by name, weakest first; they use the game's economy and combat, including mods."""
    strategies = {"settler": SETTLER, "expander": EXPANDER, "conqueror": CONQUEROR}
    return {
        "random": RandomBot(),
        **{
            name: StrategicBot(strategy, variant.economy, variant.combat)
            for name, strategy in strategies.items()
        },
    }
