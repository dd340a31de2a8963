"""The pre-departure step, before ships leave."""

from __future__ import annotations

from variants.far_horizons.rules.dispatch import carry_out, section
from variants.far_horizons.step_context import StepContext


def run(context: StepContext) -> None:
    """Execute the pre-departure orders of all species by their numbers (FH-ORDER-010)."""
    for species in context.game.empires:
        orders = section(context, species, "PRE-DEPARTURE")
        if orders is not None:
            carry_out(context, species, orders)
