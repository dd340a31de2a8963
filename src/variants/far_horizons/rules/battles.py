"""The combat and the strike phase (FH-STRIKE-001): see `variants.far_horizons.battle`."""

from __future__ import annotations

from variants.far_horizons.battle import phase
from variants.far_horizons.step_context import Desk


def combat(desk: Desk) -> None:
    """The combat phase, first of a turn."""
    phase.run(desk, "COMBAT", ("Combat orders:", "Combat log:"), strike=False)


def strikes(desk: Desk) -> None:
    """The strike phase, last of a turn."""
    phase.run(desk, "STRIKES", ("Strike orders:", "Strike log:"), strike=True)
