"""The shape of a view, written once: attrs classes that give the plain data and its JSON Schema."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import attrs

from horizons_core.codec import plain

__all__ = ["counting", "data_of", "described", "rows", "schema_of", "shape"]

_SCHEMA = "horizons.schema"
_WRITTEN = "horizons.written"

#: Makes plain data of a value.
_Writer = Callable[[Any], Any]

_KINDS: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
}


def described(
    description: str = "", *, default: Any = attrs.NOTHING, written: bool = False, **schema: Any
) -> Any:
    """A field of a shape: what it holds, and what JSON Schema asks of it besides its type.

    For example::

        number: int = described("the owner's own", minimum=1)

    A field with a default may be left out of the data (`data_of` leaves out what is None there).
    Values of a `written` field are plain data already, and are handed on as they are.
    """
    words = {"description": description} if description else {}
    metadata = {_SCHEMA: {**schema, **words}, _WRITTEN: written}
    return attrs.field(default=default, metadata=metadata)


def counting(description: str = "", least: int = 0) -> Any:
    """A field of a shape that counts something: a number from `least` on."""
    return described(description, minimum=least)


def rows(shape: type, description: str = "") -> Any:
    """A field of a shape that holds rows of another as plain data: `list[dict[str, Any]]`.

    For rows of which a view has so many that making things of them first takes too long, and for
    those that were noted down, or that all views share.
    """
    return described(description, written=True, items=schema_of(shape))


if TYPE_CHECKING:
    from attrs import define as shape  # type checkers know what `define` does
else:

    def shape(cls: type | None = None, *, kw_only: bool = False) -> Any:
        """Make a class of rows of it: `attrs.define`, but rows are neither compared nor printed.

        They become plain data at once, and classes without those methods are made faster. A row
        keeps its values in a dict, which is nearly its data.
        """
        return attrs.define(cls, kw_only=kw_only, eq=False, repr=False, slots=False)


def schema_of(shape: type, title: str = "") -> dict[str, Any]:
    """The JSON Schema (2020-12) of a shape, an attrs class whose fields have plain types.

    Those are texts, numbers, truth values, `Literal`, `X | None`, lists, tuples of one type, dicts
    by text, `Any`, and other shapes. A field that is a keyword of Python bears an underscore at its
    end, which the data go without: `class_`. Raises TypeError for any other type.
    """
    return {**_object(shape), **({"title": title} if title else {})}


def data_of(thing: Any) -> dict[str, Any]:
    """The plain data of a shape's instance; optional fields that are None are left out.

    Raises TypeError for a shape with a field that has no form in plain data.
    """
    shape: Any = type(thing)
    data: dict[str, Any] = _writer(shape)(thing)
    for name in _optional(shape):
        if data[name] is None:
            del data[name]
    return data


@cache
def _optional(shape: Any) -> tuple[str, ...]:
    return tuple(_key(field) for field in attrs.fields(shape) if field.default is None)


def _key(field: attrs.Attribute[Any]) -> str:
    """What a field is called in the data."""
    return field.name.removesuffix("_")


@cache
def _writer(shape: Any) -> _Writer:
    """What makes a dict of an instance: all fields as they are, then what is more than atoms.

    Views of large games have rows by the ten thousand, and a small game should not wait until a
    library for everything was imported.
    """
    hints = typing.get_type_hints(shape)
    fields = attrs.fields(shape)
    fields_of = _fields_of(shape)
    found = [(_key(field), _field_converter(field, hints[field.name])) for field in fields]
    more = [(key, convert) for key, convert in found if convert is not None]
    if not more:
        return fields_of

    def write(thing: Any) -> dict[str, Any]:
        data = fields_of(thing)
        for key, convert in more:
            data[key] = convert(data[key])
        return data

    return write


def _fields_of(shape: Any) -> Callable[[Any], dict[str, Any]]:
    """What makes a dict of an instance's fields as they are, by their keys."""
    keys = {_key(field): field.name for field in attrs.fields(shape)}
    slots = any("__slots__" in vars(base) for base in shape.__mro__)
    if slots or any(key != name for key, name in keys.items()):
        return lambda thing: {key: getattr(thing, name) for key, name in keys.items()}
    return lambda thing: vars(thing).copy()


def _field_converter(field: attrs.Attribute[Any], kind: Any) -> _Writer | None:
    return None if field.metadata.get(_WRITTEN) else _converter(kind)


def _converter(kind: Any) -> _Writer | None:
    """What makes plain data of a value of this type; None where it is plain already."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return plain
    if kind in _KINDS or origin is Literal:
        return None
    if origin in (list, tuple):
        item = _converter(arguments[0])
        return list if item is None else lambda values: [item(value) for value in values]
    if origin is dict:
        part = _converter(arguments[1])
        return dict if part is None else lambda d: {k: part(value) for k, value in d.items()}
    if origin in (typing.Union, types.UnionType):
        return _either_converter(arguments)
    if isinstance(kind, type) and attrs.has(kind):
        return _writer(kind)
    raise TypeError(f"a view cannot hold a {kind!r}")


def _either_converter(kinds: tuple[Any, ...]) -> _Writer | None:
    """For `X | None`, or one of several shapes; of other types, each value is looked at."""
    if all(isinstance(kind, type) and attrs.has(kind) for kind in kinds):
        return data_of
    found = [convert for convert in map(_converter, kinds) if convert is not None]
    if len(found) > 1:
        return plain
    one = found[0] if found else None
    return one and (lambda value: None if value is None else one(value))


def _object(shape: type) -> dict[str, Any]:
    hints = typing.get_type_hints(shape)
    fields = attrs.fields(shape)
    return {
        "type": "object",
        "properties": {_key(f): _field(f, hints[f.name]) for f in fields},
        "required": [_key(f) for f in fields if f.default is attrs.NOTHING],
        "additionalProperties": False,
    }


def _field(field: attrs.Attribute[Any], kind: Any) -> dict[str, Any]:
    schema = _schema(kind)
    more = dict(field.metadata.get(_SCHEMA, {}))
    items = more.pop("items", None)
    if items is not None:
        schema = {**schema, "items": {**schema["items"], **items}}
    return {**schema, **more}


def _schema(kind: Any) -> dict[str, Any]:
    if kind in _KINDS:
        return dict(_KINDS[kind])
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (list, tuple):
        return {"type": "array", "items": _schema(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(arguments[1])}
    if origin in (typing.Union, types.UnionType):
        return _either([_schema(argument) for argument in arguments])
    if isinstance(kind, type) and attrs.has(kind):
        return _object(kind)
    raise TypeError(f"a view cannot hold a {kind!r}")


def _either(schemas: list[dict[str, Any]]) -> dict[str, Any]:
    """One of several; plain types are named together."""
    if all(set(schema) == {"type"} for schema in schemas):
        return {"type": [schema["type"] for schema in schemas]}
    return {"anyOf": schemas}
