"""Tables as plain text: a line a row, or more lines where a row is too wide for a letter."""

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
    """The lines of a table, with its heads above; none without rows.

    Columns of numbers stand right. Wide tables stand closer together; columns that do not fit then
    go on in further lines of their row, where anything stands in them. Raises ValueError for a row
    of another length than the columns.
    """
    if not rows:
        return []
    heads = [column.head for column in columns]
    widths = [max(map(len, cells)) for cells in zip(heads, *rows, strict=True)]
    forms = [
        f"%{'' if column.numbers else '-'}{size}s"
        for column, size in zip(columns, widths, strict=True)
    ]
    gap = "  " if int_sum(widths) + 2 * (len(widths) - 1) <= width else " "
    cuts = _cuts(widths, len(gap), width)
    parts = [
        (_INDENT * (start > 0) + gap.join(forms[start:end]), start, end)
        for start, end in pairwise([*cuts, len(forms)])
    ]
    lines = (
        ((form % tuple(row[start:end])).rstrip(), start)
        for row in (heads, *rows)
        for form, start, end in parts
    )
    return [line for line, start in lines if line or not start]


def _cuts(widths: Sequence[int], gap: int, width: int) -> list[int]:
    """The columns that begin a line."""
    cuts, used = [0], 0
    for column, size in enumerate(widths):
        if used and used + size > width:
            cuts.append(column)
            used = len(_INDENT)
        used += size + gap
    return cuts
