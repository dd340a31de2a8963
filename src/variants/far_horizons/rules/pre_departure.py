"""The pre-departure step: what is done before ships leave (FH-ORDER-010)."""

from __future__ import annotations

from collections.abc import Mapping

from variants.far_horizons.rules import diplomacy
from variants.far_horizons.rules.disbanding import disband
from variants.far_horizons.rules.dispatch import Handler, carry_out, section
from variants.far_horizons.rules.installation import install
from variants.far_horizons.rules.order_handlers import EITHER
from variants.far_horizons.rules.starbases import base
from variants.far_horizons.rules.unloading import unload
from variants.far_horizons.step_context import Desk

HANDLERS: Mapping[str, Handler] = {
    **diplomacy.HANDLERS,
    **EITHER,
    "BASE": base,
    "DISBAND": disband,
    "INSTALL": install,
    "UNLOAD": unload,
}


def run(desk: Desk) -> None:
    """Carry out the pre-departure orders of all species, in the order of their numbers."""
    for species in desk.game.empires:
        given = section(desk, species, "PRE-DEPARTURE")
        if given is not None:
            desk.title(species, "Pre-departure orders:")
            carry_out(desk, species, given, HANDLERS)
