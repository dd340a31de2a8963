"""Money and goods: every credit and debit of a turn is a line in the ledger, with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from attrs import field, frozen

from horizons_core.model.entities import Empire, Game
from horizons_core.sums import ordered_sum


@frozen
class Entry:
    """One line of the ledger.

    Attributes:
        phase: the name of the phase that booked it.
        empire: the id of the empire.
        account: which stock, or what flows.
        amount: how much, in the account's units; negative for a debit.
        reason: why, in words.
        rules: the ids of the clauses it follows from.
        place: where, for what is counted by place.
    """

    phase: str
    empire: str
    account: str
    amount: float
    reason: str
    rules: tuple[str, ...] = ()
    place: str | None = None


@runtime_checkable
class Economy(Protocol):
    """What the core asks of a variant's economy; each variant adds its own rules to it."""

    #: the names of the accounts in `Empire.stock`, in the order in which they are shown
    accounts: tuple[str, ...]


@frozen
class Accounts:
    """An economy without formulas: the accounts alone.

    Attributes:
        accounts: their names, in the order in which they are shown.
    """

    accounts: tuple[str, ...] = ()


@frozen
class Ledger:
    """The entries of one turn. Posting is the only way in which a stock changes.

    What is no stock but flows through a place within the turn (production points) is noted: its
    lines add up to nothing.

    Attributes:
        entries: the lines, in order.
    """

    entries: list[Entry] = field(factory=list)

    def post(
        self,
        phase: str,
        empire: Empire,
        account: str,
        amount: int,
        reason: str,
        rules: tuple[str, ...] = (),
    ) -> None:
        """Change a stock and write the line.

        Raises ValueError if the stock would become negative: a phase must ask before it spends.
        """
        after = empire.stock.get(account, 0) + amount
        if after < 0:
            raise ValueError(f"{empire.id} has {after - amount} {account}, cannot post {amount}")
        if amount:
            empire.stock[account] = after
            self.entries.append(Entry(phase, empire.id, account, amount, reason, rules))

    def note(
        self,
        phase: str,
        empire: str,
        account: str,
        amount: float,
        reason: str,
        place: str,
        rules: tuple[str, ...] = (),
    ) -> None:
        """Write a line of what flows through a place; no stock changes."""
        if amount:
            self.entries.append(Entry(phase, empire, account, amount, reason, rules, place))

    def of(self, empire: str) -> Iterator[Entry]:
        """The lines of the empire of this id."""
        return (entry for entry in self.entries if entry.empire == empire)

    def total(self, empire: str, account: str) -> float:
        """The sum of an account's lines this turn; 0 without any."""
        return ordered_sum(entry.amount for entry in self.of(empire) if entry.account == account)


def imbalances(before: Game, after: Game, ledger: Ledger) -> list[str]:
    """Every account whose change over a turn is not the sum of its ledger lines, in words."""
    stocks = {empire.id: empire.stock for empire in before.empires}
    faults = []
    for empire in after.empires:
        old = stocks.get(empire.id, {})
        for account in sorted({*old, *empire.stock}):
            change = empire.stock.get(account, 0) - old.get(account, 0)
            booked = ledger.total(empire.id, account)
            if change != booked:
                faults.append(f"{empire.id} {account}: changed by {change}, booked {booked}")
    return faults
