"""The ledger, which records every credit and debit of a turn with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from attrs import field, frozen

from horizons_core.model.entities import Empire, Game
from horizons_core.sums import ordered_sum


@frozen
class Entry:
    """A line of the ledger.

    Attributes:
        phase: the name of the phase that booked it.
        empire: the id of the empire.
        account: the stock that changed, or the name of a flow.
        amount: the change, in the account's units; negative for a debit.
        reason: the reason, in words.
        rules: the ids of the clauses behind it.
        place: the place, for amounts that are counted by place.
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
    """The part of a variant's economy that the core uses; each variant adds its own rules."""

    #: the names of the accounts in `Empire.stock`, in display order
    accounts: tuple[str, ...]


@frozen
class Accounts:
    """An economy that has accounts and no formulas.

    Attributes:
        accounts: their names, in display order.
    """

    accounts: tuple[str, ...] = ()


@frozen
class Ledger:
    """The entries of a turn. Stocks change only through `post`.

    Amounts that flow through a place within the turn, such as production points, are noted; their
    lines have no balance.

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
        """Change a stock and write its line.

        Raises ValueError if the stock would become negative: phases check before they spend.
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
        """Write a line for a flow through a place; no stock changes."""
        if amount:
            self.entries.append(Entry(phase, empire, account, amount, reason, rules, place))

    def of(self, empire: str) -> Iterator[Entry]:
        """Return the lines of the empire with this id."""
        return (entry for entry in self.entries if entry.empire == empire)

    def total(self, empire: str, account: str) -> float:
        """Return the sum of an account's lines this turn; 0 if there are none."""
        return ordered_sum(entry.amount for entry in self.of(empire) if entry.account == account)


def imbalances(before: Game, after: Game, ledger: Ledger) -> list[str]:
    """Describe each account whose change over a turn differs from its ledger lines."""
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
