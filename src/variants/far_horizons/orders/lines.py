"""The lines of an order text: positions, comments, and lines before the orders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from horizons_core.orders import Diagnostic, plain_characters, without_invisible
from variants.far_horizons.model.written import SEPARATORS, SourceLine

#: Longer lines are cut to this length.
LONGEST_LINE = 255

_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTING = re.compile(r"(?:>[ \t]?)+")
_FIRST_ORDERS = re.compile(
    r"(?:^|[\r\n])((?:>[ \t]?)*)[ \t]*[*_]{0,3}(?:STA\S*[ \t]+(?:COM|PRE|JUM|PRO|POS|STR)|#[A-Z])",
    re.IGNORECASE,
)
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_FIRST_WORD = re.compile(f"[{SEPARATORS}]*([^{SEPARATORS}]*)")


def lines_of(text: str, *, emphasis: bool = True) -> list[SourceLine]:
    """Split a text into the lines to read; those of a mail header are blank.

    Carriage returns end lines, too. If the orders are quoted (by `>` before the first START or
    opening line), quote marks are removed everywhere, and with `emphasis` marks of bold type, too.
    Half a character (a lone surrogate, from badly decoded mail) becomes U+FFFD: reports could not
    contain it.
    """
    text = _HALF_CHARACTER.sub("\ufffd", text.removeprefix("\ufeff"))
    match = _FIRST_ORDERS.search(plain_characters(without_invisible(text)[0]))
    quoted = bool(match[1]) if match else text.lstrip().startswith(">")
    written = enumerate(_LINE_END.split(text), start=1)
    lines = [_line(number, line, quoted, emphasis) for number, line in written]
    end = _end_of_header(lines)
    return [*(SourceLine(line.number, "") for line in lines[:end]), *lines[end:]]


def _line(number: int, written: str, quoted: bool, emphasis: bool) -> SourceLine:  # noqa: FBT001
    quoting = _QUOTING.match(written) if quoted else None
    shift = quoting.end() if quoting else 0
    text = written[shift:]
    return SourceLine(number, text[:LONGEST_LINE], shift, len(text) > LONGEST_LINE, emphasis)


def _end_of_header(lines: Sequence[SourceLine]) -> int:
    """Return the number of lines of a mail's header: from `From ` to a blank line."""
    first = next((i for i, line in enumerate(lines) if line.raw.strip()), len(lines))
    if first == len(lines) or not lines[first].raw.startswith("From "):
        return 0
    blank = (i for i in range(first, len(lines)) if not lines[i].raw.strip())
    return next(blank, 0)


def first_word(code: str) -> tuple[str, int]:
    """Return the first word of a line without its comment, and its end."""
    match = _FIRST_WORD.match(code)
    return (match[1], match.end()) if match else ("", 0)


def cut_off(lines: Sequence[SourceLine]) -> Iterator[Diagnostic]:
    """Yield a warning for each order line that was cut."""
    for line in lines:
        if line.cut and ";" not in line.plain and line.plain.strip():
            message = f"only the first {LONGEST_LINE} characters of this line were read"
            yield line.remark("warning", "line-cut", message, words=line.raw.strip()[:20])
