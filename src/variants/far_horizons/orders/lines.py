"""The lines of an order text: their places, their comments, what comes before the orders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from horizons_core.orders import Diagnostic, plain_characters, without_invisible
from variants.far_horizons.model.written import SEPARATORS, Line

#: Of a longer line only so much is read.
LONGEST_LINE = 255

_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTING = re.compile(r"(?:>[ \t]?)+")
_FIRST_ORDERS = re.compile(
    r"(?:^|[\r\n])((?:>[ \t]?)*)[ \t]*[*_]{0,3}(?:STA\S*[ \t]+(?:COM|PRE|JUM|PRO|POS|STR)|#[A-Z])",
    re.IGNORECASE,
)
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_FIRST_WORD = re.compile(f"[{SEPARATORS}]*([^{SEPARATORS}]*)")


def lines_of(text: str, *, emphasis: bool = True) -> list[Line]:
    """The text's lines as far as they are read; a mail header's are blank.

    Carriage returns end lines too. If the orders are quoted (signs `>` stand before the first START
    or opening line), the signs of quoting are left out everywhere, as are, with `emphasis`, marks
    of bold type. Half a character (a lone
    surrogate, from badly decoded mail) becomes U+FFFD: no report could be written with it.
    """
    text = _HALF_CHARACTER.sub("\ufffd", text.removeprefix("\ufeff"))
    found = _FIRST_ORDERS.search(plain_characters(without_invisible(text)[0]))
    quoted = bool(found[1]) if found else text.lstrip().startswith(">")
    written = enumerate(_LINE_END.split(text), start=1)
    lines = [_line(number, line, quoted, emphasis) for number, line in written]
    end = _end_of_header(lines)
    return [*(Line(line.number, "") for line in lines[:end]), *lines[end:]]


def _line(number: int, written: str, quoted: bool, emphasis: bool) -> Line:  # noqa: FBT001
    quoting = _QUOTING.match(written) if quoted else None
    shift = quoting.end() if quoting else 0
    text = written[shift:]
    return Line(number, text[:LONGEST_LINE], shift, len(text) > LONGEST_LINE, emphasis)


def _end_of_header(lines: Sequence[Line]) -> int:
    """How many lines a mail's header has: it begins `From ` and ends with a blank line."""
    first = next((i for i, line in enumerate(lines) if line.raw.strip()), len(lines))
    if first == len(lines) or not lines[first].raw.startswith("From "):
        return 0
    blank = (i for i in range(first, len(lines)) if not lines[i].raw.strip())
    return next(blank, 0)


def first_word(code: str) -> tuple[str, int]:
    """The first word of a line without its comment, and where it ends."""
    found = _FIRST_WORD.match(code)
    return (found[1], found.end()) if found else ("", 0)


def cut_off(lines: Sequence[Line]) -> Iterator[Diagnostic]:
    """A warning for each order line that was cut."""
    for line in lines:
        if line.cut and ";" not in line.plain and line.plain.strip():
            message = f"only the first {LONGEST_LINE} characters of this line were read"
            yield line.remark("warning", "line-cut", message, words=line.raw.strip()[:20])
