"""Step 2: orders in their sequence, player by player, then agreements (C2E-1.5-03)."""

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
    """Carry out the orders of players; during the set-up those of its round."""
    if RESUMED in context.notes:
        if context.game.plays_by("1.1.0"):
            groups.postpone_late(context)
        drop_orders(context)
        return
    spares.bring(context)
    context.carry_out("APPROVE", "REFUSE")  # first, so that approved equipment can be used at once
    newcomers.carry_out_first_orders(context)
    context.carry_out()
    approvals.answer_postponed(context)
    stances.settle(context)
    trade.settle(context)
    deals.settle(context)
    reconstruction.settle(context)
    payments.settle(context)
    newcomers.equip_newcomers(context)
