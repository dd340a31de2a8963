"""Step 1: the orders of all players but C, G, N and T (GG-SEQ-001)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.galaxy_g import commands
from variants.galaxy_g.commands import groups


def run(context: TurnContext) -> None:
    commands.carry_out(context, commands.OPTIONS)
    commands.carry_out(context, commands.ORDERS)
    groups.hand_over(context)
