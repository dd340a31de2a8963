"""Carrying out a section of orders, line by line, each as its command says."""

from __future__ import annotations

from collections.abc import Callable

from horizons_core.orders import MOST_REMARKS, Check, Handler, Order
from variants.far_horizons.model import Species
from variants.far_horizons.model.sections import SECTION_OF
from variants.far_horizons.model.written import ReadSection, Unread, section_of
from variants.far_horizons.orders.words import Words
from variants.far_horizons.step_context import StepContext

#: Reads the words of an order and carries it out, or raises Refused before it has changed anything.
WordsHandler = Callable[[StepContext, Species, Order, Words], None]


def section(context: StepContext, species: Species, name: str) -> ReadSection | None:
    """A species' section of this name; None if it sent no orders or not this section."""
    drafted = context.notes.get("drafted", {})
    if species.id in drafted:
        return section_of(drafted[species.id], name)
    return (
        section_of(context.orders.get(species.id, ()), name)
        if species.id in context.heard
        else None
    )


def carry_out(
    context: StepContext, species: Species, given: ReadSection, first: Check | None = None
) -> None:
    """Carry out a section from top to bottom; an order that is refused changes nothing.

    It is reported, and the next one follows (FH-ORDER-022).
    `first` is asked before each order, as by `TurnContext.attempt`.
    """
    phase = SECTION_OF[given.name].phase
    for entry in given.entries:
        if isinstance(entry, Unread):
            context.pass_over(species, entry)
        elif entry.phase == phase and (refusal := context.attempt(species, entry, first)):
            context.turn_down(species, entry, refusal)


def _is_due(context: StepContext, order: Order) -> bool:
    """Whether an order is for the phase that runs; a step by itself is no phase, and runs all."""
    return context.phase is None or order.phase == context.phase_name


def with_words(handler: WordsHandler) -> Handler:
    """What a command runs, of a handler that reads the order's words itself.

    Of more remarks than are kept no hints are sought.
    """

    def run(context: StepContext, species: Species, order: Order) -> None:
        said = context.diagnostics.get(species.id, ())
        words, before = context.words(order), len(said)
        words.hinting = before < MOST_REMARKS
        handler(context, species, order, words)
        _note_guesses(context, species, order, words, before)

    return run


def _note_guesses(
    context: StepContext, species: Species, order: Order, words: Words, said: int
) -> None:
    """Tell the player which misspelt names were read as others; the classic log does not.

    Remarks from number `said` on are those of the order itself, which may have told it.
    """
    remarks = context.diagnostics.get(species.id, ())[said:]
    told = {remark.column for remark in remarks if remark.code == "misspelt-name"}
    for guessed in words.guesses:
        if guessed.piece.column not in told:
            message = f"'{guessed.piece.text}' was read as '{guessed.name}'"
            context.note(species, order, "misspelt-name", message, at=guessed.piece)
