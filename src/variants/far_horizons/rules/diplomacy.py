"""ALLY, ENEMY and NEUTRAL, MESSAGE and SEND: attitudes to other species, messages, money."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from variants.far_horizons.model import Species
from variants.far_horizons.model.transactions import TransactionKind, transaction
from variants.far_horizons.rules.dispatch import surplus
from variants.far_horizons.step_context import OrderRefused, StepContext

ALLIED = EventKind("alliance-declared", "Alliance was declared with SP {name}.")
HOSTILE = EventKind("enmity-declared", "Enmity was declared towards SP {name}.")
NEUTRAL = EventKind("neutrality-declared", "Neutrality was declared towards SP {name}.")
HOSTILE_TO_ALL = EventKind("enmity-declared-to-all", "Enmity was declared towards ALL species.")
NEUTRAL_TO_ALL = EventKind(
    "neutrality-declared-to-all", "Neutrality was declared towards ALL species."
)


def ally(context: StepContext, species: Species, order: Order) -> None:
    """ALLY SP name: one species that was met (FH-DIPLO-004)."""
    other = _named(context, order)
    if other.id not in species.met:
        reason = "You can't declare an alliance with a species you haven't met."
        raise OrderRefused("species-not-met", reason, at="species")
    _forget(species, other)
    species.allies.append(other.id)
    context.notify(species, ALLIED, name=other.name, rules=("FH-DIPLO-004",))


def enemy(context: StepContext, species: Species, order: Order) -> None:
    """ENEMY SP name, or a number for all species, met or not (FH-DIPLO-002, FH-DIPLO-007)."""
    if "number" in order.arguments:
        species.allies.clear()
        species.enemies[:] = [empire.id for empire in context.game.empires if empire is not species]
        species.all_enemies = True
        context.notify(species, HOSTILE_TO_ALL, rules=("FH-DIPLO-002",))
        return
    other = _named(context, order)
    _forget(species, other)
    species.enemies.append(other.id)
    context.notify(species, HOSTILE, name=other.name, rules=("FH-DIPLO-002",))


def neutral(context: StepContext, species: Species, order: Order) -> None:
    """NEUTRAL SP name, or a number for all species (FH-DIPLO-003)."""
    if "number" in order.arguments:
        species.allies.clear()
        species.enemies.clear()
        species.all_enemies = False
        context.notify(species, NEUTRAL_TO_ALL, rules=("FH-DIPLO-003",))
        return
    other = _named(context, order)
    _forget(species, other)  # until an ENEMY order follows: FH-DIPLO-008
    context.notify(species, NEUTRAL, name=other.name, rules=("FH-DIPLO-003",))


def _named(context: StepContext, order: Order) -> Species:
    """Return the only species that an order names."""
    if surplus(context, order):
        reason = f"Invalid or missing argument in {order.keyword} command."
        hint = "declare one species an order, and each in a line of its own"
        raise OrderRefused("too-many-words", reason, hint, "surplus")
    other: Species = order["species"]
    return other


def _forget(species: Species, other: Species) -> None:
    """Reset the attitude towards another species to neutral (FH-DIPLO-001).

    Attitudes last from turn to turn (FH-DIPLO-005); a later line replaces them (FH-DIPLO-006).
    """
    for declared in (species.allies, species.enemies):
        if other.id in declared:
            declared.remove(other.id)


MESSAGE_SENT = EventKind("message-sent", "A message was sent to SP {name}.", ("FH-MSG-001",))
#: The numbers of messages begin at 100,001.
_FIRST, _SIDES = 100_000, 32_000


def message(context: StepContext, species: Species, order: Order) -> None:
    """MESSAGE SP name, and lines of text up to ZZZ."""
    other: Species = order["species"]
    number = _free_number(context, species)
    context.game.letters[number] = list(order.get("lines", ()))
    context.notify(species, MESSAGE_SENT, name=other.name)
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
    other: Species = order["species"]
    if other.id in species.met:
        return None
    reason = "You can't send a MESSAGE to a species you haven't met."
    return Refusal("not-met", reason, argument="species")


def _free_number(context: StepContext, species: Species) -> int:
    """Return a number unused this turn; if all drawn numbers are in use, the next unused one."""
    dice = context.chance.dice("message", species.number)
    for _ in range(_SIDES):
        number = _FIRST + dice(_SIDES)
        if number not in context.game.letters:
            return number
    used = [*context.game.letters]
    return max(used) + 1


SENT = EventKind("money-sent", "{units} {were} sent to SP {recipient}.", ("FH-SEND-001",))


def send(context: StepContext, species: Species, order: Order) -> None:
    """SEND n SP name; the money is transferred at once."""
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
    context.notify(species, SENT, units=f"{amount} {name}", were=were, recipient=recipient.name)
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
