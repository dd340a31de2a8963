"""Writing an order from its arguments, with the words that its syntax has between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from attrs import frozen

from horizons_core.sums import int_sum

#: A word of the order itself: `FROM` in "COLONIZE system FROM origin".
_LITERAL = re.compile(r"[A-Z][A-Z]+")
_COMMA = ","


@frozen
class _Part:
    """A word or a comma of a form.

    Attributes:
        word: it.
        depth: in how many brackets it stands.
        needed: how many arguments must stand behind it.
    """

    word: str
    depth: int
    needed: int

    @property
    def is_argument(self) -> bool:
        return _is_argument(self.word)


def written_order(keyword: str, syntax: Sequence[str], words: Sequence[str]) -> str:
    """The order with these arguments, each as it is written in orders.

    The first line of the syntax in which so many arguments fit says which words and commas stand
    between them; if none does, nothing stands there. A word that an argument brings along is not
    written twice: "PL Mars" where the syntax has `PL name`.
    """
    for form in syntax:
        found = _filled(_parts(keyword, form), words)
        if found is not None:
            return " ".join([keyword, *found])
    return " ".join([keyword, *words])


@lru_cache(maxsize=4096)
def _parts(keyword: str, form: str) -> tuple[_Part, ...]:
    """The parts of a form after its keyword."""
    found = list(_words(form.removeprefix(keyword)))
    needs = [depth == 0 and _is_argument(word) for word, depth in found]
    behind = int_sum(needs)
    return tuple(
        _Part(word, depth, behind - so_far)
        for (word, depth), so_far in zip(found, accumulate(needs), strict=True)
    )


def _words(form: str) -> Iterator[tuple[str, int]]:
    """The words and commas of a form, with how many brackets each stands in."""
    depth = 0
    for token in form.split():
        depth += token.count("[")
        word = token.strip("[]").removesuffix(_COMMA)
        if word and word != "...":
            yield word, depth
        if token.endswith(_COMMA):
            yield _COMMA, depth
        depth -= token.count("]")


def _is_argument(word: str) -> bool:
    return word != _COMMA and not _LITERAL.fullmatch(word)


def _filled(parts: Sequence[_Part], words: Sequence[str]) -> list[str] | None:
    """The words of a form with arguments in their places; None if they do not fit."""
    told: list[str] = []
    waiting: list[_Part] = []
    left = list(words)
    for number, part in enumerate(parts):
        if not part.is_argument and left[:1] != [part.word]:
            is_left_out = part.depth > 0 and not left
            waiting += [] if is_left_out or _is_brought(part, left) else [part]
        elif left and not (part.depth > 0 and _belongs_later(left, part, parts[number + 1 :])):
            told = _with(told, waiting, left.pop(0))
            waiting = []
        elif left:
            waiting = [one for one in waiting if one.depth == 0]
        elif part.depth == 0:
            return None
        else:
            break
    return None if left else _with(told, waiting)


def _is_brought(part: _Part, left: Sequence[str]) -> bool:
    """Whether the next argument brings a word of the form along."""
    return bool(left) and left[0].startswith(f"{part.word} ")


def _belongs_later(left: Sequence[str], part: _Part, later: Sequence[_Part]) -> bool:
    """Whether a place that may stay empty does, for what is left belongs behind it."""
    return len(left) <= part.needed or any(_is_brought(one, left) for one in later)


def _with(told: Sequence[str], waiting: Sequence[_Part], *words: str) -> list[str]:
    """What is told, with what waits between it and the next words; commas stand at a word."""
    found = list(told)
    for part in waiting:
        if part.word == _COMMA and found:
            found[-1] += _COMMA
        elif part.word != _COMMA:
            found.append(part.word)
    return [*found, *words]
