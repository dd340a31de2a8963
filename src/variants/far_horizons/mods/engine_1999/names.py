"""Matching of names by the engine of 1999, which forgives class words and small misspellings.

(FH-NAME-004, FH-MISC-007.) It guesses a missing comma (FH-ORDER-018, FH-CMD-016).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from attrs import evolve

from variants.far_horizons.model import Colony, Game, Ship, Species
from variants.far_horizons.model.class_words import ClassKind
from variants.far_horizons.model.matching import Named, NameMatch, PlainNames
from variants.far_horizons.model.words import WordCursor
from variants.far_horizons.model.written import SEPARATORS, LineOrder, WrittenName
from variants.far_horizons.mods.engine_1999.likeness import Guess
from variants.far_horizons.mods.engine_1999.separators import insert_missing_comma
from variants.far_horizons.orders.arguments import reread

T = TypeVar("T", bound=Named)

#: A possible class word; a word that follows the size of a transport is part of its name.
_FIRST_WORD = re.compile(
    rf"(?:TR[0-9]+(?=[A-Z])(?!S\b)|[A-Z0-9]+)[{SEPARATORS}]*", re.IGNORECASE | re.ASCII
)
#: A comma is guessed before arguments with these refusal codes, and with these keywords and names.
_GUESSED = {"unknown-ship", "unknown-place", "no-destination"}
_ALSO = {("DEVELOP", "planet"), ("IBUILD", "species"), ("ICONTINUE", "species")}
_NEVER = {
    ("DESTROY", "ship"), ("RECYCLE", "ship"), ("DEVELOP", "ship"), ("HIDE", "ship"),
    ("BASE", "starbase"),
}  # fmt: skip


class ForgivingNames(PlainNames):
    """Rules that match names without their class word, with another one, or slightly misspelt."""

    forgiving = True

    def ship_among(
        self, ships: Sequence[Ship], written: WrittenName, *, exact: bool = False
    ) -> NameMatch[Ship] | None:
        match = _exact_match("ship", written, ships)
        return match or (None if exact else _near_match("ship", written, ships))

    def planet(self, species: Species, written: WrittenName) -> NameMatch[Colony] | None:
        colonies = tuple(species.living_colonies())
        return _exact_match("planet", written, colonies) or _near_match("planet", written, colonies)

    def species(self, game: Game, written: WrittenName) -> NameMatch[Species] | None:
        empires = game.empires
        return _exact_match("species", written, empires) or _near_match("species", written, empires)

    def holder(
        self, species: Species, written: WrittenName
    ) -> NameMatch[Ship] | NameMatch[Colony] | None:
        """Find a ship, else a planet, else a misspelt ship."""
        return (
            self.ship(species, written, exact=True)
            or self.planet(species, written)
            or self.ship(species, written)
        )

    def second_reading(self, order: LineOrder, code: str, argument: str) -> LineOrder | None:
        """Return the order with a comma where one may be missing."""
        named = order.keyword, argument
        if named in _NEVER or (code not in _GUESSED and named not in _ALSO):
            return None
        start = order.source.at(order.columns[argument])
        text = insert_missing_comma(order.code[start:])
        if text is None:
            return None
        line = evolve(order.source, raw=order.code[:start] + text)
        return reread(order, WordCursor(line, order.start, fractions=True))


def _exact_match(
    kind: ClassKind, written: WrittenName, objects: Iterable[T]
) -> NameMatch[T] | None:
    """Return the object with the name after a class word of its kind, or with the whole name."""
    has_class_word = written.word is not None and written.word.kind == kind
    for name in (written.name if has_class_word else "", written.plain_name):
        for candidate in objects if name else ():
            if candidate.name.casefold() == name.casefold():
                return NameMatch(candidate)
    return None


def _near_match(kind: ClassKind, written: WrittenName, objects: Iterable[T]) -> NameMatch[T] | None:
    """Return the object whose name is most like the written one, if it is alike enough."""
    guess: Guess[T] = Guess()
    for name in _readings(kind, written):
        for candidate in objects if name else ():
            guess.compare(candidate, candidate.name, name)
    if guess.target is None or not guess.sure:
        return None
    return NameMatch(guess.target, near=True)


def _readings(kind: ClassKind, written: WrittenName) -> Iterator[str]:
    """Yield the readings of a misspelt name: without its first word, and also with it."""
    first = _FIRST_WORD.match(written.plain_name)
    if first:
        yield written.plain_name[first.end() :]
    if written.word is None or written.word.kind != kind:
        yield written.plain_name
