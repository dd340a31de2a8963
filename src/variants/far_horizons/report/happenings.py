"""The events of a turn for the page: by phase, under the titles of the classic log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from attrs import field, frozen

from variants.far_horizons.step_context import ADJUSTED, IGNORED, TITLE

Event = Mapping[str, Any]


@frozen
class Entry:
    """One event: its text, how far in it stands, and whether it is a table or a letter."""

    event: Event

    @property
    def text(self) -> str:
        text: str = self.event["text"]
        return text.strip("\n") if self.laid_out else text.strip()

    @property
    def laid_out(self) -> bool:
        """Whether lines and blanks mean something."""
        return "\n" in self.event["text"].strip("\n") and not self.remark

    @property
    def depth(self) -> int:
        """By how many blanks the line is indented."""
        line: str = self.event["text"].lstrip("\n")
        return min(len(line) - len(line.lstrip(" ")), 12)

    @property
    def remark(self) -> str:
        """Whether it tells of an order: "refused", "changed", or neither."""
        return {IGNORED.code: "refused", ADJUSTED.code: "changed"}.get(self.event["code"], "")

    @property
    def order(self) -> str:
        """The order that it tells of."""
        return str(self.event["data"]["order"]).strip()

    @property
    def reason(self) -> str:
        return str(self.event["data"]["reason"]).replace("\n! ", " ")

    @property
    def call(self) -> str:
        """The text without the signs that call for attention."""
        return self.text.strip("! ").removeprefix("WARNING").lstrip("! ")

    @property
    def alarming(self) -> bool:
        """Whether the log calls for attention."""
        return not self.remark and "!!!" in self.event["text"]

    @property
    def explained(self) -> bool:
        """Whether rules or dice can be told."""
        return bool(self.event["rules"] or self.event["dice"])


@frozen
class Chapter:
    """What stands under one title."""

    title: str
    entries: list[Entry] = field(factory=list)


@frozen
class PhaseLog:
    """What happened in one phase."""

    phase: str
    chapters: list[Chapter]

    @property
    def size(self) -> int:
        return sum(len(chapter.entries) for chapter in self.chapters)

    @property
    def refused(self) -> int:
        """How many orders were refused."""
        return sum(e.remark == "refused" for c in self.chapters for e in c.entries)


def phase_logs(events: Iterable[Event]) -> list[PhaseLog]:
    """The events by phase; phases of which only titles were told are left out."""
    logs = (PhaseLog(phase, list(_chapters(told))) for phase, told in groupby(events, _phase))
    return [log for log in logs if log.size]


def alarms(events: Iterable[Event]) -> list[Entry]:
    """What calls for attention."""
    return [entry for entry in map(Entry, events) if entry.alarming]


def _phase(event: Event) -> str:
    phase: str = event["phase"]
    return phase


def _chapters(events: Iterable[Event]) -> Iterator[Chapter]:
    chapter = Chapter("")
    for event in events:
        if event["code"] == TITLE.code:
            if chapter.entries:
                yield chapter
            chapter = Chapter(event["text"].strip().removesuffix(":"))
        elif event["text"].strip():
            chapter.entries.append(Entry(event))
    if chapter.entries:
        yield chapter
