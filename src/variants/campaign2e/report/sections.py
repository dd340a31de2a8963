"""What a section of a report is: told as plain text and as a part of the page alike."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import field, frozen
from markupsafe import Markup, escape

from horizons_core.report import Column, html_table, player_name, text_table

#: Columns of running text.
PROSE = 78

Data = Mapping[str, Any]
Lines = list[str]


class Name(str):
    """A cell that players have named."""

    __slots__ = ()


class Owner(str):
    """A cell with the name of a player; the page shows the player's marker."""

    __slots__ = ()


class Change(str):
    """A cell with what came or went; the page shows which by its colour."""

    __slots__ = ()


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

    def lines(self) -> Lines:
        """The section as plain text, without its title."""
        parts: list[Lines] = []
        for table in self.told:
            head = [table.title + ":"] if table.title else []
            parts.append(head + text_table(table.columns, table.rows, PROSE))
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
    if type(cell) is Owner:
        return players.get(cell) or player_name(cell)
    if type(cell) is Change:
        kind = "debit" if cell.startswith("-") else "credit"
        return Markup('<span class="{}">{}</span>').format(kind, cell)
    return player_name(cell) if type(cell) is Name else cell


def paragraph(text: str, first: str = "", rest: str | None = None) -> Lines:
    """Running text in lines of `PROSE` columns; `first` stands before it, `rest` below that."""
    if len(first) + len(text) <= PROSE and text.isprintable():
        return [(first + text).rstrip()]  # as is most often so: textwrap takes its time
    indent = " " * len(first) if rest is None else rest
    return textwrap.wrap(
        text,
        PROSE,
        initial_indent=first,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    ) or [first.rstrip()]


def owner_of(name: str) -> Owner:
    """Whose something is; what no player has is the umpire's."""
    return Owner(name or "the umpire")


def credits_of(amount: float) -> str:
    """Money or supply, with two decimals."""
    return f"{amount:z.2f}"


def change(amount: float) -> Change:
    """What came or went, with its sign."""
    return Change(f"{amount:+z.2f}")


def listed(words: Iterable[str]) -> str:
    """Words with commas between them."""
    return ", ".join(words)


def counts(things: Mapping[str, int]) -> str:
    """Things with their numbers: 2 B2, 1 PDS."""
    return listed(f"{number} {name}" for name, number in things.items())
