"""Matching of names by the engine of 1999, which forgives class words and small misspellings.

It forgives missing or wrong class words, misspellings and missing commas.

Clauses: FH-ORDER-018, FH-NAME-004, FH-MISC-007, FH-CMD-016.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from attrs import define, evolve

from variants.far_horizons.model import Colony, Game, Ship, Species
from variants.far_horizons.model.names import Named, NameMatch, PlainNames, WordCursor
from variants.far_horizons.model.orders import (
    SEPARATORS,
    ClassKind,
    LineOrder,
    WrittenName,
    class_of,
)
from variants.far_horizons.orders.arguments import reread

#: Shorter names must be spelt exactly.
MIN_GUESSED_LENGTH = 5

Compared = TypeVar("Compared")


@lru_cache(maxsize=65536)
def likeness(actual: str, written: str) -> int:
    """Score the similarity of two names, letter by letter; both must be in the same case.

    A common letter scores 1, and two swapped letters 2. After a surplus or missing letter the next
    one scores 1. Each letter left over at the end costs 1.
    """
    score = i = j = 0
    while i < len(actual) and j < len(written):
        next_actual, next_written = actual[i + 1 : i + 2], written[j + 1 : j + 2]
        if actual[i] == written[j]:
            score, i, j = score + 1, i + 1, j + 1
        elif actual[i] == next_written and written[j] == next_actual:
            score, i, j = score + 2, i + 2, j + 2
        elif actual[i] == next_written:
            score, i, j = score + 1, i + 1, j + 2
        elif written[j] == next_actual:
            score, i, j = score + 1, i + 2, j + 1
        else:
            i, j = i + 1, j + 1
    return score - (len(actual) - i) - (len(written) - j)


@define
class Guess(Generic[Compared]):
    """The best of the names compared so far.

    `next_best` is the highest score among the names that were not better than the best when they
    were compared, so the order of the names matters.
    """

    target: Compared | None = None
    length: int = 0
    score: int | None = None
    next_best: int | None = None

    def compare(self, target: Compared, name: str, written: str) -> bool:
        """Compare one more name; return whether it is the best so far."""
        score = likeness(name.upper(), written.upper())
        if self.score is None or score > self.score:
            self.target, self.length, self.score = target, len(name), score
            return True
        if self.next_best is None or score > self.next_best:
            self.next_best = score
        return False

    @property
    def sure(self) -> bool:
        """Return whether the best name is meant, because it is long, similar and has no equal."""
        if self.score is None or self.score == self.next_best:
            return False
        return self.length >= MIN_GUESSED_LENGTH and self.score >= self.length - (
            self.length // 7 + 1
        )


_BLANK = re.compile(r"[ \t]")
_BEFORE_WORD = re.compile(r"[ \t](?=([A-Za-z0-9]+))")
_BEFORE_DIGIT = re.compile(r"[ \t](?=[0-9])")
_NAMING = ("ship", "planet", "species")


def insert_missing_comma(arguments: str) -> str | None:
    """Return the arguments of an order with a comma where it may be missing, instead of a space."""
    return (
        _before_class(arguments) or _with_commas_before_numbers(arguments) or _after_word(arguments)
    )


def _before_class(text: str) -> str | None:
    """Put a comma before the next word that begins a name: `TR1 Sly Drake PL Mars`."""
    for blank in _BEFORE_WORD.finditer(text):
        word = class_of(blank[1])
        if word is not None and word.kind in _NAMING:
            return _with_comma(text, blank.start())
    return None


def _with_commas_before_numbers(text: str) -> str | None:
    """Put commas before all numbers; with two or four of them the first belongs to the name."""
    places = [blank.start() for blank in _BEFORE_DIGIT.finditer(text)]
    if len(places) in {2, 4}:
        places = places[1:]
    for place in places:
        text = _with_comma(text, place)
    return text if places else None


def _after_word(text: str) -> str | None:
    """Put a comma after the first word that is not a class word."""
    blanks = [blank.start() for blank in _BLANK.finditer(text)]
    if not blanks:
        return None
    if class_of(text[: blanks[0]]) is None:
        return _with_comma(text, blanks[0])
    return _with_comma(text, blanks[1]) if len(blanks) > 1 else None


def _with_comma(text: str, place: int) -> str:
    return f"{text[:place]},{text[place + 1 :]}"


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
        """Find a ship, a planet, or a misspelt ship, in this order."""
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
    """Return the object whose name is most like the written one, if it is similar enough."""
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
