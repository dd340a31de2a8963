"""The pre-departure step: what is done before ships leave (FH-ORDER-010)."""

from __future__ import annotations

from collections.abc import Mapping

from variants.far_horizons.desk import Desk
from variants.far_horizons.phases import diplomacy
from variants.far_horizons.phases.carrying_out import Handler, carry_out, section
from variants.far_horizons.phases.errands.around import EITHER
from variants.far_horizons.phases.errands.disbanding import disband
from variants.far_horizons.phases.errands.installing import install
from variants.far_horizons.phases.errands.starbases import base
from variants.far_horizons.phases.errands.unloading import unload

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
