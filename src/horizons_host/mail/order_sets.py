"""Search of a text for sets of orders, and repair of lines that a mail program wrapped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from horizons_core.errors import nearest
from horizons_core.model import folded
from horizons_core.orders import Envelope, Language, first_word, lines_of, unquoted, words_in
from horizons_host.mail.line_kinds import (
    SOFT_BREAK,
    LineKind,
    SortedLines,
    sorted_lines,
    without_marks,
)
from horizons_host.mail.quotations import is_quoted

#: If more lines are wrapped, all of them are joined, or all are split.
_MAX_LINES = 20
#: Mail programs wrap longer lines, or up to `_MARGIN` characters earlier.
_WIDEST, _MARGIN = 78, 6
_APART = (
    " Lines that your mail program has wrapped were read as separate lines, because"
    " more orders are valid that way: please check them."
)
_END_OF_COMMENT = (
    " '{line}' follows a long comment. If it is the end of the comment, wrapped by"
    " your mail program, send the orders again with a shorter comment."
)
_MARKS = re.compile(r"[> \t]*")

_OPENS = re.compile(r"#[A-Za-z]\w*")
_LINE_END = re.compile(r"\r\n|\r|\n")
_MIN_LETTERS = 4
#: Maximum number of words like an opening line that are compared with the known ones.
_MAX_MISSPELT = 20
#: Maximum number of levels of nested emails that are searched for orders.
_MAX_DEPTH = 5
_SEVERAL = " Your email has {count} sets of these orders: only the last one counts."
_QUOTED_ONLY = (
    " They are from the quoted part of your email, because you wrote no orders above"
    " or below it: please check that they are what you want."
)
_QUOTED_TOO = " Orders in quoted text or in the signature were not read."
_END_OF_QUOTE = (
    " '{line}' follows a long quoted line. If it is the end of that line, wrapped by"
    " a mail program, send the orders again without it."
)


def join_wrapped_lines(text: str, language: Language) -> tuple[str, str]:
    """Return a set of orders with its wrapped lines joined or split, and a remark for the sender.

    A line is joined unless splitting it gives fewer errors or more orders: a comment must not
    swallow an order.
    """
    if SOFT_BREAK not in text:
        return without_marks(text), _ends_of_comments(text, language.style.comment)
    lines = text.split("\n")
    broken = [at for at, line in enumerate(lines) if SOFT_BREAK in line]
    split: set[int] = set()
    best = _faults(lines, split, language)
    tries = [{at} for at in broken] if len(broken) <= _MAX_LINES else [set(broken)]
    for more in tries:
        faults = _faults(lines, split | more, language)
        if faults < best:
            split, best = split | more, faults
    return _text_of(lines, split), _APART if split else ""


def _ends_of_comments(text: str, sign: str) -> str:
    """Return a sentence about a line that may be the end of the comment above it, or ""."""
    lines = text.split("\n")
    for above, line in pairwise(lines):
        word = line.split(maxsplit=1)[0] if line[:1].isalnum() else ""
        is_full = len(above) <= _WIDEST < len(above) + 1 + len(word) + _MARGIN
        if word and is_full and sign in above and above.rstrip()[-1] not in ".!?":
            return _END_OF_COMMENT.format(line=line[:40].strip())
    return ""


def _faults(lines: Sequence[str], split: set[int], language: Language) -> tuple[int, int]:
    """Return the number of errors in a text, and minus the number of its orders."""
    read = language.read(_text_of(lines, split))
    errors = sum(remark.severity == "error" for remark in read.diagnostics)
    return errors + read.left_out, -len(read.orders)


def _text_of(lines: Sequence[str], split: set[int]) -> str:
    return "\n".join(
        _split_line(line) if at in split else without_marks(line) for at, line in enumerate(lines)
    )


def _split_line(line: str) -> str:
    signs = _MARKS.match(line)
    quoting = signs[0] if signs and ">" in signs[0] else ""
    first, *rest = line.split(SOFT_BREAK)
    return "\n".join([first, *(f"{quoting}{part}" for part in rest)])


@frozen
class MailedOrders:
    """A set of orders in a text, from its opening line to its closing line.

    `opening` is the opening line's first word, as variants write it. `quoted` means that the set is
    in a quotation or a signature: the sender did not write it in this email. An `edited` set has an
    opening line after a quotation mark `>`, and lines of the sender: a quoted form that was filled
    in. A `bare` set has no opening line; its names are "" until its player is determined. `unread`
    tells the sender which other parts were not read. `line` is that of the opening line, from 0;
    for an email within an email it counts from the inner one's beginning.
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
        """True if the sender wrote the set, or part of it."""
        return self.edited or not self.quoted


