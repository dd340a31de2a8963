"""Purchases: what a turn's orders cost, paid from the Imperial Treasury (SC-ECO-005)."""

from __future__ import annotations

from horizons_core.orders import Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Empire
from variants.starcluster.money import MC


def pay(
    context: TurnContext, empire: Empire, price: int, what_for: str, rules: tuple[str, ...]
) -> None:
    """Pay for something; raises Refused if the treasury would become negative (SC-ECO-005).

    Args:
        context: the turn.
        empire: who pays.
        price: hundredths of a MC.
        what_for: in words, for the account and the refusal.
        rules: the clauses that set the price.
    """
    left = empire.stock[TREASURY]
    if price > left:
        message = f"{what_for}: {price / MC:.2f} MC, and the treasury has {left / MC:.2f}"
        raise Refused(Refusal("too-dear", message, "order less, or earn it first"))
    context.post(empire, TREASURY, -price, what_for, rules)
