"""A report's events by importance: losses first, routine last, similar events grouped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.report import Highlights, reader
from horizons_core.report.highlights import KINDS
from horizons_host.history.alike import common_words
from horizons_host.history.kept import DocumentCache
from horizons_host.history.places import Linker, place_of, places_of
from horizons_host.store import GameStore

#: Largest number of similar battles or losses that are shown one by one.
_SINGLE = 5
_TOGETHER = frozenset({"routine", "asides", "gains"})
#: Number of events that are cached in each process.
_MOST = 200_000


@frozen
class EventLine:
    """One event.

    Attributes:
        number: its index among the report's events.
        parts: its sentence: words, and the id of a map's place if they name something there.
        place: the map's place where it happened, unless the sentence names it.
        more: further texts of the event, such as the text of a message.
        battle: whether it has a record of a battle.
    """

    number: int
    parts: Sequence[tuple[str, str | None]]
    place: str | None
    more: Sequence[str]
    battle: bool


@frozen
class EventGroup:
    """Similar events: `words` are their common words, "" for a single event or if there are few."""

    words: str
    lines: Sequence[EventLine]


@frozen
class EventCategory:
    """All events of a kind (`horizons_core.report.highlights.KINDS`)."""

    kind: str
    groups: Sequence[EventGroup]

    @property
    def count(self) -> int:
        """Number of its events."""
        return sum(len(group.lines) for group in self.groups)


_cache: DocumentCache[Sequence[EventCategory]] = DocumentCache(
    _MOST, lambda entry: sum(c.count for c in entry) + 1
)


def categories_of_turn(
    store: GameStore, turn: int, seat: str, highlights: Highlights
) -> Sequence[EventCategory]:
    """Return the chapters of a seat's report, cached; the highlights are the game's own."""
    info, stored = store.info(), store.packed_report(turn, seat)
    rules = " ".join([info.variant, *info.mods])
    return _cache.of(stored, rules, lambda: categories_of(store.report(turn, seat), highlights))


def categories_of(report: Mapping[str, Any], highlights: Highlights) -> list[EventCategory]:
    """Group the events of a report by kind; empty kinds are left out."""
    you, places = reader(report), places_of(report)
    linker = Linker(places)
    by_kind: dict[str, dict[str, list[int]]] = {kind: {} for kind in KINDS}
    for number, event in enumerate(report["events"]):
        by_kind[highlights.kind(event, you)].setdefault(event["code"], []).append(number)

    def group(kind: str, numbers: Sequence[int]) -> Iterator[EventGroup]:
        events = [report["events"][number] for number in numbers]
        lines = [_line(n, e, linker, places) for n, e in zip(numbers, events, strict=True)]
        least = 2 if kind in _TOGETHER else _SINGLE + 1
        if len(lines) < least:
            yield from (EventGroup("", [line]) for line in lines)
        else:
            yield EventGroup(common_words(event["text"] for event in events), lines)

    return [
        EventCategory(
            kind, [events for numbers in codes.values() for events in group(kind, numbers)]
        )
        for kind, codes in by_kind.items()
        if codes
    ]


def _line(
    number: int, event: Mapping[str, Any], linker: Linker, places: Mapping[str, str]
) -> EventLine:
    parts = linker.parts(event["text"])
    place = place_of(event, places)
    is_named = any(linked == place for _, linked in parts)
    battle = "units" in event["data"] and "shots" in event["data"]
    return EventLine(
        number, parts, None if is_named else place, [] if battle else _more(event), battle
    )


def _more(event: Mapping[str, Any]) -> list[str]:
    """Return texts of the event that its sentence announces but does not contain."""
    announces = event["text"].rstrip().endswith(":")
    texts = (value for value in event["data"].values() if isinstance(value, str))
    return [text for text in texts if "\n" in text or (announces and text not in event["text"])]
