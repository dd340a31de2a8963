"""AUTO: requests a draft of the next order form (FH-AUTO-001)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Species
from variants.far_horizons.step_context import StepContext

EXECUTED = EventKind("auto-executed", "An AUTO order was executed.", ("FH-AUTO-001",))


def auto(context: StepContext, species: Species, order: Order) -> None:  # noqa: ARG001
    """AUTO; words behind it are not read (FH-CMD-015)."""
    species.auto = True
    context.tell(species, EXECUTED)
