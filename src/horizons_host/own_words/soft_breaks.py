"""Lines of orders that a mail program says it has broken: whether that is true."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from horizons_core.orders import Language
from horizons_host.own_words.line_kinds import SOFT_BREAK, without_signs

#: Beyond so many such lines all of them are read alike.
_MOST_LINES = 20
#: Mail programs break lines that are longer, or up to so many characters before.
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


def settled(text: str, language: Language) -> tuple[str, str]:
    """A set of orders with its broken lines whole or apart, and what is to be checked in it.

    A line stays whole unless there are fewer errors, or more orders, in its parts: a comment
    swallows no order.
    """
    if SOFT_BREAK not in text:
        return without_signs(text), _ends_of_comments(text, language.style.comment)
    lines = text.split("\n")
    broken = [at for at, line in enumerate(lines) if SOFT_BREAK in line]
    apart: set[int] = set()
    best = _faults(lines, apart, language)
    tries = [{at} for at in broken] if len(broken) <= _MOST_LINES else [set(broken)]
    for more in tries:
        faults = _faults(lines, apart | more, language)
        if faults < best:
            apart, best = apart | more, faults
    return _written(lines, apart), _APART if apart else ""


def _ends_of_comments(text: str, sign: str) -> str:
    """A sentence on a line that may be the end of the comment above it; "" if there is none."""
    lines = text.split("\n")
    for above, line in pairwise(lines):
        word = line.split(maxsplit=1)[0] if line[:1].isalnum() else ""
        is_full = len(above) <= _WIDEST < len(above) + 1 + len(word) + _MARGIN
        if word and is_full and sign in above and above.rstrip()[-1] not in ".!?":
            return _END_OF_COMMENT.format(line=line[:40].strip())
    return ""


def _faults(lines: Sequence[str], apart: set[int], language: Language) -> tuple[int, int]:
    """The errors in a text, and the orders, of which more are better."""
    read = language.read(_written(lines, apart))
    errors = sum(remark.severity == "error" for remark in read.diagnostics)
    return errors + read.left_out, -len(read.orders)


def _written(lines: Sequence[str], apart: set[int]) -> str:
    return "\n".join(
        _parted(line) if at in apart else without_signs(line) for at, line in enumerate(lines)
    )


def _parted(line: str) -> str:
    signs = _SIGNS.match(line)
    quoting = signs[0] if signs and ">" in signs[0] else ""
    first, *rest = line.split(SOFT_BREAK)
    return "\n".join([first, *(f"{quoting}{part}" for part in rest)])
