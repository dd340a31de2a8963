"""Sections and tables of reports, as HTML and as plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress, pairwise
from typing import Any

from attrs import field, frozen
from markupsafe import Markup, escape

from horizons_core.orders.lines import broken_lines
from horizons_core.report.shapes import Column
from horizons_core.sums import int_sum

_ALL = '<label class="all-columns"><input type="checkbox"> all columns</label>'

#: Columns of a line of plain text.
TEXT_WIDTH = 78
_INDENT = "    "


def _classes(column: Column) -> str:
    """Return the `class` attribute of a column's cells, with a leading space, or ""."""
    names = [*(["num"] if column.numbers else []), *(["wide"] if column.wide else [])]
    return f' class="{" ".join(names)}"' if names else ""


def _heading(column: Column) -> str:
    """Return the heading of a column, as HTML."""
    choose = " data-choose" if column.choose else ""
    hint = f' title="{escape(column.hint)}"' if column.hint else ""
    return f"<th{_classes(column)}{choose}{hint}>{escape(column.head)}</th>"


def cells(
    columns: Sequence[Column],
    rows: Iterable[Any],
    conversions: Mapping[type, Callable[[Any], Any]] | None = None,
) -> list[Sequence[Any]]:
    """Return the cells of rows, which are made by the columns.

    `conversions` change cells of some classes, such as `NameCell`.
    """
    rows = list(rows)
    columns_of_cells = [column.cells(rows) for column in columns]
    if conversions:
        columns_of_cells = [_converted(values, conversions) for values in columns_of_cells]
    return list(zip(*columns_of_cells, strict=True))


def _converted(values: list[Any], conversions: Mapping[type, Callable[[Any], Any]]) -> list[Any]:
    kinds = set(map(type, values))
    if kinds.isdisjoint(conversions):
        return values
    if len(kinds) == 1:
        return list(map(conversions[kinds.pop()], values))
    return [conversions[type(v)](v) if type(v) in conversions else v for v in values]


@lru_cache(maxsize=4096)
def player_name(name: str) -> Markup:
    """Return a name chosen by players as escaped HTML, with the text direction of its script."""
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
    starts = [f"<td{_classes(column)}" for column in columns]
    body = [
        "<tr>" + "".join([s + _cell(c) for s, c in zip(starts, row, strict=True)]) for row in rows
    ]
    if not body:
        return Markup("")
    heads = "".join(map(_heading, columns))
    all_columns = _ALL if any(column.wide for column in columns) else ""
    return Markup(  # noqa: S704 - every cell was escaped
        f'<div>{all_columns}<div class="scroll" tabindex="0"><table data-sortable>'
        f"<thead><tr>{heads}</tr></thead><tbody>\n{chr(10).join(body)}\n</tbody></table></div></div>"
    )


def _cell(cell: Any) -> str:
    if type(cell) is ValueCell:
        return f' data-value="{escape(cell.value)}">{cell.content}'
    return f">{escape(cell)}"


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
    heads = [column.short or column.head for column in columns]
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


class NameCell(str):
    """A cell with a name that players chose."""

    __slots__ = ()


class OwnerCell(str):
    """A cell with the name of a player; the page shows the player's marker."""

    __slots__ = ()


class ChangeCell(str):
    """A cell with a credit or debit, which the page shows in different colours."""

    __slots__ = ()


class CurveCell(str):
    """A cell with a series of numbers, which the page also draws as a curve."""

    __slots__ = ()

    def drawn(self) -> Markup:
        """Return the numbers and their curve, which begins at the left, with zero at the bottom."""
        values = [float(word) for word in self.split()]
        maximum = max([*values, 1.0])
        step = 60 / max(len(values) - 1, 1)
        line = " ".join(f"{n * step:.1f},{18 - 16 * v / maximum:.1f}" for n, v in enumerate(values))
        return Markup(
            '<svg class="curve" viewBox="0 0 60 20" aria-hidden="true">'
            '<polyline points="{}"/></svg> {}'
        ).format(line, str(self))


@frozen
class Table:
    """A table; empty columns are left out.

    Attributes:
        columns: its columns.
        rows: a text for each column.
        title: its title.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    title: str = ""

    @classmethod
    def of(cls, columns: Sequence[Column], rows: Iterable[Any], title: str = "") -> Table:
        """Make a table of rows, whose cells are made by the columns."""
        return cls(columns, cells(columns, rows), title)

    def filled(self) -> Table:
        """Return the table without empty columns."""
        if not self.rows:
            return self
        used = [any(cells) for cells in zip(*self.rows, strict=True)]
        if all(used):
            return self
        return Table(
            list(compress(self.columns, used)),
            [list(compress(row, used)) for row in self.rows],
            self.title,
        )


@frozen
class Section:
    """A section of a report: tables, then sentences.

    Attributes:
        id: the id on the page.
        title: its title.
        tables: the tables; those without rows are left out.
        notes: the sentences.
        count: the number of items in it, shown on the page; None for no number.
    """

    id: str
    title: str
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()
    count: int | None = None
    filled_tables: Sequence[Table] = field(init=False)

    @filled_tables.default
    def _default_filled_tables(self) -> Sequence[Table]:
        return [table.filled() for table in self.tables if table.rows]

    def __bool__(self) -> bool:
        return bool(self.filled_tables or self.notes)

    def lines(self) -> list[str]:
        """Return the section as plain text, without its title."""
        parts: list[list[str]] = []
        for table in self.filled_tables:
            head = [table.title + ":"] if table.title else []
            parts.append(head + text_table(table.columns, table.rows, TEXT_WIDTH))
        if self.notes:
            parts.append([line for note in self.notes for line in paragraph(note, "* ")])
        return [line for number, part in enumerate(parts) for line in [""] * (number > 0) + part]

    def html(self, players: Mapping[str, Markup]) -> Markup:
        """Return the section for the page; `players` are players' names with their markers."""
        parts = []
        for table in self.filled_tables:
            if table.title:
                parts.append(Markup("<h3>{}</h3>").format(table.title))
            rows = [[_on_page(cell, players) for cell in row] for row in table.rows]
            parts.append(html_table(table.columns, rows))
        if self.notes:
            items = "".join(f"<li>{escape(note)}</li>" for note in self.notes)
            parts.append(Markup('<ul class="notes">{}</ul>').format(Markup(items)))  # noqa: S704
        return Markup("\n").join(parts)


def _on_page(cell: str, players: Mapping[str, Markup]) -> str:
    if type(cell) is OwnerCell:
        return players.get(cell) or player_name(cell)
    if type(cell) is ChangeCell:
        kind = "debit" if cell.startswith("-") else "credit"
        return Markup('<span class="{}">{}</span>').format(kind, cell)
    if type(cell) is CurveCell:
        return cell.drawn() if cell else cell
    return player_name(cell) if type(cell) is NameCell else cell


def paragraph(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """Break running text into lines of 78 columns; `first` precedes it, `rest` its other lines."""
    indent = " " * len(first) if rest is None else rest
    return broken_lines(text, TEXT_WIDTH, first, indent) or [first.rstrip()]
