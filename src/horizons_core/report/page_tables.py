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

    `numbers` stand right; `wide` leaves it out on a phone until all columns are asked for; `choose`
    offers the rows of one value alone; `hint` is shown when the pointer rests on the head.
    """

    head: str
    numbers: bool = False
    wide: bool = False
    choose: bool = False
    hint: str = ""

    @property
    def classes(self) -> str:
        names = [*(["num"] if self.numbers else []), *(["wide"] if self.wide else [])]
        return f' class="{" ".join(names)}"' if names else ""

    @property
    def told(self) -> str:
        """The head, as HTML."""
        choose = " data-choose" if self.choose else ""
        hint = f' title="{escape(self.hint)}"' if self.hint else ""
        return f"<th{self.classes}{choose}{hint}>{escape(self.head)}</th>"


def text(head: str, **more: Any) -> Column:
    return Column(head, **more)


def numbers(head: str, **more: Any) -> Column:
    return Column(head, numbers=True, **more)


@lru_cache(maxsize=4096)
def named(name: str) -> Markup:
    """A name that players chose, whatever its script."""
    return Markup("<bdi>{}</bdi>").format(name)


@frozen
class Valued:
    """A cell that sorts and filters by another value than all its text."""

    told: Markup
    value: str


def html_table(columns: Sequence[Column], rows: Iterable[Sequence[Any]]) -> Markup:
    """A table that sorts and filters; empty without rows.

    Cells are Markup as it is, a `Valued`, or anything else as escaped text; the end tags that HTML
    does not ask for are left out.
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
    if type(cell) is Valued:
        return f' data-value="{escape(cell.value)}">{cell.told}'
    return f">{escape(cell)}"
