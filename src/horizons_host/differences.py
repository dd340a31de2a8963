"""Differences between two views of an empire, counted by part, for the dry run of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen


@frozen
class ViewDifference:
    """Numbers of added, removed and changed entries in a part of a view."""

    part: str
    added: int = 0
    removed: int = 0
    changed: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the difference as plain data."""
        return {
            "part": self.part,
            "added": self.added,
            "removed": self.removed,
            "changed": self.changed,
        }


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[ViewDifference]:
    """Return the differing parts of two views, in the order of `after`."""
    parts = [*after, *(part for part in before if part not in after)]
    return [
        _difference(part, before.get(part), after.get(part))
        for part in parts
        if before.get(part) != after.get(part)
    ]


def _difference(part: str, before: Any, after: Any) -> ViewDifference:
    old, new = _entries(before), _entries(after)
    return ViewDifference(
        part,
        added=sum(key not in old for key in new),
        removed=sum(key not in new for key in old),
        changed=sum(key in old and old[key] != entry for key, entry in new.items()),
    )


def _entries(value: Any) -> dict[Any, Any]:
    """Return the entries of a part by name: of a mapping, of a list, or the value itself."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, list):
        return {_name(entry, index): entry for index, entry in enumerate(value)}
    return {} if value is None else {"": value}


def _name(entry: Any, index: int) -> Any:
    if isinstance(entry, Mapping):
        for key in ("id", "number", "sector", "name"):
            if isinstance(entry.get(key), str | int):
                return entry.get("owner"), entry[key]
    return entry if isinstance(entry, str) else index
