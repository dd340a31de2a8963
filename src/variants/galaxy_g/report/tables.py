"""Tables as plain text: a line a row, or more where it is too wide, or two rows a line (TWOCOL)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, zip_longest

#: Columns of a line of a table.
WIDTH = 100
_BETWEEN = "   "
_INDENT = "    "

Row = Sequence[str]


def amount(value: float) -> str:
    """A number that may be fractional, as reports print it (GG-RPT-002)."""
    return f"{value:z.2f}"


def table(heads: Row, rows: Sequence[Row], *, two_columns: bool = False) -> list[str]:
    """The lines of a table; none if it has no rows. Columns whose head starts with > stand right.

    `two_columns` prints two rows a line wherever they fit (GG-ORDO-005).
    """
    if not rows:
        return []
    names = [head.lstrip(">") for head in heads]
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    forms = [f"%{'' if h[:1] == '>' else '-'}{w}s" for h, w in zip(heads, widths, strict=True)]
    half = (WIDTH - len(_BETWEEN)) // 2
    if two_columns and sum(widths) + len(widths) - 1 <= half:
        return _side_by_side(" ".join(forms), names, rows)
    return _under_each_other(forms, widths, [names, *rows])


def _side_by_side(form: str, heads: Row, rows: Sequence[Row]) -> list[str]:
    """Two columns of rows, to be read downwards."""
    lines = [form % tuple(row) for row in rows]
    half = (len(lines) + 1) // 2
    head = form % tuple(heads)
    left, right = [head, *lines[:half]], [head, *lines[half:]] if lines[half:] else []
    pairs = zip_longest(left, right, fillvalue="")
    return [f"{one}{_BETWEEN}{other}".rstrip() for one, other in pairs]


def _under_each_other(forms: Row, widths: Sequence[int], rows: Sequence[Row]) -> list[str]:
    """A line a row, close together if need be; columns that do not fit go on in further lines."""
    gap = "  " if sum(widths) + 2 * (len(widths) - 1) <= WIDTH else " "
    cuts = _cuts(widths, len(gap))
    parts = [
        (_INDENT * (start > 0) + gap.join(forms[start:end]), start, end)
        for start, end in pairwise([*cuts, len(forms)])
    ]
    return [(form % tuple(row[start:end])).rstrip() for row in rows for form, start, end in parts]


def _cuts(widths: Sequence[int], gap: int) -> list[int]:
    """The columns that begin a line."""
    cuts, used = [0], 0
    for column, width in enumerate(widths):
        if used and used + width > WIDTH:
            cuts.append(column)
            used = len(_INDENT)
        used += width + gap
    return cuts
