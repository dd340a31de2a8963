"""The words of one order, read one after another: numbers, class words, names (section 9)."""

from __future__ import annotations

import re

from variants.far_horizons.constants import LONGEST_NAME
from variants.far_horizons.model.class_words import ClassKind, ClassWord, class_of
from variants.far_horizons.model.written import SEPARATORS, Line, Piece, WrittenName

_NUMBER = re.compile(r"[+-]?\d+", re.ASCII)
_FRACTION = re.compile(r"\.\d", re.ASCII)
_CLASS = re.compile(r"[A-Za-z0-9]+")
_NAME = re.compile(r"[^,\t]*")
#: Numbers are held within these bounds, as the engine's are.
_LARGEST = 2**63 - 1


class Words:
    """A cursor over the words of an order behind its command word (FH-CMD-002).

    Each method reads one thing and moves behind it, or answers None (a name: the empty text) and
    stays. `at` may be kept and set, to read a second time. With `fractions` the whole part of a
    number with a fraction is read; else it is none.
    """

    __slots__ = ("_end", "_start", "at", "fractions", "line", "text")

    def __init__(self, line: Line, at: int = 0, *, fractions: bool = False) -> None:
        self.line = line
        self.text = line.code
        self.at = at
        self._start = self._end = at
        self.fractions = fractions

    def skip(self) -> int:
        """Move to the next word; the answer is where it stands (FH-ORDER-019)."""
        at, text = self.at, self.text
        end = len(text)
        while at < end and text[at] in SEPARATORS:
            at += 1
        self.at = at
        return at

    @property
    def ended(self) -> bool:
        """Whether no word is left."""
        return self.skip() == len(self.text)

    @property
    def piece(self) -> Piece:
        """What was read last."""
        return Piece(*self.taken())

    @property
    def rest(self) -> Piece:
        """All words that are left."""
        return Piece(*self.left())

    def taken(self) -> tuple[str, int]:
        """What was read last, and its column."""
        return self.text[self._start : self._end], self.line.column(self._start)

    def left(self) -> tuple[str, int]:
        """All words that are left, and their column."""
        start = self.skip()
        return self.text[start:], self.line.column(start)

    def all_left(self) -> str:
        """All words that are left, read as one text; empty if there is none."""
        start = self.skip()
        if start < len(self.text):
            self._take(start, len(self.text))
        return self.text[start:]

    def number(self) -> int | None:
        """A whole number, with a sign or without (FH-CMD-004)."""
        start = self.skip()
        found = _NUMBER.match(self.text, start)
        if found is None:
            return None
        if not self.fractions and _FRACTION.match(self.text, found.end()):
            return None
        self._take(start, found.end())
        return max(-_LARGEST, min(int(found[0]), _LARGEST))

    def numbers(self, most: int) -> tuple[int, ...]:
        """The numbers that come next, so many at most; all of them are what was read last."""
        numbers: list[int] = []
        start = end = self.skip()
        while len(numbers) < most and (number := self.number()) is not None:
            numbers.append(number)
            end = self.at
        if numbers:
            self._take(start, end)
        return tuple(numbers)

    def class_word(self, *kinds: ClassKind) -> ClassWord | None:
        """A class word of one of these kinds; of any kind if none is given."""
        start = self.skip()
        found = _CLASS.match(self.text, start)
        known = class_of(found[0]) if found else None
        if found is None or known is None or (kinds and known.kind not in kinds):
            return None
        self._take(start, found.end())
        return known

    def name(self) -> str:
        """A name: up to a comma, a tab or the end; 31 characters count.

        (FH-ORDER-018, FH-ORDER-020, FH-NAME-003, FH-NAME-005)
        """
        start = self.skip()
        found = _NAME.match(self.text, start)
        end = found.end() if found else start
        written = self.text[start:end].rstrip()
        self._take(start, start + len(written))
        self.at = end
        return written[:LONGEST_NAME].rstrip()

    def written_name(self, *kinds: ClassKind) -> WrittenName | None:
        """A name with its class word, if that is of one of these kinds; None if no word is left."""
        start = self.skip()
        if start == len(self.text):
            return None
        word = self.class_word(*kinds)
        name = self.name()
        column = self.line.column(self._start)
        text = self.text[start : self.at].rstrip()
        self._start, self._end = start, start + len(text)
        return WrittenName(text, word, name, column)

    def put_back(self, at: int) -> None:
        """Go back to a place kept before; what was read last is all from there on."""
        self.at = at
        self._start, self._end = self.skip(), len(self.text)

    def _take(self, start: int, end: int) -> None:
        self._start, self._end = start, end
        self.at = end


def name_in(text: str, *kinds: ClassKind) -> WrittenName | None:
    """A text as a name with its class word, as an order would write it."""
    return Words(Line(0, text)).written_name(*kinds)
