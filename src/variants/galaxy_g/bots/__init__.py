"""Two players that are programs: `random` gives any legal orders, `expander` plays to win."""

from __future__ import annotations

from horizons_core.bots import Bot
from horizons_core.turn import VariantRules
from variants.galaxy_g.bots.expander import ExpanderBot
from variants.galaxy_g.bots.random import RandomBot


def bots(variant: VariantRules) -> dict[str, Bot]:
    """The bots by name; the expander knows the game's economy and combat, mods and all."""
    return {
        "random": RandomBot(),
        "expander": ExpanderBot(variant.economy, variant.combat),
    }
