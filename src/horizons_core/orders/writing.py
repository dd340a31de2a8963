"""Writing an order from its arguments, with the words that its syntax has between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

#: A word of the order itself: `FROM` in "COLONIZE system FROM origin".
_LITERAL = re.compile(r"[A-Z][A-Z]+")


def written_order(keyword: str, syntax: Sequence[str], words: Sequence[str]) -> str:
    """The order with these arguments, each as it is written in orders.

    The first line of the syntax in which so many arguments fit says which words stand between them;
    if none does, nothing stands there.
    """
    for form in syntax:
        found = _filled(_parts(keyword, form), words)
        if found is not None:
            return " ".join([keyword, *found])
    return " ".join([keyword, *words])


@lru_cache(maxsize=4096)
def _parts(keyword: str, form: str) -> tuple[tuple[str, int], ...]:
    """The words of a form after its keyword, with how many brackets each stands in."""
    parts: list[tuple[str, int]] = []
    depth = 0
    for token in form.removeprefix(keyword).split():
        depth += token.count("[")
        word = token.strip("[]")
        if word and word != "...":
            parts.append((word, depth))
        depth -= token.count("]")
    return tuple(parts)


def _filled(parts: Sequence[tuple[str, int]], words: Sequence[str]) -> list[str] | None:
    """The words of a form with arguments in their places; None if they do not fit."""
    told: list[str] = []
    waiting: list[str] = []
    left = list(words)
    for part, depth in parts:
        if _LITERAL.fullmatch(part) and left[:1] == [part]:
            told += [*waiting, left.pop(0)]
            waiting = []
        elif _LITERAL.fullmatch(part):
            waiting += [] if depth and not left else [part]
        elif left:
            told += [*waiting, left.pop(0)]
            waiting = []
        elif not depth:
            return None
        else:
            break
    return None if left else told + waiting
