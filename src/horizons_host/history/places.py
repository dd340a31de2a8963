"""Where on a report's map the things are that its sentences name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

#: So many letters names are looked up by.
_START = 4
#: Where a word begins, and what may not follow a name.
_WORD = re.compile(r"(?<![\w-])\S")
_GOES_ON = re.compile(r"[\w-]")
#: Names shorter than this are read as words of a sentence, unless they are a place's own.
_SHORTEST = 3


def places_of(report: Mapping[str, Any]) -> dict[str, str]:
    """The id of the map's place of each thing that the report names, by its name.

    Things are the mappings within the view that have a name and say where they are; of a name that
    stands for several places nothing is told. A map's places have their ids and their labels.
    """
    ids = {place["id"]: place["id"] for place in report["map"]["places"]}
    found: dict[str, str | None] = {}
    for name, place in _named(report["view"], ids):
        found[name] = place if found.get(name, place) == place else None
    labels = {p["label"]: p["id"] for p in report["map"]["places"] if p["label"]}
    things = {name: place for name, place in found.items() if place}
    return {**things, **labels, **ids}


def place_of(event: Mapping[str, Any], places: Mapping[str, str]) -> str | None:
    """The map's place of an event; a planet of a star stands where the star does."""
    where = event["place"]
    if not where:
        return None
    return places.get(where) or places.get(where.rpartition(" ")[0])


def _named(value: Any, ids: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for one in value:
            yield from _named(one, ids)
    elif isinstance(value, Mapping):
        name, place = value.get("name"), _place_in(value, ids)
        if place and isinstance(name, str) and len(name) >= _SHORTEST:
            yield name, place
        for one in value.values():
            if isinstance(one, list | Mapping):
                yield from _named(one, ids)


#: What the fields are called that say where a thing is.
_WHERE = ("place", "sector", "at", "planet", "system", "id")


def _place_in(thing: Mapping[str, Any], ids: Mapping[str, str]) -> str | None:
    for field in _WHERE:
        value = thing.get(field)
        words = " ".join(map(str, value)) if isinstance(value, list) else value
        if isinstance(words, str) and words in ids:
            return words
    return None


class Linker:
    """Finds the names of things in sentences; of two that begin at a place the longer."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        self._by_start: dict[str, list[str]] = {}
        # Thousands of names are too many to be tried at every word: few begin alike. A name that
        # is a number alone is a place only where nothing else can be meant.
        for name in sorted(places, key=len, reverse=True):
            if name and not name.isdigit():
                self._by_start.setdefault(name[:_START], []).append(name)

    def parts(self, text: str) -> list[tuple[str, str | None]]:
        """The sentence in parts: words, and the id of the place if they name something there."""
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
        """The longest name that begins there and ends with a word."""
        for length in range(_START, 0, -1):
            for name in self._by_start.get(text[start : start + length], ()):
                end = start + len(name)
                if text.startswith(name, start) and not _GOES_ON.match(text, end):
                    return name
        return None
