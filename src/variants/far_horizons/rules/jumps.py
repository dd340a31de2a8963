"""The JUMPS step: ships jump, move and go through wormholes (facts, section 6)."""

from __future__ import annotations

from variants.far_horizons.rules.dispatch import carry_out, section
from variants.far_horizons.rules.transit import release
from variants.far_horizons.step_context import StepContext


def run(context: StepContext) -> None:
    """Carry out all jump orders; ships in transit from a battle follow (FH-TURN-003).

    Species with a jump section come first, in the order of their numbers, each with its orders and
    then its ships in transit; the ships in transit of the other species follow.
    """
    without_orders = []
    for species in context.game.empires:
        orders = section(context, species, "JUMPS")
        if orders is None:
            without_orders.append(species)
            continue
        carry_out(context, species, orders)
        release(context, species)
    for species in without_orders:
        release(context, species)
