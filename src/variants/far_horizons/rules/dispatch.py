"""Carrying out a section of orders, line by line, each by the function for its command."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from horizons_core.orders import MOST_REMARKS, Order
from variants.far_horizons.model import Species
from variants.far_horizons.orders.language import ReadSection, Unread, section_of
from variants.far_horizons.orders.words import Words
from variants.far_horizons.step_context import Desk, Refused

#: Carries an order out, or raises Refused before it has changed anything.
Handler = Callable[[Desk, Species, Order, Words], None]


def section(desk: Desk, species: Species, name: str) -> ReadSection | None:
    """A species' section of this name; None if it sent no orders or not this section."""
    return section_of(desk.orders.get(species.number, ()), name)


def carry_out(
    desk: Desk, species: Species, given: ReadSection, handlers: Mapping[str, Handler]
) -> None:
    """Carry out a section from top to bottom; an order that is refused changes nothing.

    Of more remarks than are kept no hints are sought.
    """
    first = len(desk.remarks)
    for entry in given.entries:
        if isinstance(entry, Unread):
            desk.pass_over(species, entry)
            continue
        words, said = desk.words(entry), len(desk.remarks)
        words.hinting = said - first < MOST_REMARKS
        try:
            handlers[entry.keyword](desk, species, entry, words)
        except Refused as refused:
            desk.refuse(species, entry, refused)
        else:
            _note_guesses(desk, species, entry, words, said)


def _note_guesses(desk: Desk, species: Species, order: Order, words: Words, said: int) -> None:
    """Tell the player which misspelt names were read as others; the classic log does not.

    Remarks from number `said` on are those of the order itself, which may have told it.
    """
    told = {remark.column for _, remark in desk.remarks[said:] if remark.code == "misspelt-name"}
    for guessed in words.guesses:
        if guessed.piece.column not in told:
            message = f"'{guessed.piece.text}' was read as '{guessed.name}'"
            desk.note(species, order, "misspelt-name", message, piece=guessed.piece)
