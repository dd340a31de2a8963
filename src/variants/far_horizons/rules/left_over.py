"""Words behind an order that are no part of it: the order is not carried out.

Games of version 1.0.0, and the habits of 1999, carry it out without them.
"""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.orders import Check, Order, Refusal
from variants.far_horizons.model import Species
from variants.far_horizons.model.written import LeftOver, LineOrder
from variants.far_horizons.step_context import Refused, StepContext, placed

_HINTS = {
    "BATTLE": "three numbers are enough: planets are named by ENGAGE",
    "HAVEN": "three numbers are enough",
    "NAME": "a comma or tab ends a name: leave it out",
    "HIDE": "HIDE with a ship is an order for battle",
}
#: Commands that end the block before them, whatever is wrong with them.
_OPENING = ("BATTLE", "PRODUCTION")
_DECLARED = ("ALLY", "ENEMY", "NEUTRAL")


def nothing_left_over(context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """An order ends where its arguments do (FH-ORDER-022, FH-CMD-015).

    Commands that open a block are refused when they have closed the block before.
    """
    words = _left_over(context, order)
    return None if words is None or order.keyword in _OPENING else _refusal(order, words)


CHECKS: Mapping[str, Check] = {nothing_left_over.__name__: nothing_left_over}


def _left_over(context: StepContext, order: Order) -> LeftOver | None:
    """The words that stand behind an order, if its game and its house rules care."""
    if not isinstance(order, LineOrder) or not CHECKS.keys() & order.command.checks.keys():
        return None
    return order.left_over if context.game.plays_by("1.1.0") else None


def surplus(context: StepContext, order: Order) -> bool:
    """Whether an order that reads its surplus words has some; a full stop is none today."""
    if "surplus" not in order.arguments:
        return False
    stop = isinstance(order, LineOrder) and order.left_over is None
    return not (stop and context.game.plays_by("1.1.0"))


def further_order(context: StepContext, order: Order) -> Refusal | None:
    """A second order on the line is told before anything else that is wrong with the first."""
    words = _left_over(context, order)
    if words is None or not words.begins_order or order.keyword in _OPENING:
        return None
    return _refusal(order, words)


def refuse_left_over(context: StepContext, order: Order) -> None:
    """Refuse an order behind which words stand, while it is carried out."""
    words = _left_over(context, order)
    if words is not None:
        raise Refused.of(_refusal(order, words))


def _refusal(order: Order, words: LeftOver) -> Refusal:
    reason = f"Surplus words in {order.keyword} command: {words.text}."
    hint = _HINTS.get(order.keyword, "leave them out, or write ; before a comment")
    if words.order:
        hint = f"write '{words.order}' on a line of its own"
    elif order.keyword in _DECLARED:
        hint = "declare one species an order, and each in a line of its own"
    return placed(Refusal("too-many-words", reason, hint), words)
