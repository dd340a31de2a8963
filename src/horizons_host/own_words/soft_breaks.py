"""Lines of orders that a mail program says it has broken: whether that is true."""

from __future__ import annotations

import re
from collections.abc import Sequence

from horizons_core.orders import Language
from horizons_host.own_words.line_kinds import SOFT_BREAK, without_signs

#: Beyond so many such lines all of them are read alike.
_MOST_LINES = 20
_SIGNS = re.compile(r"[> \t]*")


def settled(text: str, language: Language) -> tuple[str, bool]:
    """A set of orders with its broken lines whole or apart, and whether any is left apart.

    A line stays whole unless there are fewer errors, or more orders, in its parts: a comment
    swallows no order.
    """
    if SOFT_BREAK not in text:
        return without_signs(text), False
    lines = text.split("\n")
    broken = [at for at, line in enumerate(lines) if SOFT_BREAK in line]
    apart: set[int] = set()
    best = _faults(lines, apart, language)
    tries = [{at} for at in broken] if len(broken) <= _MOST_LINES else [set(broken)]
    for more in tries:
        faults = _faults(lines, apart | more, language)
        if faults < best:
            apart, best = apart | more, faults
    return _written(lines, apart), bool(apart)


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