@frozen
class OrderSearchResult:
    """The result of a search for orders in a text.

    It has the sets of orders, words that resemble an opening line, whether the email's sender says
    anything else, and the other kinds of lines outside of the sets.
    """

    sets: tuple[MailedOrders, ...]
    misspelt: tuple[str, ...]
    has_more_words: bool = False
    other_kinds: frozenset[LineKind] = frozenset()
    #: whether the sender mistyped an opening line
    own_misspelt: bool = False


@frozen
class _TextLine:
    """A line as written, as read, with its first word in lower case, and its kind.

    A rest was wrapped from the line above by a mail program; a doubtful line may be one.
    """

    written: str
    text: str
    word: str
    kind: LineKind
    marked: bool
    is_rest: bool = False
    is_doubtful: bool = False

    @property
    def by_hand(self) -> bool:
        """True if the sender wrote something in the line."""
        return self.kind == "own" and bool(self.written.strip())


def sets_in(text: str, envelopes: Collection[Envelope]) -> OrderSearchResult:
    """Return all sets in a text, in order; `envelopes` are those that may open one.

    If all are quoted, return those of the latest quoted email, which may quote others. Return
    no sets if the sender's own opening line is mistyped.
    """
    result, lines = _sets_in(text, envelopes)
    sets = result.sets
    if result.own_misspelt and not any(order_set.is_own for order_set in sets):
        return evolve(result, sets=())
    for _ in range(_MAX_DEPTH):
        if not sets or any(order_set.is_own for order_set in sets):
            break
        inner, lines = _sets_in(lines.quoted_text(), envelopes)
        sets = tuple(order_set for order_set in inner.sets if order_set.is_own) or inner.sets
    if sets is not result.sets and sets:
        result = evolve(result, sets=tuple(evolve(o, quoted=True, edited=False) for o in sets))
    return result


def _sets_in(text: str, envelopes: Collection[Envelope]) -> tuple[OrderSearchResult, SortedLines]:
    """Return all sets in a text, and its lines."""
    by_opening = {envelope.opening.casefold(): envelope for envelope in envelopes}
    raw_lines = _LINE_END.split(text)
    lines = sorted_lines("\n".join(raw_lines))
    read = zip(raw_lines, lines_of(text), lines.kinds, strict=True)
    rows = [
        _TextLine(raw, line.text, first_word(line.text), kind, bool(line.quoting) or is_quoted(raw))
        if line.text
        else _TextLine(raw, "", "", kind, raw.lstrip()[:1] == ">")
        for raw, line, kind in read
    ]
    for at in lines.rests:
        rows[at] = evolve(rows[at], is_rest=True)
    for at in lines.doubtful:
        rows[at] = evolve(rows[at], is_doubtful=True)
    openings = [by_opening.get(row.word) for row in rows]
    sets: list[MailedOrders] = []
    misspelt: list[str] = []
    outside: set[LineKind] = set()
    own_misspelt = False
    at = 0
    while at < len(rows):
        row = rows[at]
        if not row.word:
            at += 1
            continue
        envelope = openings[at]
        if envelope is None:
            envelope = next((e for e in envelopes if e.opens_bare(row.text)), None)
        if envelope is not None:
            end = _end_of_set(rows, openings, at, envelope)
            sets.append(evolve(_set(envelope, rows[at:end]), line=at))
            at = end
            continue
        at += 1
        outside.add(row.kind)
        if _looks_like_opening(row.word) and not any(e.closes(row.word) for e in envelopes):
            word = row.text.split()[0][:30]
            misspelt.append(word)
            if row.kind == "own" and len(misspelt) <= _MAX_MISSPELT:
                near = nearest(word, [candidate.opening for candidate in envelopes])
                own_misspelt = own_misspelt or near is not None
    kinds = frozenset(outside - {"own"})
    return OrderSearchResult(
        tuple(sets), tuple(misspelt), "own" in outside, kinds, own_misspelt
    ), lines


