"""VISITED: a star system need not be visited any more (FH-VISITED-001)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Species
from variants.far_horizons.orders.words import Words
from variants.far_horizons.rules.jump_orders import sector, written
from variants.far_horizons.step_context import Refused, StepContext

MARKED = EventKind(
    "star-marked-visited",
    "    The star system at {sector} was marked as visited.",
    ("FH-VISITED-001",),
)


def visited(context: StepContext, species: Species, _order: Order, words: Words) -> None:
    """VISITED x y z."""
    there = sector(words, context.habits.unchecked_coordinates, "VISITED")
    if context.star(there) is None:
        reason = "There is no star system at these coordinates."
        raise Refused("no-star", reason, "the star map tells where stars are", words.piece)
    context.visit(species, there)
    context.tell(species, MARKED, sector=written(there))
