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


class Contents(enum.IntEnum):
    """The contents of a value; each degree includes those before it."""

    VALUES = 0  #: plain values and frozen objects of such values
    CONTAINERS = 1  #: lists and dicts of such values
    ANYTHING = 2  #: possibly entities, or a type that does not tell


@cache
def contents_of_class(cls: type) -> Contents:
    """Return what the fields of this class can contain.

    `ANYTHING` for a class that is not an attrs class, or whose type hints cannot be resolved.
    """
    if is_shared_by_copies(cls) and not issubclass(cls, Entity):
        return Contents.VALUES
    return _contents_of_fields(cls, frozenset()) if attrs.has(cls) else Contents.ANYTHING


def _contents_of_fields(cls: type, outer: frozenset[type]) -> Contents:
    try:
        hints = typing.get_type_hints(cls)
    except (NameError, TypeError):
        return Contents.ANYTHING
    degrees = (_contents_of_type(hints.get(f.name, Any), outer | {cls}) for f in attrs.fields(cls))
    return max(degrees, default=Contents.VALUES)


def _contents_of_type(kind: Any, outer: frozenset[type]) -> Contents:
    """Return what a field of this type can contain; for a recursive class, `ANYTHING`."""
    origin = typing.get_origin(kind)
    parts = [part for part in typing.get_args(kind) if part is not Ellipsis]
    if origin is Literal:
        return Contents.VALUES
    if origin in (tuple, typing.Union, types.UnionType):
        return max((_contents_of_type(part, outer) for part in parts), default=Contents.VALUES)
    if origin in (list, dict):
        return max(Contents.CONTAINERS, *(_contents_of_type(part, outer) for part in parts))
    if not isinstance(kind, type) or kind in outer or issubclass(kind, Entity):
        return Contents.ANYTHING
    if is_shared_by_copies(kind):
        return Contents.VALUES
    return _contents_of_fields(kind, outer) if attrs.has(kind) else Contents.ANYTHING
