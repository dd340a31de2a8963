"""The Imperial Treasury, never negative, and orders paid from it (SC-ECO-005, SC-ECO-006).

Debts are kept in `Empire.deficit` until the next income or the liquidation covers them. Non-player
races never have debts.
"""

from __future__ import annotations

from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.model import Empire, Starcluster


def balance(empire: Empire) -> int:
    """The money of an empire less its debts, in hundredths of an MC."""
    return empire.stock.get(TREASURY, 0) - empire.deficit


def credit(
    context: TurnContext[Starcluster],
    empire: Empire,
    amount: int,
    purpose: str,
    rules: tuple[str, ...],
) -> None:
    """Credit an empire with money; debts are paid from it at once."""
    context.post(empire, TREASURY, amount, purpose, rules)
    settled = min(empire.deficit, empire.stock.get(TREASURY, 0))
    if settled:
        context.post(empire, TREASURY, -settled, "what was owed", ("SC-ECO-006",))
        empire.deficit -= settled


def charge(
    context: TurnContext[Starcluster],
    empire: Empire,
    amount: int,
    purpose: str,
    rules: tuple[str, ...],
) -> None:
    """Charge a required payment; money that the treasury lacks is owed."""
    paid = min(amount, empire.stock.get(TREASURY, 0))
    context.post(empire, TREASURY, -paid, purpose, rules)
    if not empire.npr:
        empire.deficit += amount - paid


#: An order that ends with STOP ends something and is carried out before required payments.
_STOP = "STOP"


def pay(
    context: TurnContext[Starcluster],
    empire: Empire,
    price: int,
    purpose: str,
    rules: tuple[str, ...],
) -> None:
    """Pay for something; raises Refused if the treasury would become negative (SC-ECO-005).

    Args:
        context: the turn.
        empire: the payer.
        price: hundredths of an MC.
        purpose: purpose as text, for the account and the refusal.
        rules: the clauses that set the price.
    """
    left = empire.stock[TREASURY]
    if price > left:
        message = f"{purpose}: {price / MC:.2f} MC, but the treasury has {left / MC:.2f}"
        raise Refused(Refusal("too-expensive", message, "order less, or wait for more income"))
    context.post(empire, TREASURY, -price, purpose, rules)


def affordable_number(empire: Empire, price: int, number: int) -> int:
    """The number of items that the treasury can pay at a price, up to a requested number."""
    return min(number, empire.stock[TREASURY] // price) if price else number


def end_projects_first(context: TurnContext[Starcluster]) -> dict[str, list[Order]]:
    """Carry out orders that end projects and return the others, by empire."""
    left: dict[str, list[Order]] = {}
    for empire in context.game.empires:
        orders = context.take_orders(empire.id)
        carry_out(context, empire, [order for order in orders if _ends(order)])
        left[empire.id] = [order for order in orders if not _ends(order)]
    return left


def carry_out(context: TurnContext[Starcluster], empire: Empire, orders: list[Order]) -> None:
    """Carry out an empire's orders as written."""
    for order in orders:
        context.carry_out_one(empire, order)


def _ends(order: Order) -> bool:
    return order.text.split()[-1].upper() == _STOP
