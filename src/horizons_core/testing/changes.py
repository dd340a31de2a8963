"""Changing a value into another of the same shape: what tests of secrecy do to hidden things."""

from __future__ import annotations

import enum
import re
import string
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from horizons_core.codec import copy_of

#: Chooses a number from 0 up to `n - 1`; who chooses (hypothesis, a stream) does not matter here.
Pick = Callable[[int], int]

_HEX = re.compile(r"[0-9a-f]{64}")


def altered(value: Any, pick: Pick, pool: Sequence[Any] = ()) -> Any:
    """Another value that could stand where `value` stands.

    `pool` holds values found in the same place elsewhere. Types are kept, element by element: whole
    numbers stay whole and get no sign they did not have, a tuple keeps its length, an object its
    class. None stays None unless the pool knows better.
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
    near = (value + 1, max(value - 1, 0), 0, 2 * value + 1, value + 2 + pick(100))
    return near[pick(len(near))] if value >= 0 else -_altered_number(-value, pick)


def _altered_float(value: float, pick: Pick) -> float:
    return (value + 1.0, value * 2.0 + 0.5, value / 2.0, 0.0)[pick(4)]


def _altered_text(value: str, pick: Pick) -> str:
    if _HEX.fullmatch(value):
        return "".join("0123456789abcdef"[pick(16)] for _ in value[:4]) + value[4:]
    letter = string.ascii_letters[pick(52)]
    place = pick(len(value)) if value else 0
    texts = (value + letter, letter + value, value[:place] + letter + value[place + 1 :], value[1:])
    return texts[pick(len(texts))] or letter


def _altered_list(value: list[Any], pick: Pick) -> list[Any]:
    if not value:
        return []
    new = [copy_of(item) for item in value]
    place = pick(len(new))
    what = pick(4)
    if what == 0:
        del new[place]
    elif what == 1:
        new.insert(place, copy_of(new[place]))
    else:
        new[place] = altered(new[place], pick)
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
