"""Step 5: what ships do in systems, after all battles of contact (C2E-1.5-03).

An offensive takes control of a system first, and attacks the planet after that; control that was
won this week is good for an attack of this week (C2E-7.1-01).
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
    """Attacks on worlds, defences and control, planetary attacks, peacekeeping, blockades.

    A forecast knows nothing of those whom such acts meet: it reads the orders, and no more.
    """
    if not context.forecast:
        interdiction.forget(context.game)
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
