"""The fields of views that a variant's schema describes; a short game may not show all.

For example, enemies may not be visible in the first turns. Fields are identified as in a table
(`layout`): by the name of the list, the path within, and the words that it may hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

#: A field of an object: its path, and the words that it may hold, empty for a number.
SchemaField = tuple[tuple[str, ...], Sequence[str]]

_NUMBERS = {"integer", "number", "boolean"}
_PLACE = "1,1"


def schema_tables(
    schema: Mapping[str, Any], entries: int, deepest: int
) -> Iterator[tuple[str, list[SchemaField]]]:
    """Yield a view's lists of objects with their fields, and the view itself as the list "".

    Lists of numbers within an object have `entries` fields at most, and paths `deepest` names.
    """
    own_fields: list[SchemaField] = []
    for name, part in schema.get("properties", {}).items():
        own_fields += _fields(part, (name,), entries, deepest)
        for choice in _choices(part):
            if any("properties" in item for item in _choices(choice.get("items", {}))):
                yield name, list(_fields(choice["items"], (), entries, deepest))
    yield "", own_fields


def _choices(part: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """Return the alternative schemas."""
    choices: Iterable[Mapping[str, Any]] = part.get("anyOf", (part,))
    return choices


def _fields(
    schema: Mapping[str, Any], path: tuple[str, ...], entries: int, deepest: int
) -> Iterator[SchemaField]:
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


def _entries(part: Mapping[str, Any], path: tuple[str, ...], entries: int) -> Iterator[SchemaField]:
    """Yield the entries of a list of numbers: as many as the schema allows, `entries` at most."""
    if part["items"].get("type") in _NUMBERS:
        count = min(entries, part.get("maxItems", entries))
        yield from (((*path, str(entry)), ()) for entry in range(count))
