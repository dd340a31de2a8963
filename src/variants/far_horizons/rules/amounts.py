"""Amounts in production orders: 0 is the balance, larger amounts are reduced.

(FH-ZERO-001, FH-ZERO-002, FH-BUILD-003)
"""

from __future__ import annotations

from horizons_core.orders import Order
from variants.far_horizons.model import Species
from variants.far_horizons.rules.production_state import SpeciesProduction
from variants.far_horizons.step_context import OrderRefused, StepContext


def order_amount(_context: StepContext, _species: Species, order: Order, argument: str) -> int:
    """Return the amount of an order; refuses a missing or negative one (FH-CMD-004)."""
    amount: int | None = order[argument]
    if amount is None or amount < 0:
        raise missing_amount(argument)
    return amount


def missing_amount(argument: str) -> OrderRefused:
    """Create the refusal of a missing or impossible amount."""
    hint = "amounts are whole numbers; 0 is the balance of the planet"
    return OrderRefused("no-amount", "Invalid or missing amount.", hint, argument)


def note_nothing_left(production: SpeciesProduction, order: Order, lacking: str = "") -> None:
    """Note that nothing is left for an order; the log is silent about it (FH-ZERO-004).

    `lacking` says what is missing, if it is not the balance of the planet.
    """
    planet = f"PL {production.open_planet.colony.name}"
    message = lacking or f"the balance of {planet} is used up"
    production.context.note(production.species, order, "nothing", f"{message}: nothing is done")


def substitute(
    production: SpeciesProduction, order: Order, noun: str, less: int, more: int
) -> None:
    """Report that a number was reduced to what is available."""
    reason = f"Insufficient {noun}. Substituting {less} for {more}."
    production.context.adjust(production.species, order, "cut", reason)
