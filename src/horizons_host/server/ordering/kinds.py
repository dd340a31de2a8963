"""Kinds of objects in a list of choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from horizons_core.model import Thing, folded
from horizons_core.orders import unquoted


def kinds_of(words: Sequence[str], things: Iterable[Thing]) -> list[str]:
    """Return the fewest kinds of objects that the words name, most frequent first.

    A planet and a group may both be called "9": the complete list resolves this.
    """
    unexplained = {folded(unquoted(word)) for word in words}
    named: dict[str, set[str]] = {}
    for thing in things:
        if thing.words:
            named.setdefault(thing.kind, set()).add(folded(thing.words))
    kinds: list[str] = []
    while unexplained:
        kind = max(named, key=lambda k: len(named[k] & unexplained), default="")
        if not kind or not named[kind] & unexplained:
            break
        kinds.append(kind)
        unexplained -= named.pop(kind)
    return kinds
