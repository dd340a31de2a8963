"""Reports to a species about acts of others and its own jumps, and the delivery of messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from string import Formatter
from typing import Any

from horizons_core.model import EventKind
from variants.far_horizons.constants import ITEMS
from variants.far_horizons.model import Species, Transaction
from variants.far_horizons.model.transactions import (
    BuiltKind,
    Discovery,
    MishapFate,
    TransactionKind,
)
from variants.far_horizons.step_context import StepContext

#: For each kind, the fact that holds the number of the species concerned.
_ADDRESSEE: Mapping[int, str] = {
    TransactionKind.UNITS_SENT: "recipient",
    TransactionKind.MESSAGE: "recipient",
    TransactionKind.SIEGE_GAIN: "recipient",
    TransactionKind.SIEGE_DISCOVERY: "besieger",
    TransactionKind.MISHAP: "owner",
    TransactionKind.ASSIMILATION: "gainer",
    TransactionKind.BUILT_FOR: "recipient",
    TransactionKind.TELESCOPE_NOTICED: "told",
    TransactionKind.PORTAL_USED: "portal_owner",
    TransactionKind.KNOWLEDGE_TAUGHT: "recipient",
    TransactionKind.LANDING_REQUEST: "asked",
    TransactionKind.LOOTING: "recipient",
}


class SpeciesTransactions:
    """The transactions that concern a species, in their order."""

    def __init__(self) -> None:
        self._deals: list[Transaction] = []

    def add(self, deal: Transaction) -> None:
        self._deals.append(deal)

    def of(self, *kinds: TransactionKind) -> Iterator[Transaction]:
        """Return the transactions of these kinds."""
        return (deal for deal in self._deals if deal.kind in kinds)


def inboxes(deals: Iterable[Transaction], species: int) -> dict[int, SpeciesTransactions]:
    """Sort transactions into inboxes by the numbers of `species` species."""
    by_number = {number: SpeciesTransactions() for number in range(1, species + 1)}
    for deal in deals:
        fact = _ADDRESSEE.get(deal.kind)
        inbox = by_number.get(deal.facts[fact]) if fact else None
        if inbox is not None:
            inbox.add(deal)
    return by_number


_LOST = EventKind(
    "ship-lost", "{ship} disappeared without a trace, cause unknown!", ("FH-MISHAP-002",)
)
FATES = {
    MishapFate.INTERCEPTED: _LOST,
    MishapFate.SELF_DESTRUCTED: _LOST,
    MishapFate.MISJUMPED: EventKind(
        "ship-misjumped", "{ship} mis-jumped to {x} {y} {z}!", ("FH-MISHAP-002",)
    ),
    MishapFate.FAIL_SAFE_USED: EventKind(
        "fail-safe-used",
        "{ship} had a jump mishap! A fail-safe jump unit was expended.",
        ("FH-FS-002",),
    ),
}
UNITS_RECEIVED = EventKind(
    "units-received",
    "{amount} economic units were received from SP {donor_name}.",
    ("FH-SEND-001",),
)
SIEGE_GAINED = EventKind(
    "siege-gained",
    "{amount} economic units were received from SP {donor_name} as a result of your successful"
    " siege of their PL {planet}. The siege was {percent}% effective.",
    ("FH-SIEGE-011",),
)
LOOTED = EventKind(
    "units-looted",
    "{amount} economic units were received from SP {donor_name} as a result of your looting"
    " their PL {planet}.",
)
TELESCOPE_DETECTED = EventKind(
    "telescope-detected",
    "{ship} detected the operation of an alien gravitic telescope at x = {x}, y = {y}, z = {z}.",
    ("FH-GT-010",),
)
PORTAL_USED = EventKind(
    "portal-used", "{user_name} {ship} used jump portal {starbase}.", ("FH-JP-007",)
)
LANDING_ASKED = EventKind(
    "landing-asked",
    "{ship} owned by SP {asker_name} was {answer} permission to land on PL {planet}.",
    ("FH-LAND-013", "FH-LAND-014"),
)
SHIP_BUILT_FOR = EventKind(
    "ship-built-for", "{receiver} was constructed for you by SP {donor_name}.", ("FH-IBUILD-006",)
)
ITEMS_BUILT_FOR = EventKind(
    "items-built-for",
    "{what} constructed for you by SP {donor_name} on PL {receiver}.",
    ("FH-IBUILD-007",),
)
_DURING = "During the siege of {besieged_name} PL {planet}, your forces detected "
DISCOVERIES = {
    Discovery.LANDING: EventKind(
        "landing-detected",
        f"{_DURING}the landing of {{ship}} on the planet.",
        ("FH-SIEGE-022",),
    ),
    Discovery.SHIP_BUILDING: EventKind(
        "building-detected",
        f"{_DURING}the construction of {{ship}}, but you destroyed it before it could be"
        " completed.",
        ("FH-SIEGE-014",),
    ),
    Discovery.DEFENSE_BUILDING: EventKind(
        "defenses-detected",
        f"{_DURING}the construction of planetary defenses, but you destroyed them before they could"
        " be completed.",
        ("FH-SIEGE-014",),
    ),
    Discovery.TRANSFER_TO_PLANET: EventKind(
        "delivery-detected",
        f"{_DURING}the transfer of {{items}} from PL {{ship}}, but you destroyed them in transit.",
        ("FH-SIEGE-020",),
    ),
    Discovery.TRANSFER_FROM_PLANET: EventKind(
        "removal-detected",
        f"{_DURING}the transfer of {{items}} to PL {{ship}}, but you destroyed them in transit.",
        ("FH-SIEGE-020",),
    ),
}


def report_mishaps(context: StepContext, species: Species, inbox: SpeciesTransactions) -> None:
    """Report jumps that went wrong (FH-MISHAP-002), in the order of events."""
    for deal in inbox.of(TransactionKind.MISHAP):
        _notify(context, species, FATES[MishapFate(deal.facts["fate"])], deal.facts)


def report_money(context: StepContext, species: Species, inbox: SpeciesTransactions) -> None:
    """Report money received, and pay that of sieges and loot; report portals and telescopes."""
    for deal in inbox.of(
        TransactionKind.UNITS_SENT, TransactionKind.SIEGE_GAIN, TransactionKind.LOOTING
    ):
        _receive(context, species, deal)
    for deal in inbox.of(TransactionKind.TELESCOPE_NOTICED):
        _notify(context, species, TELESCOPE_DETECTED, deal.facts)
    for deal in inbox.of(TransactionKind.PORTAL_USED):
        _notify(context, species, PORTAL_USED, deal.facts)


def _receive(context: StepContext, species: Species, deal: Transaction) -> None:
    if deal.kind == TransactionKind.UNITS_SENT:  # the money itself has moved already
        _notify(context, species, UNITS_RECEIVED, deal.facts)
        return
    siege = deal.kind == TransactionKind.SIEGE_GAIN
    _notify(context, species, SIEGE_GAINED if siege else LOOTED, deal.facts)
    context.credit(species, deal.facts["amount"], "siege" if siege else "looting")


def report_other_acts(context: StepContext, species: Species, inbox: SpeciesTransactions) -> None:
    """Report landing requests, items built for the species, and its besiegers' discoveries."""
    for deal in inbox.of(TransactionKind.LANDING_REQUEST):
        answer = "granted" if deal.facts["granted"] else "denied"
        _notify(context, species, LANDING_ASKED, {**deal.facts, "answer": answer})
    for deal in inbox.of(TransactionKind.BUILT_FOR):
        ship = deal.facts["what"] == BuiltKind.SHIP
        facts = deal.facts if ship else {**deal.facts, "what": _items(deal)}
        _notify(context, species, SHIP_BUILT_FOR if ship else ITEMS_BUILT_FOR, facts)
    for deal in inbox.of(TransactionKind.SIEGE_DISCOVERY):
        facts = {**deal.facts, "items": _counted(deal)}
        _notify(context, species, DISCOVERIES[Discovery(deal.facts["act"])], facts)


def _items(deal: Transaction) -> str:
    return f"{_counted(deal)} {'was' if deal.facts['quantity'] == 1 else 'were'}"


def _counted(deal: Transaction) -> str:
    item, quantity = ITEMS[deal.facts["item"]], deal.facts["quantity"]
    return f"1 {item.name}" if quantity == 1 else f"{quantity} {item.plural}"


def _notify(
    context: StepContext, species: Species, kind: EventKind, facts: Mapping[str, Any]
) -> None:
    """Report only those facts of a transaction that the sentence uses; the rest is private."""
    named = [name for _, name, _, _ in Formatter().parse(kind.text) if name]
    context.notify(species, kind, **{name: facts[name] for name in named})


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
        context.notify(species, RECEIVED, sender=deal.facts["sender_name"], text=text)
