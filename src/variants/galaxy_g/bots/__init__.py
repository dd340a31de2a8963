"""Bots: `random` gives any legal orders, the others play to win.

Each of `settler`, `expander` and `conqueror` beats the previous one far more often than not.
"""

from __future__ import annotations

from typing import Any

from horizons_core import Variant
from horizons_core.bots import Bot, RandomBot
from horizons_core.turn import VariantRules
from variants.galaxy_g.bots.situation import CONQUEROR, EXPANDER, SETTLER
from variants.galaxy_g.bots.strategic import StrategicBot
from variants.galaxy_g.combat import formulas_of


def bots(variant: Variant[Any]) -> dict[str, Bot]:
    """The bots by name, weakest first; they use the game's economy and combat, including mods."""
    rules: VariantRules = variant
    strategies = {"settler": SETTLER, "expander": EXPANDER, "conqueror": CONQUEROR}
    combat = formulas_of(variant.combat)
    return {
        "random": RandomBot(variant),
        **{
            name: StrategicBot(strategy, rules.economy, combat)
            for name, strategy in strategies.items()
        },
    }
