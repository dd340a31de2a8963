"""Places on a report's map of the things that its sentences name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

#: Length of the prefix that indexes names.
_START = 4
#: The start of a word, and characters that may not follow a name.
_WORD = re.compile(r"(?<![\w-])\S")
_CONTINUES = re.compile(r"[\w-]")
#: Shorter names are ignored as ordinary words, unless they are a place's own.
_SHORTEST = 3


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
        if place and isinstance(name, str) and len(name) >= _SHORTEST:
            yield name, place
        for entry in value.values():
            if isinstance(entry, list | Mapping):
                yield from _named(entry, ids)


#: Names of the fields with a thing's location.
_WHERE = ("place", "sector", "at", "planet", "system", "id")


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
