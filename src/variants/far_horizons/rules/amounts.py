"""Amounts in production orders: 0 is the balance, too much is cut.

(FH-ZERO-001, FH-ZERO-002, FH-BUILD-003)
"""

from __future__ import annotations

from horizons_core.orders import Order
from variants.far_horizons.orders.words import Words
from variants.far_horizons.rules.production_state import Works
from variants.far_horizons.step_context import Refused


def amount_of(words: Words) -> int | None:
    """The next number; None if there is none. A negative one is refused (FH-CMD-004)."""
    amount = words.number()
    if amount is not None and amount < 0:
        raise missing_amount(words)
    return amount


def missing_amount(words: Words) -> Refused:
    """An order lacks its amount, or has one that cannot be."""
    hint = "amounts are whole numbers; 0 is the balance of the planet"
    return Refused("no-amount", "Invalid or missing amount.", hint, words.piece)


def comes_to_nothing(works: Works, order: Order) -> None:
    """An amount of 0 found nothing: the log says nothing of it (FH-ZERO-004)."""
    works.context.note(works.species, order, "nothing", "nothing is left for this order")


def substitute(works: Works, order: Order, what: str, less: int, more: int) -> None:
    """A number was cut to what is there."""
    reason = f"Insufficient {what}. Substituting {less} for {more}."
    works.context.adjust(works.species, order, "cut", reason)
