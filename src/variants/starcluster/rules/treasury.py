"""The Imperial Treasury, which is never negative: what cannot be paid is owed (SC-ECO-006).

What an empire owes stands beside the treasury, as `Empire.deficit`, until the next income covers it
or the liquidation does. Non-player races never owe anything.
"""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Empire


def balance(empire: Empire) -> int:
    """What an empire has, in hundredths of a MC: negative while it owes something."""
    return empire.stock.get(TREASURY, 0) - empire.deficit


def credit(
    context: TurnContext, empire: Empire, amount: int, what_for: str, rules: tuple[str, ...]
) -> None:
    """Give an empire money; what it owes is paid from it at once."""
    context.post(empire, TREASURY, amount, what_for, rules)
    settled = min(empire.deficit, empire.stock.get(TREASURY, 0))
    if settled:
        context.post(empire, TREASURY, -settled, "what was owed", ("SC-ECO-006",))
        empire.deficit -= settled


def charge(
    context: TurnContext, empire: Empire, amount: int, what_for: str, rules: tuple[str, ...]
) -> None:
    """Take money that must be paid; what the treasury does not have is owed."""
    paid = min(amount, empire.stock.get(TREASURY, 0))
    context.post(empire, TREASURY, -paid, what_for, rules)
    if not empire.npr:
        empire.deficit += amount - paid