def _end_of_set(
    rows: Sequence[_TextLine], openings: Sequence[Envelope | None], start: int, envelope: Envelope
) -> int:
    """Return the line after the set that begins at a line.

    The sender's own set ends at its closing line: the lines before it are orders and messages, in
    which anything may be quoted. Without a closing line it ends where a quotation or a signature
    begins.
    """
    is_own = rows[start].kind == "own"
    limit = start + 1
    while limit < len(rows) and openings[limit] is None:
        row = rows[limit]
        if envelope.closes(row.text) and not (is_own and row.marked):
            return limit + 1
        limit += 1
    if not is_own:
        return limit
    end = start + 1
    while end < limit and (rows[end].kind == "own" or rows[end].marked):
        end += 1
    while end > start + 1 and (rows[end - 1].marked or not rows[end - 1].text.strip()):
        end -= 1
    return end


def _looks_like_opening(word: str) -> bool:
    return len(word) > _MIN_LETTERS and _OPENS.fullmatch(word) is not None


def _set(envelope: Envelope, rows: Sequence[_TextLine]) -> MailedOrders:
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
    return MailedOrders(envelope.opening, names, text, quoted, bare, unread, edited)


def counting_sets(sets: Sequence[MailedOrders]) -> list[MailedOrders]:
    """Return the last set of each game and player, preferring those that the sender wrote.

    Quoted forms that the sender filled in yield to a set of the sender's own.
    """
    counting = [order_set for order_set in sets if order_set.is_own] or list(sets)
    unread = _QUOTED_TOO if len(counting) < len(sets) else ""
    best: dict[tuple[str, str, str], MailedOrders] = {}
    counts: Counter[tuple[str, str, str]] = Counter()
    for order_set in counting:
        owner = (order_set.opening, folded(order_set.names[0]), folded(order_set.names[1]))
        before = best.get(owner)
        counts[owner] += before is None or before.text != order_set.text
        if before is None or before.quoted or not order_set.quoted:
            best.pop(owner, None)
            best[owner] = order_set
    notes = {
        owner: (_SEVERAL.format(count=counts[owner]) if counts[owner] > 1 else "")
        + ("" if order_set.is_own else _QUOTED_ONLY)
        + unread
        for owner, order_set in best.items()
    }
    return [evolve(s, unread=s.unread + notes[owner]) for owner, s in best.items()]


def orders_without_quotes(text: str, envelope: Envelope) -> str:
    """Return a pasted text without its quotations, if it is an email that quotes something.

    A text without an opening line is returned unchanged. Lines that are left out become blank, so
    that remarks refer to the lines of the pasted text.
    """
    if envelope.is_absent(text):
        return text
    result = sets_in(text, [envelope])
    if not result.sets or not (
        result.other_kinds or any(order_set.quoted for order_set in result.sets)
    ):
        return text
    lines: list[str] = []
    for order_set in counting_sets(result.sets):
        lines += [""] * (order_set.line - len(lines))
        lines += order_set.text.removesuffix("\n").split("\n")
    return "\n".join(lines) + "\n"


def with_unread(sets: Sequence[MailedOrders], unread: str) -> list[MailedOrders]:
    """Add to each set what else of its email was not read."""
    return [evolve(order_set, unread=f"{order_set.unread}{unread}") for order_set in sets]


def envelopes_of(variants: Mapping[str, Envelope]) -> list[Envelope]:
    """Return the distinct envelopes, in a fixed order."""
    return list(dict.fromkeys(variants[name] for name in sorted(variants)))
