"""The transactions of a turn, by the species that they are reported to or benefit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from variants.far_horizons.model import Transaction
from variants.far_horizons.model.transactions import TransactionKind

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
