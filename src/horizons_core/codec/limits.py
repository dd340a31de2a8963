"""Limits of the values in a game: declared with a field's type, checked when a game is loaded.

    side: Annotated[int, Between(1, 99)] = known(default=0)
    home: Annotated[str, IdOf(("worlds",))] = field(default="")
    prices: dict[str, Annotated[int, Between(0)]] = field(factory=dict)

A type checker sees the type without its limits, and nothing is checked while a turn is run. Without
limits a whole number has at most 15 digits, a number is finite, and a text can be written in UTF-8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from attrs import frozen

#: What numbers of a saved game may be, up or down, where a field does not say.
MOST = 10**15


@frozen
class Between:
    """Numbers from `low` to `high`, both included."""

    low: float = -MOST
    high: float = MOST


@frozen
class OneOf:
    """The texts or numbers in `values`, and no others."""

    values: Collection[Any]


@frozen
class Matching:
    """Texts that match the regular expression `pattern` from beginning to end."""

    pattern: str


@frozen
class IdOf:
    """Ids of things in the game's `lists`, or keys of its dicts, by the names of their fields.

    With `none` the empty text, too, for nothing.
    """

    lists: tuple[str, ...]
    none: bool = False


Limit = Between | OneOf | Matching | IdOf


class Ids:
    """The ids in a saved game that is being loaded, by the fields that hold the things."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self._found: dict[IdOf, frozenset[str]] = {}

    def of(self, limit: IdOf) -> frozenset[str]:
        """The ids that a reference may name."""
        found = self._found.get(limit)
        if found is None:
            names = {id_ for name in limit.lists for id_ in _ids_in(self._data.get(name))}
            found = self._found[limit] = frozenset(names | {""} if limit.none else names)
        return found


def _ids_in(things: Any) -> Iterable[str]:
    """The ids of the things in plain data; what is damaged in it is found elsewhere."""
    if isinstance(things, dict):
        return [key for key in things if isinstance(key, str)]
    rows = things if isinstance(things, list) else []
    ids = [row.get("id") for row in rows if isinstance(row, dict)]
    return [id_ for id_ in ids if isinstance(id_, str)]
