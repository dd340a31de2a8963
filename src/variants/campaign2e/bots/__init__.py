"""Bots: `random` gives random orders, `trader` focuses on trade, `raider` conquers.

Each one usually beats its predecessor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from horizons_core import Variant
from horizons_core.bots import Bot, RandomBot
from variants.campaign2e.battle.odds import CachedOdds
from variants.campaign2e.bots.strategic import StrategicBot
from variants.campaign2e.bots.strategy import RAIDER, TRADER
from variants.campaign2e.combat import Resolver
from variants.campaign2e.economy import Logistics

#: Battles simulated per estimate: a real chance of 0.8 is then estimated as 0.74 to 0.86.
RUNS = 48


def bots(variant: Variant[Any]) -> Mapping[str, Bot]:
    """Return the bots for a campaign with these rules, weakest first."""
    economy, combat = cast(Logistics, variant.economy), cast(Resolver, variant.combat)
    odds = CachedOdds(combat, RUNS)
    return {
        "random": RandomBot(variant),
        "trader": StrategicBot(TRADER, economy, odds),
        "raider": StrategicBot(RAIDER, economy, odds),
    }
