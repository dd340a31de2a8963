"""The Imperial Treasury, which is never negative: the rest is owed (SC-ECO-006).

Debts are kept in `Empire.deficit` until the next income or the liquidation covers them. Non-player
races never have debts.
"""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Empire


def balance(empire: Empire) -> int:
    """The money of an empire less its debts, in hundredths of a MC."""
    return empire.stock.get(TREASURY, 0) - empire.deficit


def credit(
    context: TurnContext, empire: Empire, amount: int, purpose: str, rules: tuple[str, ...]
) -> None:
    """Credit an empire with money; debts are paid from it at once."""
    context.post(empire, TREASURY, amount, purpose, rules)
    settled = min(empire.deficit, empire.stock.get(TREASURY, 0))
    if settled:
        context.post(empire, TREASURY, -settled, "what was owed", ("SC-ECO-006",))
        empire.deficit -= settled


def charge(
    context: TurnContext, empire: Empire, amount: int, purpose: str, rules: tuple[str, ...]
) -> None:
    """Charge a required payment; money that the treasury lacks is owed."""
    paid = min(amount, empire.stock.get(TREASURY, 0))
    context.post(empire, TREASURY, -paid, purpose, rules)
    if not empire.npr:
        empire.deficit += amount - paid
