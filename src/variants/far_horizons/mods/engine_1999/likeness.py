"""The similarity of names, and which of many names a misspelt one means (section 9)."""

from __future__ import annotations

from functools import lru_cache
from typing import Generic, TypeVar

from attrs import define

#: Shorter names must be spelt exactly.
SHORTEST_GUESSED = 5

T = TypeVar("T")


@lru_cache(maxsize=65536)
def likeness(true: str, written: str) -> int:
    """Score how alike two names are, letter by letter; both must be in the same case.

    A common letter scores 1, two swapped ones 2; after a letter too many or too few the next one
    scores 1; each letter left over at the end costs 1.
    """
    score = i = j = 0
    while i < len(true) and j < len(written):
        next_true, next_written = true[i + 1 : i + 2], written[j + 1 : j + 2]
        if true[i] == written[j]:
            score, i, j = score + 1, i + 1, j + 1
        elif true[i] == next_written and written[j] == next_true:
            score, i, j = score + 2, i + 2, j + 2
        elif true[i] == next_written:
            score, i, j = score + 1, i + 1, j + 2
        elif written[j] == next_true:
            score, i, j = score + 1, i + 2, j + 1
        else:
            i, j = i + 1, j + 1
    return score - (len(true) - i) - (len(written) - j)


@define
class Guess(Generic[T]):
    """The best of the names compared so far.

    `next_best` is the highest score among the names that were not better than the best when they
    were compared, so the order of the names matters.
    """

    target: T | None = None
    length: int = 0
    score: int | None = None
    next_best: int | None = None

    def compare(self, target: T, name: str, written: str) -> bool:
        """Compare one more name; tell whether it is the best so far."""
        score = likeness(name.upper(), written.upper())
        if self.score is None or score > self.score:
            self.target, self.length, self.score = target, len(name), score
            return True
        if self.next_best is None or score > self.next_best:
            self.next_best = score
        return False

    @property
    def sure(self) -> bool:
        """Tell whether the best name is meant: long enough, alike enough, and without an equal."""
        if self.score is None or self.score == self.next_best:
            return False
        return self.length >= SHORTEST_GUESSED and self.score >= self.length - (
            self.length // 7 + 1
        )
