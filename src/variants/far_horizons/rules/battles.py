"""The combat and the strike phase (FH-STRIKE-001): see `variants.far_horizons.battle`."""

from __future__ import annotations

from variants.far_horizons.battle import phase
from variants.far_horizons.step_context import StepContext


def combat(context: StepContext) -> None:
    """The combat phase, first of a turn."""
    phase.run(context, "COMBAT", ("Combat orders:", "Combat log:"), strike=False)


def strikes(context: StepContext) -> None:
    """The strike phase, last of a turn."""
    phase.run(context, "STRIKES", ("Strike orders:", "Strike log:"), strike=True)
