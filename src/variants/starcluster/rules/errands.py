"""One errand a fleet and turn: an order that ends what another began says so (SC-MOV-004)."""

from __future__ import annotations

from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet

#: In a turn's notes: by fleet and kind, the order that it was given last.
_GIVEN = "errands"


def note_errand(
    context: TurnContext, empire: Empire, fleet: Fleet, order: Order, kind: str = ""
) -> None:
    """Note what a fleet is told to do; warn if that ends what it was told before.

    Orders end others of the same kind alone: a fleet that moves may bombard on arrival.
    """
    given: dict[tuple[str, str], Order] = context.notes.setdefault(_GIVEN, {})
    earlier = given.get((fleet.id, kind))
    given[fleet.id, kind] = order
    if earlier is not None and earlier.text != order.text:
        message = f"{fleet.name} does this in the place of {earlier.text}, line {earlier.line}"
        hint = "give a fleet one of these orders a turn"
        context.refuse(empire.id, order, Refusal("replaced", message, hint, "fleet", "warning"))


def forget_errand(context: TurnContext, fleet: Fleet, kind: str | None = None) -> None:
    """A fleet that was told to stop, or to stop one kind of thing, may be told something else."""
    given: dict[tuple[str, str], Order] = context.notes.setdefault(_GIVEN, {})
    for key in [key for key in given if key[0] == fleet.id and kind in (None, key[1])]:
        del given[key]
