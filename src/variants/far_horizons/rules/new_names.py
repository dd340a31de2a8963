"""Requirements for names that orders give to planets, ships and starbases."""

from __future__ import annotations

from horizons_core.orders import Check, Order, Refusal
from variants.far_horizons.model import Species
from variants.far_horizons.model.written import WrittenName
from variants.far_horizons.step_context import StepContext, placed


def no_digit_first(argument: str, code: str, reason: str) -> Check:
    """Return a check that a new name does not begin with a digit (FH-CMD-003).

    Existing names of ships and starbases are exempt.
    """

    def check(context: StepContext, species: Species, order: Order) -> Refusal | None:
        written: WrittenName | None = order.get(argument)
        if written is None or written.word is None or not written.name[:1].isdigit():
            return None
        if context.names.ship(species, written):
            return None
        return placed(Refusal(code, reason, "a name may not begin with a digit"), written.piece)

    return check
