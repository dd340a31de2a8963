"""A report's events, grouped by kind and linked to the map, and the reader's key figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from attrs import frozen

from horizons_core.report import Highlights, Measure, reader
from horizons_core.report.highlights import KINDS
from horizons_host.store import GameStore
from horizons_host.store.caches import DocumentCache

#: Maximum number of sentences compared; more rarely change the result.
_MAX_COMPARED = 12
_DOTS = "…"

#: Length of the prefix that indexes names.
_START = 4
#: The start of a word, and characters that may not follow a name.
_WORD = re.compile(r"(?<![\w-])\S")
_CONTINUES = re.compile(r"[\w-]")
#: Shorter names are ignored as ordinary words, unless they are a place's own.
_MIN_LENGTH = 3

#: Names of the fields with a thing's location.
_WHERE = ("place", "sector", "at", "planet", "system", "id")

#: Maximum number of similar battles or losses that are shown one by one.
_SINGLE = 5
_TOGETHER = frozenset({"routine", "asides", "gains"})
#: Number of events that are cached in each process.
_MAX_CACHED = 200_000


def common_words(sentences: Iterable[str]) -> str:
    """Return a text such as "Built … in sector …".

    Returns "" if less than half of the first is common, or not its beginning.
    """
    split = [sentence.split() for sentence in sentences][:_MAX_COMPARED]
    if not split:
        return ""
    shared: Sequence[str] = split[0]
    for words in split[1:]:
        shared = _shared(shared, words)
    common = [word for word in shared if word != _DOTS]
    is_alike = shared[:1] != [_DOTS] and 2 * len(common) >= len(split[0])
    return " ".join(shared) if is_alike else ""


def _shared(first: Sequence[str], second: Sequence[str]) -> list[str]:
    shared: list[str] = []
    a, b = 0, 0
    for block in SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks():
        if (block.a, block.b) != (a, b) and shared[-1:] != [_DOTS]:
            shared.append(_DOTS)
        for word in first[block.a : block.a + block.size]:
            if word != _DOTS or shared[-1:] != [_DOTS]:
                shared.append(word)
        a, b = block.a + block.size, block.b + block.size
    return shared


def places_of(report: Mapping[str, Any]) -> dict[str, str]:
    """Return the id of the map's place of each thing in the report, by name.

    Things are mappings in the view with a name and a location; a name with several places is left
    out. A map's places are included by their ids and labels.
    """
    ids = {place["id"]: place["id"] for place in report["map"]["places"]}
    candidates: dict[str, str | None] = {}
    for name, place in _named(report["view"], ids):
        candidates[name] = place if candidates.get(name, place) == place else None
    labels = {p["label"]: p["id"] for p in report["map"]["places"] if p["label"]}
    named_places = {name: place for name, place in candidates.items() if place}
    return {**named_places, **labels, **ids}


def place_of(event: Mapping[str, Any], places: Mapping[str, str]) -> str | None:
    """Return the map's place of an event; a planet has the place of its star."""
    location = event["place"]
    if not location:
        return None
    return places.get(location) or places.get(location.rpartition(" ")[0])


def _named(value: Any, ids: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for entry in value:
            yield from _named(entry, ids)
    elif isinstance(value, Mapping):
        name, place = value.get("name"), _place_in(value, ids)
        if place and isinstance(name, str) and len(name) >= _MIN_LENGTH:
            yield name, place
        for entry in value.values():
            if isinstance(entry, list | Mapping):
                yield from _named(entry, ids)


def _place_in(entry: Mapping[str, Any], ids: Mapping[str, str]) -> str | None:
    for field in _WHERE:
        value = entry.get(field)
        words = " ".join(map(str, value)) if isinstance(value, list) else value
        if isinstance(words, str) and words in ids:
            return words
    return None


class Linker:
    """Finds the names of things in sentences; prefers the longest."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        self._by_start: dict[str, list[str]] = {}
        # Thousands of names are too many to try at every word, but few share a prefix. A number
        # is left out because it is usually no name.
        for name in sorted(places, key=len, reverse=True):
            if name and not name.isdigit():
                self._by_start.setdefault(name[:_START], []).append(name)

    def parts(self, text: str) -> list[tuple[str, str | None]]:
        """Split a sentence into parts: words, and the id of the place that they name, if any."""
        parts: list[tuple[str, str | None]] = []
        at = 0
        for word in _WORD.finditer(text):
            name = self._name_at(text, word.start()) if word.start() >= at else None
            if name is None:
                continue
            if word.start() > at:
                parts.append((text[at : word.start()], None))
            parts.append((name, self._places[name]))
            at = word.start() + len(name)
        return [*parts, (text[at:], None)] if at < len(text) else parts

    def _name_at(self, text: str, start: int) -> str | None:
        """Return the longest name that begins at `start` and ends at a word boundary."""
        for length in range(_START, 0, -1):
            for name in self._by_start.get(text[start : start + length], ()):
                end = start + len(name)
                if text.startswith(name, start) and not _CONTINUES.match(text, end):
                    return name
        return None


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
    _MAX_CACHED, lambda entry: sum(c.count for c in entry) + 1
)
_figures: DocumentCache[Mapping[str, float]] = DocumentCache(
    _MAX_CACHED, lambda values: len(values) + 1
)


def turn_categories(
    store: GameStore, turn: int, seat: str, report: Mapping[str, Any], highlights: Highlights
) -> Sequence[EventCategory]:
    """Return the events of a seat's report of a turn by category, cached.

    `highlights` are the game's own.
    """
    stored = store.packed_report(turn, seat)
    return _cache.of(stored, _rules_of(store), lambda: categories_of(report, highlights))


def _rules_of(store: GameStore) -> str:
    info = store.info()
    return " ".join([info.variant, *info.mods])


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
        minimum = 2 if kind in _TOGETHER else _SINGLE + 1
        if len(lines) < minimum:
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


@frozen
class Figure:
    """A measure after a turn; `change` is None if the report before does not have it."""

    name: str
    title: str
    value: float
    change: float | None


def turn_figures(
    store: GameStore,
    seat: str,
    report: Mapping[str, Any],
    before: int | None,
    measures: Sequence[Measure],
) -> list[Figure]:
    """Return a seat's own figures in a report, compared with its report of the turn `before`.

    The figures of reports are cached: that of the turn before is rarely read again.
    """

    def cached(turn: int, read: Callable[[], Mapping[str, Any]]) -> Mapping[str, float]:
        stored = store.packed_report(turn, seat)
        return _figures.of(stored, _rules_of(store), lambda: _own_figures(measures, read()))

    values = cached(report["turn"], lambda: report)
    old = {} if before is None else cached(before, lambda: store.report(before, seat))
    return [
        Figure(
            measure.name,
            measure.title,
            values[measure.name],
            values[measure.name] - old[measure.name] if measure.name in old else None,
        )
        for measure in measures
        if measure.name in values
    ]


def _own_figures(measures: Sequence[Measure], report: Mapping[str, Any]) -> dict[str, float]:
    you = reader(report)
    values = {measure.name: measure.read(report).get(you) for measure in measures}
    return {name: value for name, value in values.items() if value is not None}


def figure_text(value: float) -> str:
    """Format a figure: whole, or with two decimals."""
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 1000 else f"{value:,.2f}"
