"""Merging similar sentences into one, with dots where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

#: Largest number of sentences compared; more rarely change the result.
_MOST = 12
_DOTS = "…"


def common_words(sentences: Iterable[str]) -> str:
    """Return a text such as "Built … in sector …"; "" if less than half of the first is common."""
    split = [sentence.split() for sentence in sentences][:_MOST]
    if not split:
        return ""
    shared: Sequence[str] = split[0]
    for words in split[1:]:
        shared = _shared(shared, words)
    common = [word for word in shared if word != _DOTS]
    return " ".join(shared) if 2 * len(common) >= len(split[0]) else ""


def _shared(first: Sequence[str], second: Sequence[str]) -> list[str]:
    shared: list[str] = []
    a, b = 0, 0
    for block in SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks():
        if (block.a, block.b) != (a, b) and shared[-1:] != [_DOTS]:
            shared.append(_DOTS)
        for word in first[block.a : block.a + block.size]:
            if word != _DOTS or shared[-1:] != [_DOTS]:
                shared.append(word)
        a, b = block.a + block.size, block.b + block.size
    return shared
