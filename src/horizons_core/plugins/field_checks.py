"""Checks of a game's classes at loading: fields that cannot be stored, copied or checked."""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

from horizons_core.errors import HorizonsError, PluginError
from horizons_core.model.entities import Game
from horizons_core.model.sight import has_mark
from horizons_core.plugins.implementations import place_of

_ATOMS = (str, int, float, bool, type(None))
_SETS = (set, frozenset)
_CONTAINERS = (list, dict, tuple)
_REMEDY = "a game holds texts, numbers, lists, dicts, tuples and attrs classes"


@cache
def check_game_class(cls: Any) -> None:
    """Raise PluginError for a field of a game, or of a class in it, that games cannot have.

    Rejected are sets (their order differs between processes), classes that cannot be loaded,
    mutable defaults, and fields of the game without a mark of visibility.
    """
    if not (isinstance(cls, type) and issubclass(cls, Game)):
        raise PluginError(f"VariantInfo.game is {cls!r}", "name a subclass of horizons_core.Game")
    checked: set[type] = set()
    _check_class(cls, checked)
    inherited = {field.name for field in attrs.fields(Game)}
    for field in attrs.fields(cls):
        if field.name not in inherited and not has_mark(field):
            raise PluginError(
                (
                    f"{place_of(cls)}: {cls.__name__}.{field.name} does not declare who may see"
                    " it, so it stays hidden"
                ),
                "write known(...), seen_from(Sight..., ...) or secret(...)",
            )


def _check_class(cls: type, checked: set[type]) -> None:
    if cls in checked:
        return
    checked.add(cls)
    try:
        hints = typing.get_type_hints(cls)
    except NameError as problem:
        raise PluginError(
            f"{place_of(cls)}: {cls.__name__}: {problem}",
            "types of fields must be importable at run time, not for type checking alone",
        ) from problem
    for field in attrs.fields(cls):
        try:
            _check_default(field.default)
            parts = list(_check_type(hints.get(field.name, field.type)))
        except _UnfitError as fault:
            place = f"{place_of(cls)}: {cls.__name__}.{field.name}"  # slow to find
            raise PluginError(f"{place} {fault.message}", fault.hint) from None
        for part in parts:
            _check_class(part, checked)


class _UnfitError(HorizonsError):
    """A mistake in a field, without its place."""


def _check_default(default: Any) -> None:
    shared = isinstance(default, list | dict | set | bytearray)
    if shared or (attrs.has(type(default)) and not _frozen(type(default))):
        factory = type(default).__name__
        raise _UnfitError(
            "has a default that all games would share",
            f"write factory={factory} instead of default=...",
        )


def _frozen(cls: type) -> bool:
    return getattr(cls.__setattr__, "__name__", "") == "_frozen_setattrs"


def _check_type(kind: Any) -> Iterator[type]:
    """Yield the attrs classes in a type; raises _UnfitError for types that games cannot hold."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any or kind in _ATOMS or origin is typing.Literal:
        return
    if kind in _SETS or origin in _SETS:
        raise _UnfitError(
            "is a set, whose order differs between processes",
            "use a list, or a dict with the items as keys",
        )
    if kind in _CONTAINERS or origin in (*_CONTAINERS, typing.Union, types.UnionType):
        for argument in arguments:
            if argument is not Ellipsis:
                yield from _check_type(argument)
    elif isinstance(kind, type) and attrs.has(kind):
        yield kind
    elif not (isinstance(kind, type) and issubclass(kind, enum.Enum)):
        name = getattr(kind, "__name__", kind)
        raise _UnfitError(f"is a {name}, which cannot be read back from a saved game", _REMEDY)
