"""The pre-departure step: what is done before ships leave (FH-ORDER-010)."""

from __future__ import annotations

from variants.far_horizons.rules.dispatch import carry_out, section
from variants.far_horizons.step_context import Desk


def run(desk: Desk) -> None:
    """Carry out the pre-departure orders of all species, in the order of their numbers."""
    for species in desk.game.empires:
        given = section(desk, species, "PRE-DEPARTURE")
        if given is not None:
            desk.title(species, "Pre-departure orders:")
            carry_out(desk, species, given)
