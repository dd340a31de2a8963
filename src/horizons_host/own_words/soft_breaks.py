"""Check of soft line breaks in orders: whether the mail program really wrapped the line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from horizons_core.orders import Language
from horizons_host.own_words.line_kinds import SOFT_BREAK, without_signs

#: With more wrapped lines all of them are treated alike.
_MOST_LINES = 20
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
_SIGNS = re.compile(r"[> \t]*")


def join_wrapped_lines(text: str, language: Language) -> tuple[str, str]:
    """Return a set of orders with its wrapped lines joined or split, and a remark for the sender.

    A line is joined unless splitting it gives fewer errors or more orders: a comment must not
    swallow an order.
    """
    if SOFT_BREAK not in text:
        return without_signs(text), _ends_of_comments(text, language.style.comment)
    lines = text.split("\n")
    broken = [at for at, line in enumerate(lines) if SOFT_BREAK in line]
    split: set[int] = set()
    best = _faults(lines, split, language)
    tries = [{at} for at in broken] if len(broken) <= _MOST_LINES else [set(broken)]
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
        _split_line(line) if at in split else without_signs(line) for at, line in enumerate(lines)
    )


def _split_line(line: str) -> str:
    signs = _SIGNS.match(line)
    quoting = signs[0] if signs and ">" in signs[0] else ""
    first, *rest = line.split(SOFT_BREAK)
    return "\n".join([first, *(f"{quoting}{part}" for part in rest)])
