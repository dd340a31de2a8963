"""Players that are programs: `random` is legal, `trader` lives by trade, `raider` conquers.

Each beats the one before it far more often than not.
"""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.bots import Bot
from horizons_core.turn import VariantRules
from variants.campaign2e.battle.odds import KnownOdds
from variants.campaign2e.bots.random import RandomBot
from variants.campaign2e.bots.strategic import StrategicBot
from variants.campaign2e.bots.strategy import RAIDER, TRADER

#: Battles by which the odds of an attack are estimated: four in five then mean 0.74 to 0.86.
RUNS = 48


def bots(variant: VariantRules) -> Mapping[str, Bot]:
    """The bots of a campaign by these rules, the weakest first."""
    odds = KnownOdds(variant.combat, RUNS)
    return {
        "random": RandomBot(variant),
        "trader": StrategicBot(TRADER, variant.economy, odds),
        "raider": StrategicBot(RAIDER, variant.economy, odds),
    }
