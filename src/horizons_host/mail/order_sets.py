"""Sets of orders in a text: where each begins and ends, whose and of which game it says it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from attrs import evolve, frozen

from horizons_core.model import folded
from horizons_core.orders import Envelope, first_word, line_of, lines_of, unquoted, words_in

_OPENS = re.compile(r"#[A-Za-z]\w*")
_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTED = re.compile(r"\s*>")
_LEAST_LETTERS = 4
_SEVERAL = " Your mail has {count} sets of these orders: only the last one counts."


@frozen
class WrittenSet:
    """A set of orders as it stands in a text, from its opening line to its closing line.

    `opening` is the opening line's first word, as variants write it. `quoted` says that the set
    stands behind signs of quoting: somebody answered a mail that had it. A `bare` set has no
    opening line; its names are "" until somebody finds out whose it is. `unread` says what else
    of the mail was not read, for its sender.
    """

    opening: str
    names: tuple[str, str]
    text: str
    quoted: bool
    bare: bool = False
    unread: str = ""


@frozen
class Found:
    """What was found in a text.

    Sets of orders, words like an opening line that are none, and whether the mail's sender says
    something besides: lines that are neither quoted nor announce a quotation.
    """

    sets: tuple[WrittenSet, ...]
    misspelt: tuple[str, ...]
    says_more: bool = False


def sets_in(text: str, envelopes: Collection[Envelope]) -> Found:
    """All sets in a text, in its order; `envelopes` are those that may open one."""
    known = {envelope.opening.casefold(): envelope for envelope in envelopes}
    found: list[WrittenSet] = []
    misspelt: list[str] = []
    outside: list[str] = []
    envelope: Envelope | None = None
    lines: list[str] = []
    for written, line in zip(_LINE_END.split(text), lines_of(text), strict=True):
        word = first_word(line.text)
        bare = next((one for one in envelopes if one.opens_bare(line.text)), None)
        if word in known or (envelope is None and bare is not None):
            if envelope is not None:
                found.append(_set(envelope, lines))
            envelope, lines = known.get(word, bare), [written]
        elif envelope is not None:
            lines.append(written)
            if envelope.closes(line.text):
                found.append(_set(envelope, lines))
                envelope = None
        else:
            outside.append(written)
            if _is_like_opening(word) and not any(one.closes(word) for one in envelopes):
                misspelt.append(line.text.split()[0][:30])
    if envelope is not None:
        found.append(_set(envelope, lines))
    return Found(tuple(found), tuple(misspelt), any(map(_is_said, _unsigned(outside))))


def _unsigned(lines: Sequence[str]) -> Sequence[str]:
    """The lines above a signature."""
    return lines[: lines.index("-- ")] if "-- " in lines else lines


def _is_said(line: str) -> bool:
    """Whether a line says something of its own: "On Friday Ada wrote:" does not."""
    return bool(line.strip()) and not _QUOTED.match(line) and not line.rstrip().endswith(":")


def _is_like_opening(word: str) -> bool:
    return len(word) > _LEAST_LETTERS and _OPENS.fullmatch(word) is not None


def _set(envelope: Envelope, lines: Sequence[str]) -> WrittenSet:
    opening = line_of(lines[0]).text
    bare = not envelope.opens(opening)
    words = [] if bare else [unquoted(word.group()) for word in words_in(opening)]
    names = (words[1] if len(words) > 1 else "", words[2] if len(words) > 2 else "")
    end = len(lines)
    while end and not lines[end - 1].strip("> \t"):
        end -= 1
    lines = lines[:end]
    quoted = _QUOTED.match(lines[0]) is not None
    return WrittenSet(envelope.opening, names, "\n".join(lines) + "\n", quoted, bare)


def that_count(sets: Sequence[WrittenSet]) -> list[WrittenSet]:
    """For each game and player the last set; one that is only quoted yields to one that is not."""
    best: dict[tuple[str, str, str], WrittenSet] = {}
    written: Counter[tuple[str, str, str]] = Counter()
    for one in sets:
        whose = (one.opening, folded(one.names[0]), folded(one.names[1]))
        before = best.get(whose)
        written[whose] += not one.quoted and (before is None or before.text != one.text)
        if before is None or before.quoted or not one.quoted:
            best.pop(whose, None)
            best[whose] = one
    return [
        evolve(one, unread=_SEVERAL.format(count=written[whose])) if written[whose] > 1 else one
        for whose, one in best.items()
    ]


def with_unread(sets: Sequence[WrittenSet], unread: str) -> list[WrittenSet]:
    """The sets, with what else of their mail was not read."""
    return [evolve(one, unread=f"{one.unread}{unread}") for one in sets]


def envelopes_of(variants: Mapping[str, Envelope]) -> list[Envelope]:
    """The envelopes without repetition, in a fixed order."""
    return list(dict.fromkeys(variants[name] for name in sorted(variants)))
