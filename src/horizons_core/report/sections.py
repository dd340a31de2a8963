"""What a section of a report is: told as plain text and as a part of the page alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen
from markupsafe import Markup, escape

from horizons_core.orders.line_breaks import broken_lines
from horizons_core.report.page_tables import Column, html_table, player_name
from horizons_core.report.text_tables import TEXT_WIDTH, text_table


class NameCell(str):
    """A cell that players have named."""

    __slots__ = ()


class OwnerCell(str):
    """A cell with the name of a player; the page shows the player's marker."""

    __slots__ = ()


class ChangeCell(str):
    """A cell with what came or went; the page shows which by its colour."""

    __slots__ = ()


class CurveCell(str):
    """A cell with numbers one after the other; the page draws them as a curve, too."""

    __slots__ = ()

    def drawn(self) -> Markup:
        """The numbers and their curve, which begins at the left and has its foot at zero."""
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
    """A table; columns in which nothing stands are left out.

    Attributes:
        columns: its columns.
        rows: a text for each column.
        title: what stands above it.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    title: str = ""

    def filled(self) -> Table:
        """The table without empty columns."""
        if not self.rows:
            return self
        used = [any(cells) for cells in zip(*self.rows, strict=True)]
        if all(used):
            return self
        return Table(
            [column for column, there in zip(self.columns, used, strict=True) if there],
            [[cell for cell, there in zip(row, used, strict=True) if there] for row in self.rows],
            self.title,
        )


@frozen
class Section:
    """A section of a report: tables, then sentences.

    Attributes:
        id: of its place on the page.
        title: what stands above it.
        tables: those without rows are left out.
        notes: a sentence each.
        count: how many things it lists, shown on the page; None for no number.
    """

    id: str
    title: str
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()
    count: int | None = None
    told: Sequence[Table] = field(init=False)

    @told.default
    def _told(self) -> Sequence[Table]:
        return [table.filled() for table in self.tables if table.rows]

    def __bool__(self) -> bool:
        return bool(self.told or self.notes)

    def lines(self) -> list[str]:
        """The section as plain text, without its title."""
        parts: list[list[str]] = []
        for table in self.told:
            head = [table.title + ":"] if table.title else []
            parts.append(head + text_table(table.columns, table.rows, TEXT_WIDTH))
        if self.notes:
            parts.append([line for note in self.notes for line in paragraph(note, "* ")])
        return [line for number, part in enumerate(parts) for line in [""] * (number > 0) + part]

    def html(self, players: Mapping[str, Markup]) -> Markup:
        """The section for the page; `players` are players' names with their markers."""
        parts = []
        for table in self.told:
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
    """Running text in lines of 78 columns; `first` stands before it, `rest` below that."""
    indent = " " * len(first) if rest is None else rest
    return broken_lines(text, TEXT_WIDTH, first, indent) or [first.rstrip()]
