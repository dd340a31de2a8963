"""Step 2: upgrades, then new names; then identical groups merge (GG-SEQ-003, GG-GRP-004)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.galaxy_g import commands, grouping


def run(context: TurnContext) -> None:
    commands.carry_out(context, commands.UPGRADES)
    commands.carry_out(context, commands.RENAMES)
    for race in context.game.empires:
        grouping.merge(race)
