"""Which kinds of things a list of choices is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from horizons_core.model import Thing, folded
from horizons_core.orders import unquoted


def kinds_of(words: Sequence[str], things: Iterable[Thing]) -> list[str]:
    """The fewest kinds of things that the words are names of, those that say most first.

    A planet and a group may both be called "9": what is offered as a whole tells which is meant.
    """
    left = {folded(unquoted(word)) for word in words}
    named: dict[str, set[str]] = {}
    for thing in things:
        if thing.words:
            named.setdefault(thing.kind, set()).add(folded(thing.words))
    found: list[str] = []
    while left:
        kind = max(named, key=lambda one: len(named[one] & left), default="")
        if not kind or not named[kind] & left:
            break
        found.append(kind)
        left -= named.pop(kind)
    return found
