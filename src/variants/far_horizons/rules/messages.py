"""MESSAGE: a message to another species, under the sender's name."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from variants.far_horizons.model import Species
from variants.far_horizons.model.transactions import TransactionKind, transaction
from variants.far_horizons.step_context import StepContext

MESSAGE_SENT = EventKind("message-sent", "A message was sent to SP {name}.", ("FH-MSG-001",))
#: Messages have numbers from 100,001 on.
_FIRST, _SIDES = 100_000, 32_000


def message(context: StepContext, species: Species, order: Order) -> None:
    """MESSAGE SP name, and lines of text up to ZZZ."""
    other: Species = order["species"]
    number = _free_number(context, species)
    context.game.letters[number] = list(order.get("lines", ()))
    context.tell(species, MESSAGE_SENT, name=other.name)
    context.deal(
        transaction(
            TransactionKind.MESSAGE,
            sender=species.number,
            sender_name=species.name,  # FH-MSG-003
            recipient=other.number,
            recipient_name=other.name,
            message=number,
        )
    )


def species_met(_context: StepContext, species: Species, order: Order) -> Refusal | None:
    """Refuse messages to species that were not met (FH-MSG-001)."""
    if order["species"].id in species.met:
        return None
    reason = "You can't send a MESSAGE to a species you haven't met."
    return Refusal("not-met", reason, argument="species")


def _free_number(context: StepContext, species: Species) -> int:
    """Return a number unused this turn; if all draws are used, the next one."""
    dice = context.chance.dice("message", species.number)
    for _ in range(_SIDES):
        number = _FIRST + dice(_SIDES)
        if number not in context.game.letters:
            return number
    used: list[int] = [*context.game.letters]
    return max(used) + 1
