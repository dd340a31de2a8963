"""The words of an order, and the ships, planets and species that its names mean (section 9)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from attrs import evolve, frozen

from horizons_core.model import typed
from horizons_core.turn import Phase, TurnContext
from variants.far_horizons.constants import MAX_NAME_LENGTH
from variants.far_horizons.model import Colony, Game, Ship, Species
from variants.far_horizons.model.orders import (
    SEPARATORS,
    ClassKind,
    ClassWord,
    LineOrder,
    LineSpan,
    SourceLine,
    WrittenName,
    class_of,
)

_NUMBER = re.compile(r"[+-]?\d+", re.ASCII)
_FRACTION = re.compile(r"\.\d", re.ASCII)
_CLASS = re.compile(r"[A-Za-z0-9]+")
_NAME = re.compile(r"[^,\t]*")
#: Numbers are limited to these bounds, as in the engine.
_MAX_VALUE = 2**63 - 1


class WordCursor:
    """A cursor over the words of an order after its command word (FH-CMD-002).

    Each method reads one item and moves after it, or returns None (a name: the empty text) and
    stays. `at` may be saved and restored, to read again. With `fractions`, a number with a fraction
    is read as its whole part; otherwise it is not a number.
    """

    __slots__ = ("_end", "_start", "at", "fractions", "line", "text")

    def __init__(self, line: SourceLine, at: int = 0, *, fractions: bool = False) -> None:
        self.line = line
        self.text = line.code
        self.at = at
        self._start = self._end = at
        self.fractions = fractions

    def skip(self) -> int:
        """Move to the next word and return its position (FH-ORDER-019)."""
        at, text = self.at, self.text
        end = len(text)
        while at < end and text[at] in SEPARATORS:
            at += 1
        self.at = at
        return at

    @property
    def ended(self) -> bool:
        """Return whether no word is left."""
        return self.skip() == len(self.text)

    @property
    def piece(self) -> LineSpan:
        """The text read last."""
        return LineSpan(*self.last_read())

    @property
    def rest(self) -> LineSpan:
        """All remaining words."""
        return LineSpan(*self.left())

    def last_read(self) -> tuple[str, int]:
        """Return the text read last, and its column."""
        return self.text[self._start : self._end], self.line.column(self._start)

    def left(self) -> tuple[str, int]:
        """Return all remaining words, and their column."""
        start = self.skip()
        return self.text[start:], self.line.column(start)

    def read_rest(self) -> str:
        """Read all remaining words as one text, which may be empty."""
        start = self.skip()
        if start < len(self.text):
            self._take(start, len(self.text))
        return self.text[start:]

    def number(self) -> int | None:
        """Read a whole number, with or without a sign (FH-CMD-004)."""
        start = self.skip()
        match = _NUMBER.match(self.text, start)
        if match is None:
            return None
        if not self.fractions and _FRACTION.match(self.text, match.end()):
            return None
        self._take(start, match.end())
        return max(-_MAX_VALUE, min(int(match[0]), _MAX_VALUE))

    def numbers(self, maximum: int) -> tuple[int, ...]:
        """Read up to `maximum` numbers; together they are the text read last."""
        numbers: list[int] = []
        start = end = self.skip()
        while len(numbers) < maximum and (number := self.number()) is not None:
            numbers.append(number)
            end = self.at
        if numbers:
            self._take(start, end)
        return tuple(numbers)

    def class_word(self, *kinds: ClassKind) -> ClassWord | None:
        """Read a class word of one of these kinds; of any kind if the list is empty."""
        start = self.skip()
        match = _CLASS.match(self.text, start)
        known = class_of(match[0]) if match else None
        if match is None or known is None or (kinds and known.kind not in kinds):
            return None
        self._take(start, match.end())
        return known

    def name(self) -> str:
        """Read a name: up to a comma, a tab or the end; 31 characters count.

        (FH-CMD-016, FH-ORDER-018, FH-ORDER-020, FH-NAME-003, FH-NAME-005)
        """
        start = self.skip()
        match = _NAME.match(self.text, start)
        end = match.end() if match else start
        written = self.text[start:end].rstrip()
        self._take(start, start + len(written))
        self.at = end
        return written[:MAX_NAME_LENGTH].rstrip()

    def written_name(self, *kinds: ClassKind) -> WrittenName | None:
        """Read a name with a class word of one of these kinds; None if no word is left."""
        start = self.skip()
        if start == len(self.text):
            return None
        word = self.class_word(*kinds)
        name = self.name()
        column = self.line.column(self._start)
        text = self.text[start : self.at].rstrip()
        self._start, self._end = start, start + len(text)
        return WrittenName(text, word, name, column)

    def _take(self, start: int, end: int) -> None:
        self._start, self._end = start, end
        self.at = end


def name_in(text: str, *kinds: ClassKind) -> WrittenName | None:
    """Parse a text as a name with its class word, as in an order."""
    return WordCursor(SourceLine(0, text)).written_name(*kinds)


class Named(Protocol):
    """An object with a name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


