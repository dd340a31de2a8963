"""Limits on values, which are declared with a field's type and checked when a game is loaded.

    side: Annotated[int, Between(1, 99)] = known(default=0)
    home: Annotated[str, IdOf(("worlds",))] = field(default="")
    prices: dict[str, Annotated[int, Between(0)]] = field(factory=dict)

Type checkers see the type without its limits, and running a turn checks nothing. By default an
integer has at most 15 digits, a number is finite, and a text can be encoded in UTF-8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from attrs import frozen

#: Default limit of numbers in a saved game, in both directions.
MAX_NUMBER = 10**15


@frozen
class Between:
    """Numbers from `low` to `high`, both included."""

    low: float = -MAX_NUMBER
    high: float = MAX_NUMBER


@frozen
class OneOf:
    """The texts or numbers in `values`, and no others."""

    values: Collection[Any]


@frozen
class Matching:
    """Texts that match the regular expression `pattern` as a whole."""

    pattern: str


@frozen
class IdOf:
    """Ids of objects in the game's `lists`, or keys of its dicts, by the names of their fields.

    With `none`, the empty text is also allowed.
    """

    lists: tuple[str, ...]
    none: bool = False


Limit = Between | OneOf | Matching | IdOf


class Ids:
    """The ids in a saved game that is being loaded, by the fields of their objects."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self._cache: dict[IdOf, frozenset[str]] = {}

    def of(self, limit: IdOf) -> frozenset[str]:
        """Return the ids that a reference may have."""
        ids = self._cache.get(limit)
        if ids is None:
            names = {id_ for name in limit.lists for id_ in _ids_in(self._data.get(name))}
            ids = self._cache[limit] = frozenset(names | {""} if limit.none else names)
        return ids


def _ids_in(entries: Any) -> Iterable[str]:
    """Return the ids of the objects in plain data; damaged entries are reported elsewhere."""
    if isinstance(entries, dict):
        return [key for key in entries if isinstance(key, str)]
    rows = entries if isinstance(entries, list) else []
    ids = [row.get("id") for row in rows if isinstance(row, dict)]
    return [id_ for id_ in ids if isinstance(id_, str)]
