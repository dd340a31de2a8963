"""AUTO: the next order form is to be drafted (FH-AUTO-001)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Species
from variants.far_horizons.orders.words import Words
from variants.far_horizons.step_context import Desk

EXECUTED = EventKind("auto-executed", "    An AUTO order was executed.", ("FH-AUTO-001",))


def auto(desk: Desk, species: Species, order: Order, words: Words) -> None:  # noqa: ARG001
    """AUTO."""
    species.auto = True
    desk.tell(species, EXECUTED)


def forget(desk: Desk, species: Species, *, given: bool) -> None:
    """AUTO holds for one order form; in the engine, orders without this section keep it."""
    kept = desk.habits.lasting_auto and species.number in desk.orders
    if given or not kept:
        species.auto = False
