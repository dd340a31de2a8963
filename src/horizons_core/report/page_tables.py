"""Tables of the HTML page, made here and not in the template: they have thousands of cells."""

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
        head: what stands above it.
        numbers: whether its cells are numbers, which stand right.
        wide: whether it is left out on a phone until all columns are asked for.
        choose: whether readers are offered the rows of one value alone.
        hint: what is shown when the pointer rests on the head.
    """

    head: str
    numbers: bool = False
    wide: bool = False
    choose: bool = False
    hint: str = ""

    @property
    def classes(self) -> str:
        """The `class` attribute of its cells, with a blank in front; "" without one."""
        names = [*(["num"] if self.numbers else []), *(["wide"] if self.wide else [])]
        return f' class="{" ".join(names)}"' if names else ""

    @property
    def told(self) -> str:
        """The head, as HTML."""
        choose = " data-choose" if self.choose else ""
        hint = f' title="{escape(self.hint)}"' if self.hint else ""
        return f"<th{self.classes}{choose}{hint}>{escape(self.head)}</th>"


def text_column(head: str, **more: Any) -> Column:
    """A column of words; `more` are the other attributes of a `Column`."""
    return Column(head, **more)


def number_column(head: str, **more: Any) -> Column:
    """A column of numbers, which stand right; `more` are the other attributes of a `Column`."""
    return Column(head, numbers=True, **more)


@lru_cache(maxsize=4096)
def player_name(name: str) -> Markup:
    """A name that players chose as HTML, escaped, whatever the direction of its script."""
    return Markup("<bdi>{}</bdi>").format(name)


@frozen
class ValueCell:
    """A cell that sorts and filters by another value than all its text.

    Attributes:
        told: what stands in the cell.
        value: what it sorts and filters by.
    """

    told: Markup
    value: str


def html_table(columns: Sequence[Column], rows: Iterable[Sequence[Any]]) -> Markup:
    """A table that sorts and filters; empty without rows.

    Cells are Markup as it is, a `ValueCell`, or anything else as escaped text; the end tags that
    HTML does not ask for are left out. Raises ValueError for a row of another length than the
    columns.
    """
    starts = [f"<td{column.classes}" for column in columns]
    body = [
        "<tr>" + "".join([s + _cell(c) for s, c in zip(starts, row, strict=True)]) for row in rows
    ]
    if not body:
        return Markup("")
    heads = "".join(column.told for column in columns)
    more = _ALL if any(column.wide for column in columns) else ""
    return Markup(  # noqa: S704 - every cell was escaped
        f'<div>{more}<div class="scroll" tabindex="0"><table data-sortable>'
        f"<thead><tr>{heads}</tr></thead><tbody>\n{chr(10).join(body)}\n</tbody></table></div></div>"
    )


_ALL = '<label class="all-columns"><input type="checkbox"> all columns</label>'


def _cell(cell: Any) -> str:
    if type(cell) is ValueCell:
        return f' data-value="{escape(cell.value)}">{cell.told}'
    return f">{escape(cell)}"
