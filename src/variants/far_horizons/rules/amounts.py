"""Amounts in production orders: 0 is the balance, too much is cut.

(FH-ZERO-001, FH-ZERO-002, FH-BUILD-003)
"""

from __future__ import annotations

from horizons_core.orders import Order
from variants.far_horizons.model import Species
from variants.far_horizons.rules.production_state import Works
from variants.far_horizons.step_context import Refused, StepContext


def an_amount(_context: StepContext, _species: Species, order: Order, argument: str) -> int:
    """Finds the amount of an order; none, and a negative one, is refused (FH-CMD-004)."""
    amount: int | None = order[argument]
    if amount is None or amount < 0:
        raise missing_amount(argument)
    return amount


def missing_amount(argument: str) -> Refused:
    """An order lacks its amount, or has one that cannot be."""
    hint = "amounts are whole numbers; 0 is the balance of the planet"
    return Refused("no-amount", "Invalid or missing amount.", hint, argument)


def comes_to_nothing(works: Works, order: Order, lacking: str = "") -> None:
    """Nothing is left that an order could use: the log says nothing of it (FH-ZERO-004).

    `lacking` says what of, where it is not the balance of the planet.
    """
    planet = f"PL {works.here.colony.name}"
    said = lacking or f"nothing is left of the balance of {planet}"
    works.context.note(works.species, order, "nothing", f"{said}: nothing is done")


def substitute(works: Works, order: Order, what: str, less: int, more: int) -> None:
    """A number was cut to what is there."""
    reason = f"Insufficient {what}. Substituting {less} for {more}."
    works.context.adjust(works.species, order, "cut", reason)
