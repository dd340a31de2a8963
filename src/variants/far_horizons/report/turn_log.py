"""The events of a turn for the page: by phase, under the titles of the classic log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from attrs import frozen

from horizons_core.sums import int_sum
from variants.far_horizons.report import chapters
from variants.far_horizons.report.log_layout import EventLayout, layout_of
from variants.far_horizons.step_context import ADJUSTED, IGNORED

Event = Mapping[str, Any]

_REMARKS = {IGNORED.code: "refused", ADJUSTED.code: "changed"}


@frozen
class PhaseLogEntry:
    """An event: its text, its indentation, and whether it is a table or a message."""

    event: Event

    @property
    def layout(self) -> EventLayout:
        return layout_of(self.event)

    @property
    def text(self) -> str:
        text: str = self.event["text"]
        return "\n".join(self.layout.block(self.event)) if self.layout.block else text

    @property
    def block(self) -> bool:
        """Tell whether its line breaks and blanks are significant."""
        return self.layout.block is not None

    @property
    def indent(self) -> int:
        """Its indentation in the log, in blanks."""
        return self.layout.indent

    @property
    def remark(self) -> str:
        """The remark that it makes on an order: "refused", "changed", or ""."""
        return _REMARKS.get(self.event["code"], "")

    @property
    def order(self) -> str:
        """The order that it is about."""
        return str(self.event["data"]["order"]).strip()

    @property
    def reason(self) -> str:
        return str(self.event["data"]["reason"])

    @property
    def alarming(self) -> bool:
        """Tell whether the page draws attention to it."""
        return self.layout.alarm

    @property
    def explained(self) -> bool:
        """Tell whether rules or dice can be shown."""
        return bool(self.event["rules"] or self.event["dice"])


@frozen
class TitledEntries:
    """The entries under a title."""

    title: str
    entries: list[PhaseLogEntry]


@frozen
class PhaseLog:
    """The events of a phase."""

    phase: str
    chapters: list[TitledEntries]

    @property
    def size(self) -> int:
        return int_sum(len(chapter.entries) for chapter in self.chapters)

    @property
    def refused(self) -> int:
        """Number of refused orders."""
        return int_sum(e.remark == "refused" for c in self.chapters for e in c.entries)


def phase_logs(events: Iterable[Event]) -> list[PhaseLog]:
    """Return the events by phase, without phases that have none."""
    return list(_phase_logs(events))


def _phase_logs(events: Iterable[Event]) -> Iterator[PhaseLog]:
    nonempty = (chapter for chapter in chapters.chapters(events) if chapter.events)
    for phase, group in groupby(nonempty, lambda chapter: chapter.phase):
        entries = ((chapter.title, list(map(PhaseLogEntry, chapter.events))) for chapter in group)
        yield PhaseLog(phase, [TitledEntries(title, items) for title, items in entries])


def alarms(events: Iterable[Event]) -> list[PhaseLogEntry]:
    """Return the events that the page draws attention to."""
    return [entry for entry in map(PhaseLogEntry, events) if entry.alarming]
