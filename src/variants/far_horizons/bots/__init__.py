"""Bots: `auto` sends AUTO's drafts, `settler` settles, `raider` fights."""

from __future__ import annotations

from horizons_core.bots import Bot
from horizons_core.turn import VariantRules
from variants.far_horizons.bots.raider import RaiderBot
from variants.far_horizons.bots.settler import AutoBot, SettlerBot
from variants.far_horizons.economy import Economy


def bots(variant: VariantRules) -> dict[str, Bot]:
    """Return the bots by name; they calculate with the game's economy, including its mods."""
    economy: Economy = variant.economy
    return {
        "auto": AutoBot(economy),
        "raider": RaiderBot(economy),
        "settler": SettlerBot(economy),
    }
