"""Execution of orders line by line, words left over after an order, and AUTO.

(FH-AUTO-001)
"""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.model import EventKind
from horizons_core.orders import Check, Order, Refusal
from variants.far_horizons.model import Species
from variants.far_horizons.model.orders import (
    SECTION_OF,
    LeftOver,
    LineOrder,
    ReadSection,
    Unread,
    section_of,
)
from variants.far_horizons.step_context import OrderRefused, StepContext, placed

_HINTS = {
    "BATTLE": "write three numbers; ENGAGE names the planet",
    "HAVEN": "three numbers are enough",
    "NAME": "a comma or tab ends a name: leave it out",
    "HIDE": "HIDE with a ship is an order for battle",
}
#: Commands that end the block before them, even if they are refused.
_OPENING = ("BATTLE", "PRODUCTION")
_DECLARED = ("ALLY", "ENEMY", "NEUTRAL")


def nothing_left_over(context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """Refuse words after an order's arguments (FH-ORDER-022, FH-CMD-015).

    A command that opens a block is refused only after it has closed the previous block.
    """
    words = _left_over(context, order)
    return None if words is None or order.keyword in _OPENING else _refusal(order, words)


CHECKS: Mapping[str, Check] = {nothing_left_over.__name__: nothing_left_over}


def _left_over(context: StepContext, order: Order) -> LeftOver | None:
    """Return the words left over after an order; None if the game's rules ignore them."""
    if not isinstance(order, LineOrder) or not CHECKS.keys() & order.command.checks.keys():
        return None
    return order.left_over if context.game.plays_by("1.1.0") else None


def surplus(context: StepContext, order: Order) -> bool:
    """Return whether an order has surplus words; since version 1.1.0 a full stop does not count."""
    if "surplus" not in order.arguments:
        return False
    stop = isinstance(order, LineOrder) and order.left_over is None
    return not (stop and context.game.plays_by("1.1.0"))


def further_order(context: StepContext, order: Order) -> Refusal | None:
    """Refuse a second order on the line, before other faults of the first are reported."""
    words = _left_over(context, order)
    if words is None or not words.begins_order or order.keyword in _OPENING:
        return None
    return _refusal(order, words)


def refuse_left_over(context: StepContext, order: Order) -> None:
    """Refuse an order with words after it, while it is executed."""
    words = _left_over(context, order)
    if words is not None:
        raise OrderRefused.of(_refusal(order, words))


def _refusal(order: Order, words: LeftOver) -> Refusal:
    reason = f"Surplus words in {order.keyword} command: {words.text}."
    hint = _HINTS.get(order.keyword, "leave them out, or write ; before a comment")
    if words.order:
        hint = f"write '{words.order}' on a line of its own"
    elif order.keyword in _DECLARED:
        hint = "declare one species an order, and each in a line of its own"
    return placed(Refusal("too-many-words", reason, hint), words)


EXECUTED = EventKind("auto-executed", "An AUTO order was executed.", ("FH-AUTO-001",))


def auto(context: StepContext, species: Species, order: Order) -> None:  # noqa: ARG001
    """AUTO; words after it are not read (FH-CMD-015)."""
    species.auto = True
    context.notify(species, EXECUTED)


#: The beginning of a section, which may have no orders or no effect.
SECTION_BEGUN = EventKind("section-begun", "The orders of the section {section} are carried out.")


def section(context: StepContext, species: Species, name: str) -> ReadSection | None:
    """Return a species' section; None if it sent no orders or not this section."""
    drafted = context.notes.get("drafted", {})
    if species.id in drafted:
        return section_of(drafted[species.id], name)
    return (
        section_of(context.orders.get(species.id, ()), name)
        if species.id in context.senders
        else None
    )


def carry_out(
    context: StepContext, species: Species, orders: ReadSection, first: Check | None = None
) -> None:
    """Execute a section from top to bottom; a refused order changes nothing.

    It is reported, and the next order follows (FH-ORDER-022). `first` is called before each order,
    as by `TurnContext.attempt`.
    """
    phase = SECTION_OF[orders.name].phase
    context.notify(species, SECTION_BEGUN, section=orders.name)
    for entry in orders.entries:
        if isinstance(entry, Unread):
            context.pass_over(species, entry)
        elif entry.phase == phase:
            refusal = further_order(context, entry) or context.attempt(species, entry, first)
            if refusal:
                context.turn_down(species, entry, refusal)
