"""Step 2: orders as they are written, player by player, then what needs two (C2E-1.5-03)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.campaign2e.rules import (
    approvals,
    deals,
    groups,
    newcomers,
    payments,
    reconstruction,
    spares,
    stances,
    trade,
)
from variants.campaign2e.rules.weeks import RESUMED, drop_orders


def run(context: TurnContext) -> None:
    """Carry out what players order for their realms; in the set-up, what its round allows."""
    if RESUMED in context.notes:
        if context.game.plays_by("1.1.0"):
            groups.put_off_late(context)
        drop_orders(context)
        return
    spares.bring(context)
    context.carry_out("APPROVE", "REFUSE")  # so that what is approved can be used at once
    newcomers.carry_out_first_orders(context)
    context.carry_out()
    approvals.answer_the_rest(context)
    stances.settle(context)
    trade.settle(context)
    deals.settle(context)
    reconstruction.settle(context)
    payments.settle(context)
    newcomers.equip_newcomers(context)
