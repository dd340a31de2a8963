"""What a variant's schema says of its views: fields that a short game may not show.

Enemies, say, are seen by nobody in the first turns. Fields are given as they stand in a table
(`layout`): by the name of the list, the path within, and the words that may stand there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

#: A field of a thing: its path, and the words that it may hold, none for a number.
Field = tuple[tuple[str, ...], Sequence[str]]

_NUMBERS = {"integer", "number", "boolean"}
_PLACE = "1,1"


def described_tables(
    schema: Mapping[str, Any], entries: int, deepest: int
) -> Iterator[tuple[str, list[Field]]]:
    """The lists of things of a view with their fields, and the view itself as the list "".

    Of a list of numbers within a thing so many entries are fields, and of things in things no
    path is longer than `deepest` names.
    """
    alone: list[Field] = []
    for name, part in schema.get("properties", {}).items():
        alone += _fields(part, (name,), entries, deepest)
        for one in _choices(part):
            if any("properties" in item for item in _choices(one.get("items", {}))):
                yield name, list(_fields(one["items"], (), entries, deepest))
    yield "", alone


def _choices(part: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """The schemas of which one holds."""
    choices: Iterable[Mapping[str, Any]] = part.get("anyOf", (part,))
    return choices


def _fields(
    schema: Mapping[str, Any], path: tuple[str, ...], entries: int, deepest: int
) -> Iterator[Field]:
    for part in _choices(schema):
        words = [word for word in part.get("enum", ()) if isinstance(word, str)]
        kinds = part.get("type", ())
        kinds = {kinds} if isinstance(kinds, str) else set(kinds)
        if words:
            yield path, words
        elif kinds & _NUMBERS:
            yield path, ()
        elif "pattern" in part and re.search(part["pattern"], _PLACE):
            yield from ((((*path, str(axis)), ())) for axis in range(2))
        elif len(path) < deepest:
            if "items" in part:
                yield (*path, "count"), ()
                yield from _entries(part, path, entries)
            for name, inner in part.get("properties", {}).items():
                yield from _fields(inner, (*path, name), entries, deepest)


def _entries(part: Mapping[str, Any], path: tuple[str, ...], entries: int) -> Iterator[Field]:
    """Those of a list of numbers, which are as many as the schema says, or the most."""
    if part["items"].get("type") in _NUMBERS:
        count = min(entries, part.get("maxItems", entries))
        yield from (((*path, str(entry)), ()) for entry in range(count))
