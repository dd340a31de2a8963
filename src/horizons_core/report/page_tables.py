"""HTML tables, made in code because they have thousands of cells, which are slow in templates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from attrs import frozen
from markupsafe import Markup, escape


@frozen
class Column:
    """A column of a table.

    Attributes:
        head: its heading.
        numbers: whether its cells are numbers, aligned right.
        wide: whether phones hide it until all columns are requested.
        choose: whether readers can filter the rows by one of its values.
        hint: a tooltip for the heading.
    """

    head: str
    numbers: bool = False
    wide: bool = False
    choose: bool = False
    hint: str = ""

    @property
    def classes(self) -> str:
        """The `class` attribute of its cells, with a leading blank; "" without one."""
        names = [*(["num"] if self.numbers else []), *(["wide"] if self.wide else [])]
        return f' class="{" ".join(names)}"' if names else ""

    @property
    def heading(self) -> str:
        """The heading, as HTML."""
        choose = " data-choose" if self.choose else ""
        hint = f' title="{escape(self.hint)}"' if self.hint else ""
        return f"<th{self.classes}{choose}{hint}>{escape(self.head)}</th>"


def text_column(head: str, **attributes: Any) -> Column:
    """Make a column of words; `attributes` are others of a `Column`."""
    return Column(head, **attributes)


def number_column(head: str, **attributes: Any) -> Column:
    """Make a column of numbers, aligned right; `attributes` are others of a `Column`."""
    return Column(head, numbers=True, **attributes)


@lru_cache(maxsize=4096)
def player_name(name: str) -> Markup:
    """Return a name that players chose as HTML, escaped, with the direction of its script."""
    return Markup("<bdi>{}</bdi>").format(name)


@frozen
class ValueCell:
    """A cell that is sorted and filtered by a value other than its text.

    Attributes:
        content: the contents of the cell.
        value: the value for sorting and filtering.
    """

    content: Markup
    value: str


def html_table(columns: Sequence[Column], rows: Iterable[Sequence[Any]]) -> Markup:
    """Return a table that can be sorted and filtered; empty without rows.

    Cells are Markup, a `ValueCell`, or anything else as escaped text; optional end tags are left
    out. Raises ValueError for a row whose length differs from the columns.
    """
    starts = [f"<td{column.classes}" for column in columns]
    body = [
        "<tr>" + "".join([s + _cell(c) for s, c in zip(starts, row, strict=True)]) for row in rows
    ]
    if not body:
        return Markup("")
    heads = "".join(column.heading for column in columns)
    all_columns = _ALL if any(column.wide for column in columns) else ""
    return Markup(  # noqa: S704 - every cell was escaped
        f'<div>{all_columns}<div class="scroll" tabindex="0"><table data-sortable>'
        f"<thead><tr>{heads}</tr></thead><tbody>\n{chr(10).join(body)}\n</tbody></table></div></div>"
    )


_ALL = '<label class="all-columns"><input type="checkbox"> all columns</label>'


def _cell(cell: Any) -> str:
    if type(cell) is ValueCell:
        return f' data-value="{escape(cell.value)}">{cell.content}'
    return f">{escape(cell)}"
