"""The post-arrival step, after ships have arrived (FH-ORDER-013)."""

from __future__ import annotations

from variants.far_horizons.rules.dispatch import carry_out, section
from variants.far_horizons.rules.loading import load_waiting
from variants.far_horizons.rules.telescopes import forget_used
from variants.far_horizons.step_context import StepContext


def run(context: StepContext) -> None:
    """Execute the post-arrival orders of all species, in the order of their numbers."""
    for species in context.game.empires:
        orders = section(context, species, "POST-ARRIVAL")
        species.auto = False  # it is valid for one order form (FH-AUTO-001)
        forget_used(species)
        load_waiting(context, species)
        if orders is not None:
            carry_out(context, species, orders)
