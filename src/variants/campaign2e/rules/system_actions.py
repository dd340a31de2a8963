"""Step 5: actions of ships in systems, after all battles of contact (C2E-1.5-03).

An offensive takes control of a system first and attacks the planet afterwards; control gained this
week suffices for an attack of this week (C2E-7.1-01).
"""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.campaign2e.rules import (
    abstract_attacks,
    assaults,
    control,
    engagements,
    interdiction,
    peacekeeping,
    raids,
)


def run(context: TurnContext) -> None:
    """Resolve attacks on worlds, defences, control, planetary attacks, peacekeeping, blockades.

    A forecast knows nothing about the other side, so it only checks the orders.
    """
    if not context.forecast:
        interdiction.clear(context.game)
    context.carry_out("ATTACK WORLD")
    abstract_attacks.carry_out(context)
    context.carry_out("ENGAGE DEFENCES")
    if not context.forecast:
        engagements.run(context)
        control.settle(context)
    context.carry_out("BOMBARD")  # before any landing (C2E-7.3-01)
    context.carry_out("LAND")
    assaults.run(context)
    context.carry_out("PEACEKEEP")
    peacekeeping.run(context)
    context.carry_out("INTERDICT", "RAID", "NORAID")
    if not context.forecast:
        interdiction.settle(context)
        raids.settle(context)
