"""Tables as plain text: a row in one line, in several if it is too wide, or two rows a line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from horizons_core.report import Column, text_table
from horizons_core.sums import int_sum

#: Most columns of a line of a table.
WIDTH = 100
_BETWEEN = "   "

Row = Sequence[str]


def amount(value: float) -> str:
    """A number that may be fractional, as reports print it (GG-RPT-002)."""
    return f"{value:z.2f}"


def table(heads: Row, rows: Sequence[Row], *, two_columns: bool = False) -> list[str]:
    """The lines of a table; none if it has no rows. A head that starts with > aligns right.

    `two_columns` prints two rows a line wherever they fit (GG-ORDO-005).
    """
    if not rows:
        return []
    columns = [Column(head.lstrip(">"), numbers=head[:1] == ">") for head in heads]
    half = (WIDTH - len(_BETWEEN)) // 2
    if two_columns:
        names = [column.head for column in columns]
        widths = [max(map(len, cells)) for cells in zip(names, *rows, strict=True)]
        if int_sum(widths) + len(widths) - 1 <= half:
            sides = ("" if column.numbers else "-" for column in columns)
            forms = (f"%{side}{width}s" for side, width in zip(sides, widths, strict=True))
            return _side_by_side(" ".join(forms), names, rows)
    return text_table(columns, rows, WIDTH)


def _side_by_side(form: str, heads: Row, rows: Sequence[Row]) -> list[str]:
    """Rows in two columns, to be read downwards."""
    lines = [form % tuple(row) for row in rows]
    half = (len(lines) + 1) // 2
    head = form % tuple(heads)
    left, right = [head, *lines[:half]], [head, *lines[half:]] if lines[half:] else []
    pairs = zip_longest(left, right, fillvalue="")
    return [f"{left_line}{_BETWEEN}{right_line}".rstrip() for left_line, right_line in pairs]
