"""The post-arrival step: what is done when ships have arrived (FH-ORDER-013)."""

from __future__ import annotations

from collections.abc import Mapping

from variants.far_horizons.rules import diplomacy
from variants.far_horizons.rules.auto import auto, forget
from variants.far_horizons.rules.dispatch import Handler, carry_out, section
from variants.far_horizons.rules.loading import load_waiting
from variants.far_horizons.rules.order_handlers import EITHER
from variants.far_horizons.rules.teaching import teach
from variants.far_horizons.rules.telescopes import forget_used, telescope_of
from variants.far_horizons.rules.terraforming import terraform
from variants.far_horizons.step_context import Desk

HANDLERS: Mapping[str, Handler] = {
    **diplomacy.HANDLERS,
    **EITHER,
    "AUTO": auto,
    "TEACH": teach,
    "TERRAFORM": terraform,
}


def run(desk: Desk) -> None:
    """Carry out the post-arrival orders of all species, in the order of their numbers."""
    handlers = {**HANDLERS, "TELESCOPE": telescope_of(desk)}
    for species in desk.game.empires:
        given = section(desk, species, "POST-ARRIVAL")
        forget(desk, species, given=given is not None)
        forget_used(desk, species)
        desk.title(species, "Post-arrival orders:", later=given is None)
        load_waiting(desk, species)
        if given is not None:
            carry_out(desk, species, given, handlers)
