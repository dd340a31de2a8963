"""What values of a class can hold, by the types of its fields: how far they may be shared."""

from __future__ import annotations

import enum
import types
import typing
from functools import cache
from typing import Any, Literal

import attrs

from horizons_core.codec import is_shared_by_copies
from horizons_core.model.entities import Entity


class Holds(enum.IntEnum):
    """What there is in a value; each degree includes those before it."""

    VALUES = 0  #: plain values and frozen things, and things of those
    CONTAINERS = 1  #: lists and dicts of such
    ANYTHING = 2  #: entities, perhaps, or what its type does not tell


@cache
def holds(cls: type) -> Holds:
    """What values of this class hold in their fields.

    Of a class that is no attrs class, or whose types cannot be found, it may be anything.
    """
    if is_shared_by_copies(cls) and not issubclass(cls, Entity):
        return Holds.VALUES
    return _fields_hold(cls, frozenset()) if attrs.has(cls) else Holds.ANYTHING


def _fields_hold(cls: type, outer: frozenset[type]) -> Holds:
    try:
        hints = typing.get_type_hints(cls)
    except (NameError, TypeError):
        return Holds.ANYTHING
    found = (_held(hints.get(field.name, Any), outer | {cls}) for field in attrs.fields(cls))
    return max(found, default=Holds.VALUES)


def _held(kind: Any, outer: frozenset[type]) -> Holds:
    """What a field of this type holds; a class that holds itself may hold anything."""
    origin = typing.get_origin(kind)
    parts = [part for part in typing.get_args(kind) if part is not Ellipsis]
    if origin is Literal:
        return Holds.VALUES
    if origin in (tuple, typing.Union, types.UnionType):
        return max((_held(part, outer) for part in parts), default=Holds.VALUES)
    if origin in (list, dict):
        return max(Holds.CONTAINERS, *(_held(part, outer) for part in parts))
    if not isinstance(kind, type) or kind in outer or issubclass(kind, Entity):
        return Holds.ANYTHING
    if is_shared_by_copies(kind):
        return Holds.VALUES
    return _fields_hold(kind, outer) if attrs.has(kind) else Holds.ANYTHING
