"""Copies of games and their parts.

A dict is copied in the order of its keys, which is that of a saved game. What follows from a game
therefore does not depend on the order in which its dicts were filled, nor on whether it was saved
and loaded between two turns.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

import attrs

T = TypeVar("T")

_ATOMS = (str, int, float, bool, bytes, type(None), enum.Enum)

#: Most fields hold one of these: a copy takes it over without asking how it is copied. Tuples in
#: games hold frozen values only.
_PLAIN = frozenset({str, int, float, bool, type(None), tuple})


@cache
def _copier(cls: type) -> Callable[[Any], Any] | None:
    """How to copy a value of this class; None where sharing it is safe."""
    if issubclass(cls, _ATOMS):
        return None
    if issubclass(cls, list):
        return _copy_of_list
    if issubclass(cls, dict):
        return _copy_of_dict
    if issubclass(cls, tuple):
        return None
    if not attrs.has(cls):
        raise TypeError(f"a game cannot hold a {cls.__name__}")
    if getattr(cls, "__setattr__", None) is not object.__setattr__ and _is_frozen(cls):
        return None
    return _copier_of_fields(cls)


def _copy_of_list(values: list[Any]) -> list[Any]:
    kinds = set(map(type, values))
    if _PLAIN.issuperset(kinds):
        return values.copy()
    if len(kinds) == 1:  # most lists hold things of one class
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
    """A function written for the class, field by field, as attrs writes its methods.

    It takes a third of the time of a loop over the names, and large games have things by the
    thousand.
    """
    lines = ["def copy(old):", "    new = create(cls)"]
    for field in attrs.fields(cls):
        lines.append(f"    value = old.{field.name}")
        lines.append(f"    new.{field.name} = value if type(value) in plain else copy_of(value)")
    lines.append("    return new")
    names = {"cls": cls, "create": object.__new__, "plain": _PLAIN, "copy_of": copy_of}
    exec("\n".join(lines), names)  # noqa: S102 - of names of fields alone
    return cast("Callable[[Any], Any]", names["copy"])


def _is_frozen(cls: type) -> bool:
    return getattr(cls.__setattr__, "__name__", "") == "_frozen_setattrs"


def is_shared_by_copies(cls: type) -> bool:
    """Whether a copy holds the very values of this class: they are plain, or frozen."""
    try:
        return _copier(cls) is None
    except TypeError:  # no game can hold it
        return False


def copy_of(value: T) -> T:
    """A deep copy of a game or a part: lists, dicts and entities new, frozen values shared.

    Dicts come out in the order of their keys.

    Raises TypeError for what no game can hold: a set, or an object of a class without attrs.
    """
    cls: type = type(value)
    copy = _copier(cls)
    return value if copy is None else copy(value)


def put_in_order(value: Any) -> None:
    """Put all dicts of a game or a part in the order of their keys, in which it would be saved."""
    cls: type = type(value)
    if cls in _PLAIN or _copier(cls) is None:
        return
    if cls is dict:
        keys = list(value)
        if keys != (ordered := sorted(keys)):
            told = [(key, value[key]) for key in ordered]
            value.clear()
            value.update(told)
        for one in value.values():
            put_in_order(one)
    elif cls is list:
        for one in value:
            put_in_order(one)
    else:
        for name in _names(cls):
            put_in_order(getattr(value, name))


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls))
