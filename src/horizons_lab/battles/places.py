"""Paths in a battle's plain data, which name the factors of a study of battles.

A place is a path of names and of indices from 0, separated by dots: `sides.Ada.0.count` is the
number of ships in the first group of Ada's side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.errors import did_you_mean
from horizons_lab.errors import StudyError


def with_level(data: Any, place: str, level: Any) -> Any:
    """Return a copy of the data with `level` at the place.

    The last name may be new in its mapping. Raises StudyError for an unknown place.
    """
    return _replaced(data, place.split("."), level, place)


def _replaced(data: Any, path: Sequence[str], level: Any, place: str) -> Any:
    if not path:
        return level
    first, rest = path[0], path[1:]
    if isinstance(data, Mapping):
        by_text = {str(name): name for name in data}
        if first not in by_text and rest:
            raise _not_there(place, first, did_you_mean(first, list(by_text)))
        name = by_text.get(first, first)
        return {**data, name: _replaced(data.get(name), rest, level, place)}
    if isinstance(data, list | tuple):
        if not first.isdecimal() or int(first) >= len(data):
            raise _not_there(place, first, f"use a number from 0 to {len(data) - 1}")
        index = int(first)
        return [*data[:index], _replaced(data[index], rest, level, place), *data[index + 1 :]]
    raise _not_there(place, first, "a path can only go through mappings and lists")


def _not_there(place: str, name: str, hint: str) -> StudyError:
    return StudyError(f"the battle has no path '{place}': there is no '{name}'", hint)
