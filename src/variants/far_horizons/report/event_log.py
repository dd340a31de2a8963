"""A turn's events under the titles of the classic log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from attrs import field, frozen

from horizons_core.sums import int_sum
from variants.far_horizons.battle import messages
from variants.far_horizons.report.log_layout import EventLayout, layout_of
from variants.far_horizons.rules.dispatch import SECTION_BEGUN
from variants.far_horizons.step_context import ADJUSTED, IGNORED

MAX_LINE_LENGTH = 77
Event = Mapping[str, Any]
#: The titles in phases with battles, above the orders (if any) and above each battle.
_BATTLE_TITLES = {
    "combat": {SECTION_BEGUN.code: "Combat orders", messages.PLACE.code: "Combat log"},
    "strikes": {SECTION_BEGUN.code: "Strike orders", messages.PLACE.code: "Strike log"},
}
_REMARKS = {IGNORED.code: "refused", ADJUSTED.code: "changed"}


def wrap_line(text: str) -> list[str]:
    """Wrap a line at spaces; continuation lines are indented by two more spaces."""
    indent = " " * (len(text) - len(text.lstrip(" ")) + 2)
    lines, line = [], ""
    for word in _words(text):
        longer = f"{line} {word}" if line.strip() else line + word
        if len(longer) > MAX_LINE_LENGTH and line.strip():
            lines.append(line)
            longer = indent + word
        line = longer
    return [*lines, line]


def _words(text: str) -> list[str]:
    """Split a line into words; the first keeps its indentation."""
    body = text.lstrip(" ")
    first, *rest = body.split(" ")
    return [text[: len(text) - len(body)] + first, *rest]


#: The titles of phases, each above the first event of its phase.
_TITLES = {
    "pre-departure": "Pre-departure orders",
    "jumps": "Jump orders",
    "production": "Production orders",
    "post-arrival": "Post-arrival orders",
    "housekeeping": "Other events",
}


@frozen
class TitledEvents:
    """The events under a title of a phase; the title may be empty."""

    phase: str
    title: str
    events: list[Event] = field(factory=list)


def chapters(events: Iterable[Event]) -> Iterator[TitledEvents]:
    """Group events under titles, in their order; a section without results is empty."""
    chapter: TitledEvents | None = None
    for event in events:
        begins_phase = chapter is None or chapter.phase != event["phase"]
        title = _title_above(event, begins_phase=begins_phase)
        if chapter is None or begins_phase or title:
            if chapter is not None:
                yield chapter
            chapter = TitledEvents(event["phase"], title)
        if event["code"] != SECTION_BEGUN.code:
            chapter.events.append(event)
    if chapter is not None:
        yield chapter


def _title_above(event: Event, *, begins_phase: bool) -> str:
    """Return the title above an event, or ""."""
    phase: str = event["phase"]
    if phase in _BATTLE_TITLES:
        return _BATTLE_TITLES[phase].get(event["code"], "")
    return _TITLES.get(phase, "") if begins_phase else ""


def event_log(events: Iterable[Event], *, layout_1999: bool = False) -> str | None:
    """Return the event log of a turn; None without events."""
    lines = log_lines(events, layout_1999=layout_1999)
    return "".join(f"{line}\n" for line in lines) if lines else None


def log_lines(events: Iterable[Event], *, layout_1999: bool = False) -> list[str]:
    """Return the lines of the log. In 1999 each line of a notice of enmity appeared twice."""
    return [
        line for chapter in chapters(events) for line in _lines_of(chapter, layout_1999=layout_1999)
    ]


def _lines_of(chapter: TitledEvents, *, layout_1999: bool) -> list[str]:
    """Return the lines of a chapter, with empty lines between its events."""
    lines = ["", f"{chapter.title}:"] if chapter.title else []
    empty, apart = 0, False
    for event in chapter.events:
        layout = layout_of(event)
        empty = layout.before if layout.joins else empty + layout.before
        if layout.apart:
            empty, apart = empty + apart, True
        text_lines = _event_lines(event, layout)
        if layout_1999 and event["code"] == messages.BETRAYAL.code:
            text_lines = [line for line in text_lines for _ in range(2)]
        lines += [""] * empty + text_lines
        empty = layout.after
    return lines + [""] * empty


def _event_lines(event: Event, layout: EventLayout) -> list[str]:
    """Return the lines of a single event."""
    if layout.block is not None:
        return [layout.lead + line for line in layout.block(event)]
    text: str = event["text"]
    if layout.end:
        text = text.removesuffix(".") + layout.end
    return wrap_line(layout.lead + text)


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
        """Return whether its line breaks and blanks are significant."""
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
        """Return whether the page draws attention to it."""
        return self.layout.alarm

    @property
    def explained(self) -> bool:
        """Return whether rules or dice can be shown."""
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
    nonempty = (chapter for chapter in chapters(events) if chapter.events)
    for phase, group in groupby(nonempty, lambda chapter: chapter.phase):
        entries = ((chapter.title, list(map(PhaseLogEntry, chapter.events))) for chapter in group)
        yield PhaseLog(phase, [TitledEntries(title, items) for title, items in entries])


def alarms(events: Iterable[Event]) -> list[PhaseLogEntry]:
    """Return the events that the page draws attention to."""
    return [entry for entry in map(PhaseLogEntry, events) if entry.alarming]
