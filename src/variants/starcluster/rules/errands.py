"""Orders for fleets: a warning if an order replaces an earlier one of the turn (SC-MOV-004)."""

from __future__ import annotations

from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet

#: Key of a turn's notes: the last order by fleet and kind.
_FLEET_ORDERS = "fleet orders"


def note_fleet_order(
    context: TurnContext, empire: Empire, fleet: Fleet, order: Order, kind: str = ""
) -> None:
    """Record an order for a fleet; warn if it replaces an earlier one.

    Orders replace only others of the same kind: a fleet that moves may bombard on arrival.
    """
    orders: dict[tuple[str, str], Order] = context.notes.setdefault(_FLEET_ORDERS, {})
    earlier = orders.get((fleet.id, kind))
    orders[fleet.id, kind] = order
    if earlier is not None and earlier.text != order.text:
        message = f"this replaces the order {earlier.text} of {fleet.name} in line {earlier.line}"
        hint = "give a fleet only one of these orders a turn"
        context.refuse(empire.id, order, Refusal("replaced", message, hint, "fleet", "warning"))


def forget_fleet_orders(context: TurnContext, fleet: Fleet, kind: str | None = None) -> None:
    """Forget the orders of a fleet that was stopped, or those of a kind."""
    orders: dict[tuple[str, str], Order] = context.notes.setdefault(_FLEET_ORDERS, {})
    for key in [key for key in orders if key[0] == fleet.id and kind in (None, key[1])]:
        del orders[key]
