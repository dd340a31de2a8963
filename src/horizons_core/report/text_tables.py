"""Tables as plain text: a line for each row, or several if a row is too wide for a mail."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from horizons_core.report.page_tables import Column
from horizons_core.sums import int_sum

#: Columns of a line of plain text.
TEXT_WIDTH = 78
_INDENT = "    "


def text_table(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int = TEXT_WIDTH
) -> list[str]:
    """Return the lines of a table, with its headings; none without rows.

    Columns of numbers are aligned right. Wide tables have smaller gaps; columns that still do not
    fit continue on further lines of their row, unless these are blank. Raises ValueError for a row
    whose length differs from the columns.
    """
    if not rows:
        return []
    heads = [column.head for column in columns]
    widths = [max(map(len, cells)) for cells in zip(heads, *rows, strict=True)]
    formats = [
        f"%{'' if column.numbers else '-'}{size}s"
        for column, size in zip(columns, widths, strict=True)
    ]
    gap = "  " if int_sum(widths) + 2 * (len(widths) - 1) <= width else " "
    cuts = _cuts(widths, len(gap), width)
    parts = [
        (_INDENT * (start > 0) + gap.join(formats[start:end]), start, end)
        for start, end in pairwise([*cuts, len(formats)])
    ]
    lines = (
        ((line_format % tuple(row[start:end])).rstrip(), start)
        for row in (heads, *rows)
        for line_format, start, end in parts
    )
    return [line for line, start in lines if line or not start]


def _cuts(widths: Sequence[int], gap: int, width: int) -> list[int]:
    """Return the columns that begin a line."""
    cuts, used = [0], 0
    for column, size in enumerate(widths):
        if used and used + size > width:
            cuts.append(column)
            used = len(_INDENT)
        used += size + gap
    return cuts
