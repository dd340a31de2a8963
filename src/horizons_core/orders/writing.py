"""Composition of an order from its arguments and the words that its syntax has between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from attrs import frozen

from horizons_core.sums import int_sum

#: A literal word of the syntax: `FROM` in "COLONIZE system FROM origin".
_LITERAL = re.compile(r"[A-Z][A-Z]+")
_COMMA = ","


@frozen
class _SyntaxPart:
    """A word or a comma of a form.

    Attributes:
        word: the word.
        depth: the number of brackets around it.
        needed: the number of required arguments after it.
    """

    word: str
    depth: int
    needed: int

    @property
    def is_argument(self) -> bool:
        return _is_argument(self.word)


def written_order(keyword: str, syntax: Sequence[str], words: Sequence[str]) -> str:
    """Return the order with these arguments, each as it appears in orders.

    The first syntax line that fits the number of arguments determines the words and commas between
    them; if none fits, there are no others. A word that an argument includes is not repeated: "PL
    Mars" for the syntax `PL name`.
    """
    for form in syntax:
        filled = _filled(_parts(keyword, form), words)
        if filled is not None:
            return " ".join([keyword, *filled])
    return " ".join([keyword, *words])


@lru_cache(maxsize=4096)
def _parts(keyword: str, form: str) -> tuple[_SyntaxPart, ...]:
    """Return the parts of a form after its keyword."""
    words = list(_words(form.removeprefix(keyword)))
    needs = [depth == 0 and _is_argument(word) for word, depth in words]
    required = int_sum(needs)
    return tuple(
        _SyntaxPart(word, depth, required - so_far)
        for (word, depth), so_far in zip(words, accumulate(needs), strict=True)
    )


def _words(form: str) -> Iterator[tuple[str, int]]:
    """Yield the words and commas of a form, each with the number of brackets around it."""
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


def _filled(parts: Sequence[_SyntaxPart], words: Sequence[str]) -> list[str] | None:
    """Return the words of a form with arguments in their places; None if they do not fit."""
    result: list[str] = []
    pending: list[_SyntaxPart] = []
    rest = list(words)
    for number, part in enumerate(parts):
        if not part.is_argument and rest[:1] != [part.word]:
            is_left_out = part.depth > 0 and not rest
            pending += [] if is_left_out or _is_included(part, rest) else [part]
        elif rest and not (part.depth > 0 and _fits_later(rest, part, parts[number + 1 :])):
            result = _appended(result, pending, rest.pop(0))
            pending = []
        elif rest:
            pending = [p for p in pending if p.depth == 0]
        elif part.depth == 0:
            return None
        else:
            break
    return None if rest else _appended(result, pending)


def _is_included(part: _SyntaxPart, rest: Sequence[str]) -> bool:
    """Return whether the next argument includes a word of the form."""
    return bool(rest) and rest[0].startswith(f"{part.word} ")


def _fits_later(rest: Sequence[str], part: _SyntaxPart, later_parts: Sequence[_SyntaxPart]) -> bool:
    """Return whether an optional place stays empty, because the rest is needed after it."""
    return len(rest) <= part.needed or any(_is_included(p, rest) for p in later_parts)


def _appended(result: Sequence[str], pending: Sequence[_SyntaxPart], *words: str) -> list[str]:
    """Append the pending words of the form, then these words; commas join the word before."""
    extended = list(result)
    for part in pending:
        if part.word == _COMMA and extended:
            extended[-1] += _COMMA
        elif part.word != _COMMA:
            extended.append(part.word)
    return [*extended, *words]
