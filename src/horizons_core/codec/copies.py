"""Copies of games and their parts.

A dict is copied in the order of its keys, as in a saved game. Results therefore do not depend on
the order of changes to dicts, nor on whether a game was saved and loaded between turns.

To save time, fields are assumed to hold what their declared types say: saved games are read by
these types, so a field with other contents would not survive saving.
"""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, cast

import attrs

T = TypeVar("T")

_ATOMS = (str, int, float, bool, bytes, type(None), enum.Enum)
_UNIONS = (typing.Union, types.UnionType)

#: The most common classes, whose values a copy shares without further checks. Tuples in games hold
#: only frozen values.
_PLAIN = frozenset({str, int, float, bool, type(None), tuple})


@cache
def _is_shared(cls: type) -> bool:
    """Return whether values of a class can be shared; raises TypeError if no game can hold them."""
    if issubclass(cls, (list, dict)):
        return False
    if issubclass(cls, (*_ATOMS, tuple)):
        return True
    if not attrs.has(cls):
        raise TypeError(f"a game cannot hold a {cls.__name__}")
    return getattr(cls, "__setattr__", None) is not object.__setattr__ and _is_frozen(cls)


def _is_frozen(cls: type) -> bool:
    return getattr(cls.__setattr__, "__name__", "") == "_frozen_setattrs"


def is_shared_by_copies(cls: type) -> bool:
    """Return whether a copy shares the values of this class, because they are plain or frozen."""
    try:
        return _is_shared(cls)
    except TypeError:  # no game can hold it
        return False


# declared types


def declared_types(cls: type) -> Mapping[str, Any]:
    """Return the declared type of each field of a class; `Any` if hints cannot be resolved."""
    try:
        hints = typing.get_type_hints(cls)
    except (AttributeError, NameError, TypeError):
        hints = {}
    return {field.name: hints.get(field.name, Any) for field in attrs.fields(cls)}


def _shares(kind: Any) -> bool:
    """Return whether copies share the values of a declared type."""
    origin = typing.get_origin(kind)
    if origin in _UNIONS:
        return all(map(_shares, typing.get_args(kind)))
    return origin is tuple or (isinstance(kind, type) and is_shared_by_copies(kind))


def _is_list_of_shared(kind: Any) -> bool:
    """Return whether the values of a declared type are lists of shared values."""
    return typing.get_origin(kind) is list and all(map(_shares, typing.get_args(kind)))


def _is_dict_of_shared(kind: Any) -> bool:
    """Return whether the values of a declared type are dicts of shared values or lists of them."""
    return typing.get_origin(kind) is dict and all(
        _shares(part) or _is_list_of_shared(part) for part in typing.get_args(kind)
    )


# copies


@cache
def _copier(cls: type) -> Callable[[Any], Any] | None:
    """Return a function that copies values of this class; None if they are shared."""
    if _is_shared(cls):
        return None
    if issubclass(cls, list):
        return _list_copy
    return _copy_of_dict if issubclass(cls, dict) else _copier_of_fields(cls)


def _list_copy(values: list[Any]) -> list[Any]:
    kinds = set(map(type, values))
    if _PLAIN.issuperset(kinds):
        return values.copy()
    if len(kinds) == 1:  # most lists hold objects of one class
        copy = _copier(kinds.pop())
        return values.copy() if copy is None else [copy(value) for value in values]
    return [v if type(v) in _PLAIN else copy_of(v) for v in values]


def _copy_of_dict(values: dict[Any, Any]) -> dict[Any, Any]:
    keys = sorted(values)
    kinds = set(map(type, values.values()))
    if _PLAIN.issuperset(kinds):
        return {key: values[key] for key in keys}
    if len(kinds) == 1:
        copy = _copier(kinds.pop())
        if copy is None:
            return {key: values[key] for key in keys}
        return {key: copy(values[key]) for key in keys}
    return {key: v if type(v := values[key]) in _PLAIN else copy_of(v) for key in keys}


def _copier_of_fields(cls: type) -> Callable[[Any], Any]:
    """Generate a function for the class, field by field, as attrs generates its methods.

    It is three times as fast as a loop over the names, and large games have thousands of objects.
    """
    lines = ["def copy(old):", "    new = create(cls)"]
    for name, kind in declared_types(cls).items():
        if _shares(kind):
            lines.append(f"    new.{name} = old.{name}")
            continue
        ready, copy = "type(value) in plain", "value"
        if _is_list_of_shared(kind):
            ready, copy = "type(value) is list", "value.copy()"
        lines.append(f"    value = old.{name}")
        lines.append(f"    new.{name} = {copy} if {ready} else copy_of(value)")
    lines.append("    return new")
    names = {"cls": cls, "create": object.__new__, "plain": _PLAIN, "copy_of": copy_of}
    return _function("copy", lines, names)


def _function(name: str, lines: Sequence[str], names: dict[str, Any]) -> Callable[[Any], Any]:
    """Return the function of this name that these lines define."""
    exec("\n".join(lines), names)  # noqa: S102 - contains names of fields only
    return cast("Callable[[Any], Any]", names[name])


def copy_of(value: T) -> T:
    """Return a deep copy of a game or a part: new lists, dicts and entities, shared frozen values.

    Dicts are copied in the order of their keys.

    Raises TypeError for values that no game can hold: a set, or an object of a class without attrs.
    """
    cls: type = type(value)
    copy = _copier(cls)
    return value if copy is None else copy(value)


# order


def put_in_order(value: Any) -> None:
    """Sort all dicts of a game or a part by key, in place, as in a saved game."""
    cls: type = type(value)
    arrange = _arranger(cls)
    if arrange is not None:
        arrange(value)


@cache
def _arranger(cls: type) -> Callable[[Any], None] | None:
    """Return a function that sorts the dicts in values of this class; None if they have none."""
    if _is_shared(cls):
        return None
    if issubclass(cls, list):
        return _arrange_all
    return _arrange_dict if issubclass(cls, dict) else _arranger_of_fields(cls)


def _arrange_all(values: Collection[Any]) -> None:
    kinds = set(map(type, values))
    if _PLAIN.issuperset(kinds):
        return
    arrange = _arranger(kinds.pop()) if len(kinds) == 1 else put_in_order
    if arrange is not None:
        for value in values:
            arrange(value)


def _arrange_dict(values: dict[Any, Any]) -> None:
    _arrange_keys(values)
    _arrange_all(values.values())


def _arrange_keys(values: dict[Any, Any]) -> None:
    keys = list(values)
    if keys != (ordered := sorted(keys)):
        items = [(key, values[key]) for key in ordered]
        values.clear()
        values.update(items)


def _arranger_of_fields(cls: type) -> Callable[[Any], None] | None:
    """Generate a function for the class (see `_copier_of_fields`); None if it holds no dicts."""
    lines = ["def arrange(thing):"]
    for name, kind in declared_types(cls).items():
        if _shares(kind) or _is_list_of_shared(kind):
            continue
        if _is_dict_of_shared(kind):
            lines.append(f"    arrange_keys(thing.{name})")
            continue
        condition = (
            "value" if typing.get_origin(kind) in (list, dict) else "type(value) not in plain"
        )
        lines.append(f"    value = thing.{name}")
        lines.append(f"    if {condition}: put_in_order(value)")
    if len(lines) == 1:
        return None
    names = {"plain": _PLAIN, "put_in_order": put_in_order, "arrange_keys": _arrange_keys}
    return _function("arrange", lines, names)
