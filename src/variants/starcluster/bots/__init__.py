"""Bots: `random`, `settler` and `admiral`.

`random` gives any legal orders, `settler` explores, settles and researches, and `admiral` also
wages war. Each beats the previous one far more often than not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from horizons_core import Variant
from horizons_core.bots import Bot, RandomBot
from variants.starcluster.bots.strategic import AdmiralBot, SettlerBot
from variants.starcluster.combat import Resolver
from variants.starcluster.economy import StarclusterEconomy


def bots(variant: Variant[Any]) -> Mapping[str, Bot]:
    """The bots for games under these rules, the weakest first."""
    economy = cast(StarclusterEconomy, variant.economy)
    return {
        "random": RandomBot(variant),
        "settler": SettlerBot(economy),
        "admiral": AdmiralBot(economy, cast(Resolver, variant.combat)),
    }
