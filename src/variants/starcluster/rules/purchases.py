"""Purchases: what a turn's orders cost, paid from the Imperial Treasury (SC-ECO-005)."""

from __future__ import annotations

from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.model import Empire

#: Where STOP stands in an order, the order ends something and comes before what must be paid.
_STOP = "STOP"


def pay(
    context: TurnContext, empire: Empire, price: int, what_for: str, rules: tuple[str, ...]
) -> None:
    """Pay for something; raises Refused if the treasury would become negative (SC-ECO-005).

    Args:
        context: the turn.
        empire: who pays.
        price: hundredths of a MC.
        what_for: in words, for the account and the refusal.
        rules: the clauses that set the price.
    """
    left = empire.stock[TREASURY]
    if price > left:
        message = f"{what_for}: {price / MC:.2f} MC, and the treasury has {left / MC:.2f}"
        raise Refused(Refusal("too-dear", message, "order less, or earn it first"))
    context.post(empire, TREASURY, -price, what_for, rules)


def affordable(empire: Empire, price: int, number: int) -> int:
    """How many things of a price the treasury pays, of a number that is wanted."""
    return min(number, empire.stock[TREASURY] // price) if price else number


def end_first(context: TurnContext) -> dict[str, list[Order]]:
    """Carry out the orders that end projects; the others are the answer, by empire."""
    left: dict[str, list[Order]] = {}
    for empire in context.game.empires:
        orders = context.take_orders(empire.id)
        carry_out(context, empire, [order for order in orders if _ends(order)])
        left[empire.id] = [order for order in orders if not _ends(order)]
    return left


def carry_out(context: TurnContext, empire: Empire, orders: list[Order]) -> None:
    """Carry out an empire's orders as written."""
    for order in orders:
        context.carry_out_one(empire, order)


def _ends(order: Order) -> bool:
    return order.text.split()[-1].upper() == _STOP
