"""Plain text of a report, with the layout of its names, tables and sentences."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any

from attrs import frozen

from horizons_core.report import Column, NameCell, OwnerCell, cells, text_table
from horizons_core.sums import int_sum
from variants.galaxy_g.constants import MAX_NAME_LENGTH
from variants.galaxy_g.report.events import ReportEvents

#: Maximum number of columns of a line of a table.
WIDTH = 100
_BETWEEN = "   "

Row = Sequence[str]
#: Columns of running text.
PROSE = 78
Lines = list[str]


def table(
    columns: Sequence[Column], rows: Sequence[Row], *, two_columns: bool = False
) -> list[str]:
    """The lines of a table; none if it has no rows.

    `two_columns` prints two rows a line wherever they fit (GG-ORDO-005).
    """
    if not rows:
        return []
    half = (WIDTH - len(_BETWEEN)) // 2
    if two_columns:
        names = [column.short or column.head for column in columns]
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


def underscore_names(report: Mapping[str, Any]) -> Callable[[str], str]:
    """Return a function that puts underscores into the names of a sentence."""
    names = {name for name in _names(report) if " " in name}
    if not names:
        return str
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    pattern = re.compile("|".join(map(re.escape, longest_first)))
    return lambda sentence: pattern.sub(lambda name: name[0].replace(" ", "_"), sentence)


def _names(report: Mapping[str, Any]) -> Iterator[str]:
    view = report["view"]
    yield view["race"]
    parts = ("races", "types", "alien_types", "fleets", "planets", "alien_planets", "uninhabited")
    for part in (*parts, "located"):
        for row in view[part]:
            yield row["name"]
    for event in report["events"]:
        yield from _words_of(event["data"])


def _words_of(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names in the data of an event, which its sentence contains."""
    for value in data.values():
        if isinstance(value, str) and len(value) <= MAX_NAME_LENGTH:
            yield value


@frozen(slots=False)
class TextReport:
    """A report's document as plain text."""

    report: Mapping[str, Any]

    @property
    def view(self) -> Mapping[str, Any]:
        view: Mapping[str, Any] = self.report["view"]
        return view

    @cached_property
    def events(self) -> ReportEvents:
        return ReportEvents.of(self.report)

    @cached_property
    def name(self) -> Callable[[str], str]:
        """The function that prints a name (GG-ORDO-004)."""
        if self.view["options"]["UNDERSCORES"]:
            return lambda name: name.replace(" ", "_")
        return str

    @cached_property
    def sentence(self) -> Callable[[str], str]:
        """The function that prints a sentence with names in it."""
        return underscore_names(self.report) if self.view["options"]["UNDERSCORES"] else str

    def table(self, columns: Sequence[Column], rows: Iterable[Any]) -> Lines:
        """A table of rows; with TWOCOL two rows a line (GG-ORDO-005)."""
        kinds = () if self.name is str else (NameCell, OwnerCell)
        conversions: dict[type, Any] = dict.fromkeys(kinds, self.name)
        two_columns = self.view["options"]["TWOCOL"]
        return table(columns, cells(columns, rows, conversions), two_columns=two_columns)

    def sentences(self, events: Iterable[Mapping[str, Any]]) -> Lines:
        """The texts of events, an item each."""
        return [line for e in events for line in paragraph(self.sentence(e["text"]), "* ")]


def paragraph(text: str, first: str = "", rest: str | None = None) -> Lines:
    """Running text in lines of `PROSE` columns: `first` in front, `rest` before later lines."""
    indent = " " * len(first) if rest is None else rest
    return [
        line
        for part in text.splitlines() or [""]
        for line in textwrap.wrap(
            part,
            PROSE,
            initial_indent=first,
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
        or [first.rstrip()]
    ]
