"""Sections of a report, rendered as plain text and as part of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress

from attrs import field, frozen
from markupsafe import Markup, escape

from horizons_core.orders.line_breaks import broken_lines
from horizons_core.report.page_tables import Column, html_table, player_name
from horizons_core.report.text_tables import TEXT_WIDTH, text_table


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
        most = max([*values, 1.0])
        step = 60 / max(len(values) - 1, 1)
        line = " ".join(f"{n * step:.1f},{18 - 16 * v / most:.1f}" for n, v in enumerate(values))
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
