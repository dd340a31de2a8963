"""Delivery of messages (FH-MSG-001)."""

from __future__ import annotations

from horizons_core.model import EventKind
from variants.far_horizons.model import Species
from variants.far_horizons.model.transactions import TransactionKind
from variants.far_horizons.rules.inbox import SpeciesTransactions
from variants.far_horizons.step_context import StepContext

RECEIVED = EventKind(
    "message-received",
    "You received the following message from SP {sender}:",
    ("FH-MSG-001", "FH-MSG-003"),
)


def deliver(context: StepContext, species: Species, inbox: SpeciesTransactions) -> None:
    """Deliver the messages to a species, word for word, in the order of sending."""
    for deal in inbox.of(TransactionKind.MESSAGE):
        lines = context.game.letters.get(deal.facts["message"], ())
        text = "".join(f"{line}\n" for line in lines)
        context.tell(species, RECEIVED, sender=deal.facts["sender_name"], text=text)
