"""Strict construction of a game's objects from plain data.

`fast_reading` handles usual data. For the rest, games of older versions and damaged ones, this
module has a reader that fills in defaults and names the place of a fault.
"""

from __future__ import annotations

import enum
import re
import typing
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import attrs

from horizons_core.codec.fast_reading import read_fast
from horizons_core.codec.limits import MAX_NUMBER, Between, IdOf, Ids, Limit, Matching, OneOf

if TYPE_CHECKING:
    from cattrs import Converter

#: Makes a value from plain data; the second argument is its type.
Hook = Callable[[Any, Any], Any]
#: The ids in the game that is being loaded.
_IDS: ContextVar[Ids] = ContextVar("ids")


class DamagedError(ValueError):
    """Raised for plain data that is not a valid game, with the place and the fault."""


def structured(data: dict[str, Any], cls: Any) -> Any:
    """Make a game of a class from plain data; raises DamagedError with the first fault's place."""
    try:
        return read_fast(data, cls)
    except Exception:  # noqa: BLE001 - damaged data may make anything fail
        return _structured_slowly(data, cls)


def _structured_slowly(data: dict[str, Any], cls: Any) -> Any:
    from cattrs import transform_error

    token = _IDS.set(Ids(data))
    try:
        return _converter().structure(data, cls)
    except Exception as problem:
        raise DamagedError(str(transform_error(problem, "game", _words)[0])) from problem
    finally:
        _IDS.reset(token)


def _words(problem: BaseException, _kind: type | None) -> str:
    from cattrs import ForbiddenExtraKeysError

    if isinstance(problem, ForbiddenExtraKeysError):
        return f"there is no field {', '.join(sorted(map(repr, problem.extra_fields)))}"
    if isinstance(problem, KeyError):
        return f"there is no {problem.args[0]!r}"
    return str(problem)


@cache
def _converter() -> Converter:
    import cattrs  # as slow to import as the whole core, and not needed in many runs
    from cattrs.cols import list_structure_factory
    from cattrs.gen import make_dict_structure_fn

    converter = cattrs.Converter()
    converter.register_structure_hook_factory(
        attrs.has,
        lambda cls: _with_fields(
            cls, make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True)
        ),
    )
    converter.register_structure_hook(Any, lambda value, _: value)
    converter.register_structure_hook(int, _whole_number(Between()))
    converter.register_structure_hook(float, _number(Between()))
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook(bool, _truth)
    for cls, make in (
        (list, lambda kind: list_structure_factory(kind, converter)),
        (tuple, lambda kind: _tuple(kind, converter)),
        (dict, lambda kind: _dict(kind, converter)),
    ):
        converter.register_structure_hook_factory(
            partial(_is_of, cls), lambda kind, cls=cls, make=make: _only(cls, make(kind))
        )
    converter.register_structure_hook_factory(_is_limited, lambda kind: _limited(kind, converter))
    return converter


def _is_of(cls: type, kind: Any) -> bool:
    return typing.get_origin(kind) is cls


def _is_limited(kind: Any) -> bool:
    return typing.get_origin(kind) is Annotated and any(
        isinstance(mark, Limit) for mark in kind.__metadata__
    )


def _with_fields(cls: type, structure: Hook) -> Hook:
    """Return the hook of a class whose fields may be missing, unless their default is invalid."""
    hints = typing.get_type_hints(cls, include_extras=True)
    required = [
        field.name
        for field in attrs.fields(cls)
        if any(
            _is_beyond(mark, field.default)
            for mark in getattr(hints[field.name], "__metadata__", ())
        )
    ]

    def of_fields(value: Any, kind: Any) -> Any:
        if type(value) is dict:
            for name in required:
                value[name]
        return structure(value, kind)

    return of_fields if required else structure


def _is_beyond(mark: Any, default: Any) -> bool:
    """Return whether a limit excludes a default."""
    if default is attrs.NOTHING or isinstance(default, attrs.Factory):  # type: ignore[arg-type]
        return False
    if isinstance(mark, Between):
        return not mark.low <= default <= mark.high
    if isinstance(mark, IdOf):
        return not (default == "" and mark.none)
    return isinstance(mark, OneOf) and default not in mark.values


# containers


def _only(cls: type, structure: Hook) -> Hook:
    """Return a hook that accepts only the right container, so a text is not a list of letters."""
    plain = dict if cls is dict else list

    def only(value: Any, kind: Any) -> Any:
        if type(value) is not plain and type(value) is not cls:
            raise ValueError(f"{_abbreviated(value)} is no {'object' if plain is dict else 'list'}")
        return structure(value, kind)

    return only


