"""The JUMPS step: ships jump, move and go through wormholes (facts, section 6)."""

from __future__ import annotations

from variants.far_horizons.rules.dispatch import carry_out, section
from variants.far_horizons.rules.transit import release
from variants.far_horizons.step_context import StepContext


def run(context: StepContext) -> None:
    """Carry out all jump orders; ships in transit from a battle follow (FH-TURN-003).

    First come the species that have a jump section, in the order of their numbers, each with its
    orders and then its ships in transit; then the ships in transit of the others.
    """
    without = []
    for species in context.game.empires:
        given = section(context, species, "JUMPS")
        if given is None:
            without.append(species)
            continue
        carry_out(context, species, given)
        release(context, species)
    for species in without:
        release(context, species)
