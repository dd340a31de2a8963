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
    sent = species.id in desk.heard or species.id in desk.notes.get("drafted", {})
    kept = desk.habits.lasting_auto and sent
    if given or not kept:
        species.auto = False
