"""A report's document as the classic plain text: how names, tables and sentences are printed."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from attrs import frozen

from variants.galaxy_g.report.happenings import ReportEvents
from variants.galaxy_g.report.tables import Row, table
from variants.galaxy_g.report.underscores import underscore_names

#: Columns of running text.
PROSE = 78

Lines = list[str]


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

    def table(self, heads: str, rows: Iterable[Row]) -> Lines:
        """A table; with TWOCOL two rows a line (GG-ORDO-005). Bars divide the heads."""
        two_columns = self.view["options"]["TWOCOL"]
        return table(heads.split("|"), list(rows), two_columns=two_columns)

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
