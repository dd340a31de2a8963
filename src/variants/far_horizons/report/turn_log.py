"""The events of a turn for the page: by phase, under the titles of the classic log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from attrs import frozen

from horizons_core.sums import int_sum
from variants.far_horizons.report import chapters
from variants.far_horizons.report.log_layout import Layout, layout_of
from variants.far_horizons.step_context import ADJUSTED, IGNORED

Event = Mapping[str, Any]

_REMARKS = {IGNORED.code: "refused", ADJUSTED.code: "changed"}


@frozen
class Entry:
    """One event: its text, how far in it stands, and whether it is a table or a letter."""

    event: Event

    @property
    def layout(self) -> Layout:
        return layout_of(self.event)

    @property
    def text(self) -> str:
        text: str = self.event["text"]
        return "\n".join(self.layout.block(self.event)) if self.layout.block else text

    @property
    def block(self) -> bool:
        """Whether lines and blanks mean something."""
        return self.layout.block is not None

    @property
    def indent(self) -> int:
        """By how many blanks the log indents it."""
        return self.layout.indent

    @property
    def remark(self) -> str:
        """Whether it tells of an order: "refused", "changed", or neither."""
        return _REMARKS.get(self.event["code"], "")

    @property
    def order(self) -> str:
        """The order that it tells of."""
        return str(self.event["data"]["order"]).strip()

    @property
    def reason(self) -> str:
        return str(self.event["data"]["reason"])

    @property
    def alarming(self) -> bool:
        """Whether the page calls attention to it."""
        return self.layout.alarm

    @property
    def explained(self) -> bool:
        """Whether rules or dice can be shown."""
        return bool(self.event["rules"] or self.event["dice"])


@frozen
class Chapter:
    """What stands under one title."""

    title: str
    entries: list[Entry]


@frozen
class PhaseLog:
    """What happened in one phase."""

    phase: str
    chapters: list[Chapter]

    @property
    def size(self) -> int:
        return int_sum(len(chapter.entries) for chapter in self.chapters)

    @property
    def refused(self) -> int:
        """How many orders were refused."""
        return int_sum(e.remark == "refused" for c in self.chapters for e in c.entries)


def phase_logs(events: Iterable[Event]) -> list[PhaseLog]:
    """The events by phase, without phases in which nothing happened."""
    return list(_phase_logs(events))


def _phase_logs(events: Iterable[Event]) -> Iterator[PhaseLog]:
    told = (chapter for chapter in chapters.chapters(events) if chapter.events)
    for phase, found in groupby(told, lambda chapter: chapter.phase):
        entries = ((chapter.title, list(map(Entry, chapter.events))) for chapter in found)
        yield PhaseLog(phase, [Chapter(title, made) for title, made in entries])


def alarms(events: Iterable[Event]) -> list[Entry]:
    """The events to which the page calls attention."""
    return [entry for entry in map(Entry, events) if entry.alarming]
