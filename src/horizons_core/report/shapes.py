"""Attrs classes that declare the shape of a view and give its data and JSON Schema."""

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

#: Converts a value to plain data.
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
    """Declare a field of a shape, with its description and JSON Schema keywords besides the type.

    For example::

        number: int = described("the owner's own", minimum=1)

    A field with a default may be missing from the data (`data_of` leaves it out if it is None).
    Values of a `written` field are plain data already, and are used as they are.
    """
    text_schema = {"description": description} if description else {}
    metadata = {_SCHEMA: {**schema, **text_schema}, _WRITTEN: written}
    return attrs.field(default=default, metadata=metadata)


def counting(description: str = "", least: int = 0) -> Any:
    """Declare a field of a shape that counts something: a number of at least `least`."""
    return described(description, minimum=least)


def rows(shape: type, description: str = "") -> Any:
    """Declare a field of a shape that holds rows of another as plain data: `list[dict[str, Any]]`.

    For rows that are too many to make objects of them first, and for rows that were recorded
    earlier or are shared by all views.
    """
    return described(description, written=True, items=schema_of(shape))


if TYPE_CHECKING:
    from attrs import define as shape  # type checkers know what `define` does
else:

    def shape(cls: type | None = None, *, kw_only: bool = False) -> Any:
        """Make a class of rows: `attrs.define`, but rows are neither compared nor printed.

        They become plain data at once, and classes without those methods are made faster. A row
        keeps its values in a dict, which is nearly its data.
        """
        return attrs.define(cls, kw_only=kw_only, eq=False, repr=False, slots=False)


def schema_of(shape: type, title: str = "") -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a shape, an attrs class whose fields have plain types.

    Plain types are texts, numbers, truth values, `Literal`, `X | None`, lists, tuples of one type,
    dicts by text, `Any`, and other shapes. A field that is a keyword of Python has an underscore at
    its end, which is missing from the data: `class_`. Raises TypeError for any other type.
    """
    return {**_object(shape), **({"title": title} if title else {})}


def data_of(row: Any) -> dict[str, Any]:
    """Return the plain data of a shape's instance, without optional fields that are None.

    Raises TypeError for a shape with a field that has no form in plain data.
    """
    shape: Any = type(row)
    data: dict[str, Any] = _writer(shape)(row)
    for name in _optional(shape):
        if data[name] is None:
            del data[name]
    return data


@cache
def _optional(shape: Any) -> tuple[str, ...]:
    return tuple(_key(field) for field in attrs.fields(shape) if field.default is None)


def _key(field: attrs.Attribute[Any]) -> str:
    """Return the name of a field in the data."""
    return field.name.removesuffix("_")


@cache
def _writer(shape: Any) -> _Writer:
    """Return a function that converts an instance to a dict, first all fields, then nested values.

    Written by hand, because views of large games have tens of thousands of rows, and small games
    should not wait for the import of a general library.
    """
    hints = typing.get_type_hints(shape)
    fields = attrs.fields(shape)
    fields_of = _fields_of(shape)
    converters = [(_key(field), _field_converter(field, hints[field.name])) for field in fields]
    nested = [(key, convert) for key, convert in converters if convert is not None]
    if not nested:
        return fields_of

    def write(row: Any) -> dict[str, Any]:
        data = fields_of(row)
        for key, convert in nested:
            data[key] = convert(data[key])
        return data

    return write


def _fields_of(shape: Any) -> Callable[[Any], dict[str, Any]]:
    """Return a function that makes a dict of an instance's fields, by their keys."""
    keys = {_key(field): field.name for field in attrs.fields(shape)}
    slots = any("__slots__" in vars(base) for base in shape.__mro__)
    if slots or any(key != name for key, name in keys.items()):
        return lambda row: {key: getattr(row, name) for key, name in keys.items()}
    return lambda row: vars(row).copy()


def _field_converter(field: attrs.Attribute[Any], kind: Any) -> _Writer | None:
    return None if field.metadata.get(_WRITTEN) else _converter(kind)


def _converter(kind: Any) -> _Writer | None:
    """Return a function that converts values of this type to plain data; None if they are plain."""
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
    """Return a converter for `X | None` or several shapes; otherwise it checks each value."""
    if all(isinstance(kind, type) and attrs.has(kind) for kind in kinds):
        return data_of
    converters = [convert for convert in map(_converter, kinds) if convert is not None]
    if len(converters) > 1:
        return plain
    convert_value = converters[0] if converters else None
    return convert_value and (lambda value: None if value is None else convert_value(value))


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
    keywords = dict(field.metadata.get(_SCHEMA, {}))
    items = keywords.pop("items", None)
    if items is not None:
        schema = {**schema, "items": {**schema["items"], **items}}
    return {**schema, **keywords}


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
    """Return a schema for one of several; plain types are listed together."""
    if all(set(schema) == {"type"} for schema in schemas):
        return {"type": [schema["type"] for schema in schemas]}
    return {"anyOf": schemas}
