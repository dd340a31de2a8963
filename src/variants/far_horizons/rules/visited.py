"""VISITED: marks a star system as visited (FH-VISITED-001)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Sector, Species
from variants.far_horizons.rules.jump_orders import format_sector
from variants.far_horizons.step_context import OrderRefused, StepContext

MARKED = EventKind(
    "star-marked-visited",
    "The star system at {sector} was marked as visited.",
    ("FH-VISITED-001",),
)


def visited(context: StepContext, species: Species, order: Order) -> None:
    """VISITED x y z."""
    sector: Sector = order["sector"]
    if context.star(sector) is None:
        reason = "There is no star system at these coordinates."
        raise OrderRefused("no-star", reason, "the star map shows where stars are", "sector")
    context.visit(species, sector)
    context.tell(species, MARKED, sector=format_sector(sector))