def _tuple(kind: Any, converter: Converter) -> Hook:
    parts = typing.get_args(kind)
    if parts[1:] == (Ellipsis,):
        item = parts[0]
        of_item = converter.get_structure_hook(item)
        return lambda values, _: tuple([of_item(value, item) for value in values])
    items = [(converter.get_structure_hook(part), part) for part in parts]
    count = len(items)

    def of_items(values: Any, _: Any) -> Any:
        if len(values) != count:
            raise ValueError(f"{_abbreviated(values)} does not have {count} values")
        return tuple([hook(v, part) for (hook, part), v in zip(items, values, strict=True)])

    return of_items


def _dict(kind: Any, converter: Converter) -> Hook:
    """Return the hook of a dict; keys that are numbers are strings in JSON and are converted."""
    from cattrs.cols import mapping_structure_factory

    parts = typing.get_args(kind)
    if parts and parts[0] is int:
        return mapping_structure_factory(kind, converter, key_type=_NumberKey)
    return mapping_structure_factory(kind, converter)


class _NumberKey(int):
    """An integer that is a key; cattrs calls the class instead of a hook."""

    def __new__(cls, value: Any) -> Any:
        number = int(value)
        if abs(number) > MAX_NUMBER:
            raise ValueError(f"{_abbreviated(value)} has more than 15 digits")
        return number


# values


def _abbreviated(value: Any) -> str:
    try:
        text = repr(value)
    except ValueError:  # a number of thousands of digits
        return "a number"
    return text if len(text) <= 60 else f"{text[:50]}..."


def _refuse(value: Any, noun: str) -> NoReturn:
    raise ValueError(f"{_abbreviated(value)} is no {noun}")


def _range(limit: Between) -> str:
    return f" from {limit.low:,} to {limit.high:,}"


def _whole_number(limit: Between) -> Hook:
    low, high = limit.low, limit.high

    def structure(value: Any, kind: Any) -> Any:
        if isinstance(kind, enum.EnumMeta):  # of numbers
            return kind(value)
        # enumeration members in a dump are not plain numbers until it is written as JSON
        if isinstance(value, int) and value is not True and value is not False:
            number = int(value)
            if low <= number <= high:
                return number
        return _refuse(value, f"whole number{_range(limit)}")

    return structure


def _number(limit: Between) -> Hook:
    low, high = limit.low, limit.high

    def structure(value: Any, _: Any) -> Any:
        if (type(value) is float or type(value) is int) and low <= value <= high:
            return float(value)
        return _refuse(value, f"number{_range(limit)}")

    return structure


def _text(value: Any, kind: Any) -> Any:
    if isinstance(kind, enum.EnumMeta):  # of texts
        return kind(value)
    if isinstance(value, str) and (value.isascii() or _is_encodable(value)):
        return str.__str__(value)
    return _refuse(value, "text")


def _is_encodable(text: str) -> bool:
    """Return whether a text can be encoded, because it contains no lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _truth(value: Any, _: Any) -> Any:
    return value if value is True or value is False else _refuse(value, "true or false")


def _limited(kind: Any, converter: Converter) -> Hook:
    """Return the hook of a type with limits; the last limit of each kind counts."""
    base, *marks = typing.get_args(kind)
    structure = converter.get_structure_hook(base)
    for mark in marks:
        if isinstance(mark, Between):
            structure = _whole_number(mark) if base is int else _number(mark)
        elif isinstance(mark, IdOf):
            structure = _reference(mark)
        elif isinstance(mark, OneOf | Matching):
            structure = _checked(mark, structure, base)
    return structure


def _reference(limit: IdOf) -> Hook:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is str and value in _IDS.get().of(limit):
            return value
        return _refuse(value, f"id in {' or '.join(limit.lists)}")

    return structure


def _checked(mark: OneOf | Matching, inner: Hook, base: Any) -> Hook:
    accepts: Callable[[Any], Any]
    if isinstance(mark, OneOf):
        accepts, noun = mark.values.__contains__, f"one of {', '.join(map(repr, mark.values))}"
    else:
        accepts, noun = re.compile(mark.pattern).fullmatch, f"text of the form {mark.pattern}"

    def structure(value: Any, _: Any) -> Any:
        result = inner(value, base)
        return result if accepts(result) else _refuse(value, noun)

    return structure
