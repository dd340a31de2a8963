"""Bots: `random` gives legal orders, `auto` AUTO's drafts; `settler` settles, `raider` fights."""

from __future__ import annotations

from typing import Any, cast

from horizons_core import Variant
from horizons_core.bots import Bot, RandomBot
from variants.far_horizons.bots.raider import RaiderBot
from variants.far_horizons.bots.settler import AutoBot, SettlerBot
from variants.far_horizons.economy import Economy


def bots(variant: Variant[Any]) -> dict[str, Bot]:
    """Return the bots by name; they calculate with the game's economy, including its mods."""
    economy = cast(Economy, variant.economy)
    return {
        "random": RandomBot(variant),
        "auto": AutoBot(economy),
        "raider": RaiderBot(economy),
        "settler": SettlerBot(economy),
    }
