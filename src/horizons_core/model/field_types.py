"""Analysis of field types: how far values of a class can be shared between copies."""

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
    """The contents of a value; each degree includes those before it."""

    VALUES = 0  #: plain values and frozen objects of such values
    CONTAINERS = 1  #: lists and dicts of such values
    ANYTHING = 2  #: possibly entities, or a type that does not tell


@cache
def holds(cls: type) -> Holds:
    """Return what the fields of this class can contain.

    `ANYTHING` for a class that is not an attrs class, or whose type hints cannot be resolved.
    """
    if is_shared_by_copies(cls) and not issubclass(cls, Entity):
        return Holds.VALUES
    return _fields_hold(cls, frozenset()) if attrs.has(cls) else Holds.ANYTHING


def _fields_hold(cls: type, outer: frozenset[type]) -> Holds:
    try:
        hints = typing.get_type_hints(cls)
    except (NameError, TypeError):
        return Holds.ANYTHING
    degrees = (_contents_of(hints.get(f.name, Any), outer | {cls}) for f in attrs.fields(cls))
    return max(degrees, default=Holds.VALUES)


def _contents_of(kind: Any, outer: frozenset[type]) -> Holds:
    """Return what a field of this type can contain; for a recursive class, `ANYTHING`."""
    origin = typing.get_origin(kind)
    parts = [part for part in typing.get_args(kind) if part is not Ellipsis]
    if origin is Literal:
        return Holds.VALUES
    if origin in (tuple, typing.Union, types.UnionType):
        return max((_contents_of(part, outer) for part in parts), default=Holds.VALUES)
    if origin in (list, dict):
        return max(Holds.CONTAINERS, *(_contents_of(part, outer) for part in parts))
    if not isinstance(kind, type) or kind in outer or issubclass(kind, Entity):
        return Holds.ANYTHING
    if is_shared_by_copies(kind):
        return Holds.VALUES
    return _fields_hold(kind, outer) if attrs.has(kind) else Holds.ANYTHING
