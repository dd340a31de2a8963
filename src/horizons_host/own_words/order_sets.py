"""Sets of orders in a text: where each begins and ends, whose it says it is, who wrote it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from attrs import evolve, frozen

from horizons_core.errors import nearest
from horizons_core.model import folded
from horizons_core.orders import Envelope, first_word, lines_of, unquoted, words_in
from horizons_host.own_words.announcements import is_quoted
from horizons_host.own_words.line_kinds import Kind, SortedLines, sorted_lines

_OPENS = re.compile(r"#[A-Za-z]\w*")
_LINE_END = re.compile(r"\r\n|\r|\n")
_LEAST_LETTERS = 4
#: Of more words like an opening line the rest is not compared with those that there are.
_MOST_MISSPELT = 20
#: So many mails within each other are looked through for orders.
_DEEPEST = 5
_SEVERAL = " Your mail has {count} sets of these orders: only the last one counts."
_QUOTED_ONLY = (
    " They are from the quoted part of your mail, because you wrote no orders above"
    " or below it: please check that they are what you want."
)
_QUOTED_TOO = " Orders in quoted text or in the signature were not read."
_END_OF_QUOTE = (
    " '{line}' follows a long quoted line. If it is the end of that line, wrapped by"
    " a mail program, send the orders again without it."
)


@frozen
class WrittenSet:
    """A set of orders as it stands in a text, from its opening line to its closing line.

    `opening` is the opening line's first word, as variants write it. `quoted` says that the set
    stands in a quotation or a signature: the sender did not write it in this mail. An `edited` set
    has an opening line behind a sign of quoting and lines of the sender's own: somebody filled in
    a quoted form. A `bare` set has no opening line; its names are "" until somebody finds out whose
    it is. `unread` says what else of the mail was not read, for its sender. `line` is that of the
    opening line, from 0; in a mail within a mail it counts from that one's beginning.
    """

    opening: str
    names: tuple[str, str]
    text: str
    quoted: bool
    bare: bool = False
    unread: str = ""
    edited: bool = False
    line: int = 0

    @property
    def is_own(self) -> bool:
        """Whether the sender wrote it, or some of it."""
        return self.edited or not self.quoted


@frozen
class Found:
    """What was found in a text.

    Sets of orders, words like an opening line that are none, whether the mail's sender says
    something besides, and which other kinds of lines stand outside of the sets.
    """

    sets: tuple[WrittenSet, ...]
    misspelt: tuple[str, ...]
    says_more: bool = False
    others: frozenset[Kind] = frozenset()
    #: whether the sender mistyped an opening line
    own_misspelt: bool = False


@frozen
class _Row:
    """A line as written, as it is read, its first word in small letters, and its kind.

    The rest of a line was broken off by a mail program; a doubtful line may be one.
    """

    written: str
    text: str
    word: str
    kind: Kind
    marked: bool
    is_rest: bool = False
    is_doubtful: bool = False

    @property
    def by_hand(self) -> bool:
        """Whether the sender wrote something in it."""
        return self.kind == "own" and bool(self.written.strip())


def sets_in(text: str, envelopes: Collection[Envelope]) -> Found:
    """All sets in a text, in its order; `envelopes` are those that may open one.

    If all are quoted, those of the latest mail that is quoted: a mail in it may quote others. None
    are given back if the sender wrote an opening line that is mistyped.
    """
    found, lines = _sets_in(text, envelopes)
    sets = found.sets
    if found.own_misspelt and not any(one.is_own for one in sets):
        return evolve(found, sets=())
    for _ in range(_DEEPEST):
        if not sets or any(one.is_own for one in sets):
            break
        inner, lines = _sets_in(lines.quoted_text(), envelopes)
        sets = tuple(one for one in inner.sets if one.is_own) or inner.sets
    if sets is not found.sets and sets:
        found = evolve(found, sets=tuple(evolve(o, quoted=True, edited=False) for o in sets))
    return found


def _sets_in(text: str, envelopes: Collection[Envelope]) -> tuple[Found, SortedLines]:
    """All sets in a text, and its lines."""
    known = {envelope.opening.casefold(): envelope for envelope in envelopes}
    written = _LINE_END.split(text)
    lines = sorted_lines("\n".join(written))
    read = zip(written, lines_of(text), lines.kinds, strict=True)
    rows = [
        _Row(own, line.text, first_word(line.text), kind, bool(line.quoting) or is_quoted(own))
        if line.text
        else _Row(own, "", "", kind, own.lstrip()[:1] == ">")
        for own, line, kind in read
    ]
    for at in lines.rests:
        rows[at] = evolve(rows[at], is_rest=True)
    for at in lines.doubtful:
        rows[at] = evolve(rows[at], is_doubtful=True)
    openings = [known.get(row.word) for row in rows]
    sets: list[WrittenSet] = []
    misspelt: list[str] = []
    outside: set[Kind] = set()
    own_misspelt = False
    at = 0
    while at < len(rows):
        row = rows[at]
        if not row.word:
            at += 1
            continue
        envelope = openings[at]
        if envelope is None:
            envelope = next((one for one in envelopes if one.opens_bare(row.text)), None)
        if envelope is not None:
            end = _end_of_set(rows, openings, at, envelope)
            sets.append(evolve(_set(envelope, rows[at:end]), line=at))
            at = end
            continue
        at += 1
        outside.add(row.kind)
        if _is_like_opening(row.word) and not any(one.closes(row.word) for one in envelopes):
            word = row.text.split()[0][:30]
            misspelt.append(word)
            if row.kind == "own" and len(misspelt) <= _MOST_MISSPELT:
                near = nearest(word, [one.opening for one in envelopes])
                own_misspelt = own_misspelt or near is not None
    others = frozenset(outside - {"own"})
    return Found(tuple(sets), tuple(misspelt), "own" in outside, others, own_misspelt), lines


def _end_of_set(
    rows: Sequence[_Row], openings: Sequence[Envelope | None], start: int, envelope: Envelope
) -> int:
    """The line below the set that begins at a line.

    What a sender wrote goes to the closing line: between the two stands nothing but orders and
    messages, in which everything may be quoted. Without one it ends where a quotation or a
    signature begins.
    """
    own = rows[start].kind == "own"
    limit = start + 1
    while limit < len(rows) and openings[limit] is None:
        row = rows[limit]
        if envelope.closes(row.text) and not (own and row.marked):
            return limit + 1
        limit += 1
    if not own:
        return limit
    end = start + 1
    while end < limit and (rows[end].kind == "own" or rows[end].marked):
        end += 1
    while end > start + 1 and (rows[end - 1].marked or not rows[end - 1].text.strip()):
        end -= 1
    return end


def _is_like_opening(word: str) -> bool:
    return len(word) > _LEAST_LETTERS and _OPENS.fullmatch(word) is not None


def _set(envelope: Envelope, rows: Sequence[_Row]) -> WrittenSet:
    opening = rows[0].text
    bare = not envelope.opens(opening)
    words = [] if bare else [unquoted(word.group()) for word in words_in(opening)]
    names = (words[1] if len(words) > 1 else "", words[2] if len(words) > 2 else "")
    end = len(rows)
    while end > 1 and not rows[end - 1].written.strip("> \t"):
        end -= 1
    quoted = rows[0].kind != "own"
    edited = rows[0].marked and any(row.by_hand and not row.marked for row in rows[1:end])
    text = rows[0].written
    text += "".join(f"{' ' if row.is_rest else chr(10)}{row.written}" for row in rows[1:end]) + "\n"
    doubtful = next((row.written for row in rows[1:end] if row.is_doubtful), "")
    unread = _END_OF_QUOTE.format(line=doubtful.strip()) if doubtful else ""
    return WrittenSet(envelope.opening, names, text, quoted, bare, unread, edited)


def that_count(sets: Sequence[WrittenSet]) -> list[WrittenSet]:
    """For each game and player the last set; those that the sender wrote, if there are any.

    Quoted forms in which the sender wrote yield to a set of the sender's own.
    """
    own = [one for one in sets if one.is_own] or list(sets)
    unread = _QUOTED_TOO if len(own) < len(sets) else ""
    best: dict[tuple[str, str, str], WrittenSet] = {}
    written: Counter[tuple[str, str, str]] = Counter()
    for one in own:
        whose = (one.opening, folded(one.names[0]), folded(one.names[1]))
        before = best.get(whose)
        written[whose] += before is None or before.text != one.text
        if before is None or before.quoted or not one.quoted:
            best.pop(whose, None)
            best[whose] = one
    said = {
        whose: (_SEVERAL.format(count=written[whose]) if written[whose] > 1 else "")
        + ("" if one.is_own else _QUOTED_ONLY)
        + unread
        for whose, one in best.items()
    }
    return [evolve(one, unread=one.unread + said[whose]) for whose, one in best.items()]


def own_orders(text: str, envelope: Envelope) -> str:
    """A text that somebody pasted, without what it quotes if it is a mail that quotes something.

    One that holds no set of orders with an opening line is left as it is. Lines that are left out
    become blank, so that remarks name the lines of the text as it was pasted.
    """
    if envelope.is_absent(text):
        return text
    found = sets_in(text, [envelope])
    if not found.sets or not (found.others or any(one.quoted for one in found.sets)):
        return text
    lines: list[str] = []
    for one in that_count(found.sets):
        lines += [""] * (one.line - len(lines))
        lines += one.text.removesuffix("\n").split("\n")
    return "\n".join(lines) + "\n"


def with_unread(sets: Sequence[WrittenSet], unread: str) -> list[WrittenSet]:
    """The sets, with what else of their mail was not read."""
    return [evolve(one, unread=f"{one.unread}{unread}") for one in sets]


def envelopes_of(variants: Mapping[str, Envelope]) -> list[Envelope]:
    """The envelopes without repetition, in a fixed order."""
    return list(dict.fromkeys(variants[name] for name in sorted(variants)))
