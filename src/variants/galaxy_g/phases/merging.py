"""Step 12: identical groups are merged (GG-GRP-004)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.galaxy_g import grouping


def run(context: TurnContext) -> None:
    for race in context.game.empires:
        grouping.merge(race)
