"""Sets of orders in a text: where each begins and ends, whose and of which game it says it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from attrs import frozen

from horizons_core.model import folded
from horizons_core.orders import Envelope
from horizons_host.order_texts import first_word

_OPENS = re.compile(r"#[A-Za-z]\w*")
_QUOTED = re.compile(r"\s*>")
_LEAST_LETTERS = 4


@frozen
class WrittenSet:
    """A set of orders as it stands in a text, from its opening line to its closing line.

    `opening` is the opening line's first word, as variants write it. `quoted` says that the set
    stands behind signs of quoting: somebody answered a mail that had it.
    """

    opening: str
    names: tuple[str, str]
    text: str
    quoted: bool


@frozen
class Found:
    """What was found in a text: sets of orders, and words like an opening line that are none."""

    sets: tuple[WrittenSet, ...]
    misspelt: tuple[str, ...]


def sets_in(text: str, envelopes: Collection[Envelope]) -> Found:
    """All sets in a text, in its order; `envelopes` are those that may open one."""
    known = {envelope.opening.casefold(): envelope for envelope in envelopes}
    closings = {envelope.closing.casefold() for envelope in envelopes}
    found: list[WrittenSet] = []
    misspelt: list[str] = []
    envelope: Envelope | None = None
    lines: list[str] = []
    for line in text.split("\n"):
        word = first_word(line).casefold()
        if word in known:
            if envelope is not None:
                found.append(_set(envelope, lines))
            envelope, lines = known[word], [line]
        elif envelope is not None:
            lines.append(line)
            if word == envelope.closing.casefold():
                found.append(_set(envelope, lines))
                envelope = None
        elif len(word) > _LEAST_LETTERS and word not in closings and _OPENS.fullmatch(word):
            misspelt.append(first_word(line)[:30])
    if envelope is not None:
        found.append(_set(envelope, lines))
    return Found(tuple(found), tuple(misspelt))


def _set(envelope: Envelope, lines: Sequence[str]) -> WrittenSet:
    head = re.sub(r"^[> \t]*", "", lines[0])
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|[^\s"]+', head)]
    names = (words[1] if len(words) > 1 else "", words[2] if len(words) > 2 else "")
    while lines and not lines[-1].strip("> \t"):
        lines = lines[:-1]
    quoted = _QUOTED.match(lines[0]) is not None
    return WrittenSet(envelope.opening, names, "\n".join(lines) + "\n", quoted)


def that_count(sets: Sequence[WrittenSet]) -> list[WrittenSet]:
    """For each game and player the last set; one that is only quoted yields to one that is not."""
    best: dict[tuple[str, str, str], WrittenSet] = {}
    for one in sets:
        whose = (one.opening, folded(one.names[0]), folded(one.names[1]))
        before = best.get(whose)
        if before is None or before.quoted or not one.quoted:
            best.pop(whose, None)
            best[whose] = one
    return list(best.values())


def envelopes_of(variants: Mapping[str, Envelope]) -> list[Envelope]:
    """The envelopes without repetition, in a fixed order."""
    return list(dict.fromkeys(variants[name] for name in sorted(variants)))
