"""How the engine of 1999 matches names: class words are forgiven, and small mistakes of spelling.

(FH-NAME-004, FH-MISC-007.) A comma that was forgotten is guessed (FH-ORDER-018, FH-CMD-016).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from attrs import evolve

from variants.far_horizons.model import Colony, Game, Ship, Species
from variants.far_horizons.model.class_words import ClassKind
from variants.far_horizons.model.matching import Found, Named, PlainNames
from variants.far_horizons.model.words import Words
from variants.far_horizons.model.written import SEPARATORS, LineOrder, WrittenName
from variants.far_horizons.mods.engine_1999.likeness import Guess
from variants.far_horizons.mods.engine_1999.separators import repaired
from variants.far_horizons.orders.arguments import reread

T = TypeVar("T", bound=Named)

#: What may be a class word; what stands behind the size of a transport is a part of its name.
_FIRST_WORD = re.compile(
    rf"(?:TR[0-9]+(?=[A-Z])(?!S\b)|[A-Z0-9]+)[{SEPARATORS}]*", re.IGNORECASE | re.ASCII
)
#: The arguments before which a comma is guessed, by the code of the refusal; of others by name.
_GUESSED = {"unknown-ship", "unknown-place", "no-destination"}
_ALSO = {("DEVELOP", "planet"), ("IBUILD", "species"), ("ICONTINUE", "species")}
_NEVER = {
    ("DESTROY", "ship"), ("RECYCLE", "ship"), ("DEVELOP", "ship"), ("HIDE", "ship"),
    ("BASE", "starbase"),
}  # fmt: skip


class ForgivingNames(PlainNames):
    """Names without their class word, with another one, or slightly misspelt."""

    forgiving = True

    def ship_among(
        self, ships: Sequence[Ship], written: WrittenName, *, exact: bool = False
    ) -> Found[Ship] | None:
        known = _exactly("ship", written, ships)
        return known or (None if exact else _nearly("ship", written, ships))

    def planet(self, species: Species, written: WrittenName) -> Found[Colony] | None:
        colonies = tuple(species.living_colonies())
        return _exactly("planet", written, colonies) or _nearly("planet", written, colonies)

    def species(self, game: Game, written: WrittenName) -> Found[Species] | None:
        everybody = game.empires
        return _exactly("species", written, everybody) or _nearly("species", written, everybody)

    def holder(self, species: Species, written: WrittenName) -> Found[Ship] | Found[Colony] | None:
        """A ship, a planet, at last a misspelt ship."""
        return (
            self.ship(species, written, exact=True)
            or self.planet(species, written)
            or self.ship(species, written)
        )

    def second_reading(self, order: LineOrder, code: str, argument: str) -> LineOrder | None:
        """The order with a comma put where one may be missing."""
        named = order.keyword, argument
        if named in _NEVER or (code not in _GUESSED and named not in _ALSO):
            return None
        start = order.source.at(order.columns[argument])
        text = repaired(order.code[start:])
        if text is None:
            return None
        line = evolve(order.source, raw=order.code[:start] + text)
        return reread(order, Words(line, order.start, fractions=True))


def _exactly(kind: ClassKind, written: WrittenName, things: Iterable[T]) -> Found[T] | None:
    """The thing of the name behind a class word of its kind, or of the whole name."""
    marked = written.word is not None and written.word.kind == kind
    for name in (written.name if marked else "", written.whole):
        for thing in things if name else ():
            if thing.name.casefold() == name.casefold():
                return Found(thing)
    return None


def _nearly(kind: ClassKind, written: WrittenName, things: Iterable[T]) -> Found[T] | None:
    """The thing whose name is most like what is written, if it is like enough."""
    guess: Guess[T] = Guess()
    for name in _guesses(kind, written):
        for thing in things if name else ():
            guess.compare(thing, thing.name, name)
    if guess.thing is None or not guess.sure:
        return None
    return Found(guess.thing, near=True)


def _guesses(kind: ClassKind, written: WrittenName) -> Iterator[str]:
    """The ways to read a misspelt name: without its first word; with it if that is of no use."""
    first = _FIRST_WORD.match(written.whole)
    if first:
        yield written.whole[first.end() :]
    if written.word is None or written.word.kind != kind:
        yield written.whole