@frozen
class NameMatch(Generic[T]):
    """The object that a name stands for; `near` marks a misspelt name."""

    target: T
    near: bool = False


class Names:
    """Rules for matching names: by class word and exact spelling, ignoring case.

    (FH-NAME-002, FH-NAME-004.) The object keeps its own spelling, which reports show, however the
    order writes it (FH-NAME-006).

    Attributes:
        forgiving: whether class words may be missing or superfluous.
    """

    forgiving = False

    def key(self, name: str) -> str:
        """Normalize a name for comparison, so that ways of typing it make no difference."""
        return typed(name)

    def ship(
        self, species: Species, written: WrittenName, *, exact: bool = False
    ) -> NameMatch[Ship] | None:
        """Find a ship or starbase of a species, however far away (FH-ORDER-001).

        With `exact`, as for a ship to be destroyed, only its exact name matches.
        """
        return self.ship_among(tuple(species.living_ships()), written, exact=exact)

    def ship_among(
        self,
        ships: Sequence[Ship],
        written: WrittenName,
        *,
        exact: bool = False,  # noqa: ARG002
    ) -> NameMatch[Ship] | None:
        """Find the ship among these ships and starbases."""
        return self._marked("ship", written, ships, is_class_of)

    def planet(self, species: Species, written: WrittenName) -> NameMatch[Colony] | None:
        """Find a planet by the name that the species gave it (FH-MISC-004)."""
        return self._marked("planet", written, species.living_colonies())

    def species(self, game: Game, written: WrittenName) -> NameMatch[Species] | None:
        """Find a species by its name."""
        return self._marked("species", written, game.empires)

    def holder(
        self, species: Species, written: WrittenName
    ) -> NameMatch[Ship] | NameMatch[Colony] | None:
        """Find the ship or planet that cargo comes from or goes to."""
        return self.ship(species, written) or self.planet(species, written)

    def second_reading(
        self,
        order: LineOrder,  # noqa: ARG002
        code: str,  # noqa: ARG002
        argument: str,  # noqa: ARG002
    ) -> LineOrder | None:
        """Return another reading of an order with an unknown name in it, or None."""
        return None

    def _marked(
        self,
        kind: str,
        written: WrittenName,
        candidates: Iterable[T],
        fits: Callable[[ClassWord, T], bool] = lambda _word, _target: True,
    ) -> NameMatch[T] | None:
        """Return the first candidate with the name and a fitting class word; same spelling wins."""
        word, name = written.word, self.key(written.name)
        if word is None or word.kind != kind or not name:
            return None
        alike = [c for c in candidates if self.key(c.name) == name and fits(word, c)]
        same = (c for c in alike if c.name.casefold() == written.name.casefold())
        match = next(same, None) or next(iter(alike), None)
        return NameMatch(match) if match else None


class PlainNames(Names):
    """Names in games of version 1.0.0: apostrophes and full stops count as written."""

    def key(self, name: str) -> str:
        return name.casefold()


#: The rulebook's matching.
RULEBOOK_NAMES = Names()
PLAIN_NAMES = PlainNames()


def is_class_of(word: ClassWord, ship: Ship) -> bool:
    """Return whether a class word fits a ship: class, sub-light or not, a transport's size."""
    if word.code != ship.class_ or word.sub_light != ship.sub_light:
        return False
    return not ship.transport or word.tonnage == ship.tonnage


_NOTE = "names"


def names_of(context: TurnContext[Game]) -> Names:
    """Return the name matching of the current phase."""
    names: Names | None = context.notes.get(_NOTE)
    return names or (RULEBOOK_NAMES if context.game.plays_by("1.1.0") else PLAIN_NAMES)


def with_names(phase: Phase, names: Names) -> Phase:
    """Return the phase with this name matching."""

    def run(context: TurnContext[Game]) -> None:
        context.notes[_NOTE] = names
        if phase.run is not None:
            phase.run(context)

    return evolve(phase, run=run)
