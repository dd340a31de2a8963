"""Random replacement of values by others of the same shape, for secrecy tests."""

from __future__ import annotations

import enum
import re
import string
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from horizons_core.codec import copy_of

#: Returns a number from 0 to `n - 1`, drawn by hypothesis or from a stream.
Pick = Callable[[int], int]

_HEX = re.compile(r"[0-9a-f]{64}")


def altered(value: Any, pick: Pick, pool: Sequence[Any] = ()) -> Any:
    """Return a different value that could take the place of `value`.

    `pool` holds values of the same field elsewhere. Types are kept, element by element: integers
    stay integers of the same sign, tuples keep their length and objects their class. None stays
    None unless the pool has a value.
    """
    if pool and pick(3) == 0:
        return copy_of(pool[pick(len(pool))])
    if isinstance(value, enum.Enum):
        members = list(type(value))
        return members[pick(len(members))]
    change = _CHANGES.get(type(value))
    if change is not None:
        return change(value, pick)
    return _altered_object(value, pick) if attrs.has(type(value)) else value


def _altered_number(value: int, pick: Pick) -> int:
    options = (value + 1, max(value - 1, 0), 0, 2 * value + 1, value + 2 + pick(100))
    return options[pick(len(options))] if value >= 0 else -_altered_number(-value, pick)


def _altered_float(value: float, pick: Pick) -> float:
    return (value + 1.0, value * 2.0 + 0.5, value / 2.0, 0.0)[pick(4)]


def _altered_text(value: str, pick: Pick) -> str:
    if _HEX.fullmatch(value):
        return "".join("0123456789abcdef"[pick(16)] for _ in value[:4]) + value[4:]
    letter = string.ascii_letters[pick(52)]
    index = pick(len(value)) if value else 0
    replaced = value[:index] + letter + value[index + 1 :]
    options = (value + letter, letter + value, replaced, value[1:])
    return options[pick(len(options))] or letter


def _altered_list(value: list[Any], pick: Pick) -> list[Any]:
    if not value:
        return []
    new = [copy_of(item) for item in value]
    index = pick(len(new))
    action = pick(4)
    if action == 0:
        del new[index]
    elif action == 1:
        new.insert(index, copy_of(new[index]))
    else:
        new[index] = altered(new[index], pick)
    return new


def _altered_dict(value: dict[Any, Any], pick: Pick) -> dict[Any, Any]:
    if not value:
        return {}
    key = list(value)[pick(len(value))]
    if pick(4) == 0:
        return {name: copy_of(item) for name, item in value.items() if name != key}
    return {
        name: altered(item, pick) if name == key else copy_of(item) for name, item in value.items()
    }


def _altered_tuple(value: tuple[Any, ...], pick: Pick) -> tuple[Any, ...]:
    if not value:
        return ()
    place = pick(len(value))
    return (*value[:place], altered(value[place], pick), *value[place + 1 :])


def _altered_object(value: Any, pick: Pick) -> Any:
    fields = [f for f in attrs.fields(type(value)) if f.init]
    if not fields:
        return value
    field = fields[pick(len(fields))]
    return attrs.evolve(copy_of(value), **{field.alias: altered(getattr(value, field.name), pick)})


_CHANGES: dict[type, Callable[[Any, Pick], Any]] = {
    bool: lambda value, _: not value,
    int: _altered_number,
    float: _altered_float,
    str: _altered_text,
    list: _altered_list,
    dict: _altered_dict,
    tuple: _altered_tuple,
}
