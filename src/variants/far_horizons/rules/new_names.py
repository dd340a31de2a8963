"""What a name must be that an order gives to a planet, a ship or a starbase."""

from __future__ import annotations

from horizons_core.orders import Check, Order, Refusal
from variants.far_horizons.model import Species
from variants.far_horizons.model.written import WrittenName
from variants.far_horizons.step_context import StepContext, placed


def no_digit_first(argument: str, code: str, reason: str) -> Check:
    """A check that a new name begins with no digit (FH-CMD-003).

    What a ship or starbase is called already may be written as it is.
    """

    def check(context: StepContext, species: Species, order: Order) -> Refusal | None:
        written: WrittenName | None = order.get(argument)
        if written is None or written.word is None or not written.name[:1].isdigit():
            return None
        if context.names.ship(species, written):
            return None
        return placed(Refusal(code, reason, "a name may not begin with a digit"), written.piece)

    return check
