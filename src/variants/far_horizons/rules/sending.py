"""SEND: economic units for another species (FH-SEND-001)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Species
from variants.far_horizons.model.transactions import TransactionKind, transaction
from variants.far_horizons.step_context import OrderRefused, StepContext

SENT = EventKind("money-sent", "{units} {were} sent to SP {recipient}.", ("FH-SEND-001",))


def send(context: StepContext, species: Species, order: Order) -> None:
    """SEND n SP name; the money moves at once."""
    requested: int = order["amount"]
    treasury = species.treasury
    if treasury <= 0:
        reason = "You do not have any EUs!" if requested else "You do not have any EUs available!"
        raise OrderRefused("no-money", reason)
    amount = requested or treasury
    if amount > treasury:
        message = f"You do not have {amount} EUs! Substituting {treasury} for {amount}."
        context.adjust(species, order, "too-little-money", message)
        amount = treasury
    recipient = _recipient(species, order)
    # sieges don't stop it (FH-SIEGE-021)
    _send(context, species, recipient, amount)


def _recipient(species: Species, order: Order) -> Species:
    other: Species | OrderRefused = order["recipient"]
    if isinstance(other, OrderRefused):
        raise other
    if other.id not in species.met:
        reason = "You can't SEND to a species you haven't met."
        raise OrderRefused("not-met", reason, at="recipient")
    if other.id in species.enemies:
        reason = "You may not SEND economic units to an ENEMY."
        raise OrderRefused("enemy", reason, "declare it NEUTRAL first, if you mean it", "recipient")
    return other


def _send(context: StepContext, species: Species, recipient: Species, amount: int) -> None:
    context.credit(species, -amount, f"gift to {recipient.name}")
    # FH-EU-002
    context.credit(recipient, amount, f"gift of {species.name}")
    name = "economic unit" if amount == 1 else "economic units"
    were = "was" if amount == 1 else "were"
    context.tell(species, SENT, units=f"{amount} {name}", were=were, recipient=recipient.name)
    context.deal(
        transaction(
            TransactionKind.UNITS_SENT,
            donor=species.number,
            recipient=recipient.number,
            amount=amount,
            donor_name=species.name,
            recipient_name=recipient.name,
        )
    )
