"""One errand a fleet and turn: an order that ends what another began says so (SC-MOV-004)."""

from __future__ import annotations

from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet

#: In a turn's notes: by fleet, the order that it was given last.
_GIVEN = "errands"


def note_errand(context: TurnContext, empire: Empire, fleet: Fleet, order: Order) -> None:
    """Note what a fleet is told to do; warn if that ends what it was told before."""
    given: dict[str, Order] = context.notes.setdefault(_GIVEN, {})
    earlier = given.get(fleet.id)
    given[fleet.id] = order
    if earlier is not None and earlier.text != order.text:
        message = f"{fleet.name} does this in the place of {earlier.text}, line {earlier.line}"
        hint = "give a fleet one of these orders a turn"
        context.refuse(empire.id, order, Refusal("replaced", message, hint, "fleet", "warning"))


def forget_errand(context: TurnContext, fleet: Fleet) -> None:
    """A fleet that was told to stop may be told something else."""
    context.notes.setdefault(_GIVEN, {}).pop(fleet.id, None)
