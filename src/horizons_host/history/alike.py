"""Sentences that are alike, in one: the words that all have, with dots where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

#: So many sentences are compared; what a thousand alike have in common, these have.
_MOST = 12
_DOTS = "…"


def common_words(sentences: Iterable[str]) -> str:
    """Such as "Built … in sector …"; "" where less than half of the first sentence is left."""
    found = [sentence.split() for sentence in sentences][:_MOST]
    if not found:
        return ""
    shared: Sequence[str] = found[0]
    for words in found[1:]:
        shared = _shared(shared, words)
    kept = [word for word in shared if word != _DOTS]
    return " ".join(shared) if 2 * len(kept) >= len(found[0]) else ""


def _shared(one: Sequence[str], other: Sequence[str]) -> list[str]:
    shared: list[str] = []
    at, there = 0, 0
    for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
        if (block.a, block.b) != (at, there) and shared[-1:] != [_DOTS]:
            shared.append(_DOTS)
        for word in one[block.a : block.a + block.size]:
            if word != _DOTS or shared[-1:] != [_DOTS]:
                shared.append(word)
        at, there = block.a + block.size, block.b + block.size
    return shared
