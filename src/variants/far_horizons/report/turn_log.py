"""The events of a turn for the page: by phase, under the titles of the classic log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from attrs import field, frozen

from variants.far_horizons.step_context import ADJUSTED, IGNORED, TITLE

Event = Mapping[str, Any]

_REMARKS = {IGNORED.code: "refused", ADJUSTED.code: "changed"}
#: Losses, and what a player has to know at once.
_ALARMS = frozenset(
    {
        "colony-destroyed",
        "enmity-by-betrayal",
        "fail-safe-used",
        "landing-denied",
        "riots",
        "ship-lost",
        "ship-misjumped",
        "siege-hull-destroyed",
        "transfer-destroyed",
    }
)
#: Letters and tables, whose lines and blanks mean something.
_BLOCKS = frozenset({"final-summary", "message-received", "sector-scanned"})


def is_alarm(event: Event) -> bool:
    """Whether an event is of those to which the page calls attention."""
    code, facts = event["code"], event["data"]
    if code == "defenses-detected":  # the same code tells the besiegers of their success
        return "besieged_name" not in facts
    return code in _ALARMS or bool(facts.get("fate"))


@frozen
class Entry:
    """One event: its text, how far in it stands, and whether it is a table or a letter."""

    event: Event

    @property
    def text(self) -> str:
        text: str = self.event["text"]
        return text.strip("\n") if self.block else text.strip()

    @property
    def block(self) -> bool:
        """Whether lines and blanks mean something."""
        return self.event["code"] in _BLOCKS or "lines" in self.event["data"]

    @property
    def indent(self) -> int:
        """By how many blanks the log indents it."""
        line: str = self.event["text"].lstrip("\n")
        return min(len(line) - len(line.lstrip(" ")), 12)

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
        return str(self.event["data"]["reason"]).replace("\n! ", " ")

    @property
    def call(self) -> str:
        """The text without its exclamation marks."""
        return self.text.strip("! ").removeprefix("WARNING").lstrip("! ")

    @property
    def alarming(self) -> bool:
        """Whether the page calls attention to it."""
        return is_alarm(self.event)

    @property
    def explained(self) -> bool:
        """Whether rules or dice can be shown."""
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
    """The events by phase, without phases that have only titles."""
    by_phase = groupby(events, lambda event: str(event["phase"]))
    logs = (PhaseLog(phase, list(_chapters(found))) for phase, found in by_phase)
    return [log for log in logs if log.size]


def alarms(events: Iterable[Event]) -> list[Entry]:
    """The events to which the page calls attention."""
    return [Entry(event) for event in events if is_alarm(event)]


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
