"""Shapes, which are attrs classes that declare the visible facts of an object.

A shape's field declares its type, description, unit and column. From it follow the view's data
(`row_of`, `data_of`), its JSON Schema (`schema_of`) and the columns of tables (`columns`).
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import attrs

from horizons_core.codec import plain

__all__ = [
    "Column", "columns", "counting", "data_maker", "data_of", "described", "number_column",
    "row_of", "rows", "schema_of", "shape", "shared_data", "text_column",
]  # fmt: skip

_SCHEMA = "horizons.schema"
_WRITTEN = "horizons.written"
_COLUMN = "horizons.column"
_CLAUSES = re.compile(r" \([A-Z][A-Z0-9]*-[^)]*\)")

S = TypeVar("S")

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


@attrs.frozen
class Column:
    """A column of a table.

    Attributes:
        head: its heading.
        show: returns the cell for a field's value, or for a row if the column belongs to no field;
            by default texts unchanged, lists joined by commas, and other values as text.
        numbers: whether its cells are numbers, aligned right; by default those of number fields.
        wide: whether phones hide it until all columns are requested.
        choose: whether readers can filter the rows by one of its values.
        hint: a tooltip for the heading; by default the description of its field.
        short: its heading in plain text, if it is another one.
        field: the key of its field; "" for none.
    """

    head: str
    show: Callable[[Any], Any] | None = None
    numbers: bool | None = None
    wide: bool = False
    choose: bool = False
    hint: str | None = None
    short: str = ""
    field: str = ""

    def cells(self, rows: Iterable[Any]) -> list[Any]:
        """Return its cells in these rows."""
        key = self.field
        values = [row[key] for row in rows] if key else rows
        return list(values if self.show is None else map(self.show, values))


def text_column(head: str, show: Callable[[Any], Any] | None = None, **attributes: Any) -> Column:
    """Make a column of words; `attributes` are others of a `Column`."""
    return Column(head, show, numbers=False, **attributes)


def number_column(head: str, show: Callable[[Any], Any] | None = None, **attributes: Any) -> Column:
    """Make a column of numbers, aligned right; `attributes` are others of a `Column`."""
    return Column(head, show, numbers=True, **attributes)


def described(
    description: str = "",
    column: str | Column | None = None,
    *,
    unit: Callable[[Any], Any] | None = None,
    default: Any = attrs.NOTHING,
    written: bool = False,
    **schema: Any,
) -> Any:
    """Declare a field of a shape, with its description and JSON Schema keywords besides the type.

    For example::

        number: int = described("the owner's own", "No.", minimum=1)

    A field with a default may be missing from the data (`data_of` leaves it out if it is None).
    Values of a `written` field are plain data already, and are used unchanged.

    Args:
        description: the description; the part before a semicolon is the tooltip of its column.
        column: its column in tables, or the heading.
        unit: converts a value of the model to the unit of the view, such as hundredths to credits.
        default: the value of a field that is left out.
        written: whether its values are plain data.
        schema: other keywords of JSON Schema.
    """
    text_schema = {"description": description} if description else {}
    metadata = {_SCHEMA: {**schema, **text_schema}, _WRITTEN: written}
    shown_column = Column(column) if isinstance(column, str) else column
    if shown_column is not None and shown_column.head:
        metadata[_COLUMN] = shown_column
    return attrs.field(default=default, metadata=metadata, converter=unit)


def counting(description: str = "", column: str | Column | None = None, *, minimum: int = 0) -> Any:
    """Declare a field of a shape that counts something: a number of at least `minimum`."""
    return described(description, column, minimum=minimum)


def rows(shape: type, description: str = "") -> Any:
    """Declare a field that holds rows of another shape as plain data: `list[dict[str, Any]]`.

    It is for rows that are too many to be made into objects first, that were recorded earlier, or
    that all views share.
    """
    return described(description, written=True, items=schema_of(shape))


if TYPE_CHECKING:
    from attrs import define as shape  # type checkers know what `define` does
else:

    def shape(cls: type | None = None, *, kw_only: bool = False) -> Any:
        """Make a class of rows: `attrs.define`, but rows are neither compared nor printed.

        Rows become plain data at once, and classes without these methods are created faster. A row
        stores its values in a dict, which is easily converted to its data.
        """
        return attrs.define(cls, kw_only=kw_only, eq=False, repr=False, slots=False)


def row_of(shape: type[S], source: object, **values: Any) -> S:
    """Make a row of an object's attributes with the names of the shape's fields.

    `values` are the other fields. All are converted to the units that the shape declares. Raises
    AttributeError for a field that is neither given nor an attribute.
    """
    cls: Any = shape
    row: S = cls.__new__(cls)
    row.__dict__ = _row_maker(cls, tuple(values))(source, **values)
    return row


@cache
def _row_maker(shape: Any, given: tuple[str, ...]) -> Callable[..., dict[str, Any]]:
    """Return a function that makes the fields of a row by name, if these fields are given."""
    units = {field.name: field.converter for field in attrs.fields(shape) if field.converter}
    return _compiled(shape, given, units, key=lambda field: field.name)


def data_maker(shape: type, given: str = "", ready: str = "") -> Callable[..., dict[str, Any]]:
    """Return a function that makes plain data of an object's attributes and of other fields.

    Its data are those of `data_of(row_of(...))`, but no optional field is left out. It is for
    views with many rows: compiled for these fields, and without an object for each row.

    Args:
        shape: the class of the rows.
        given: the names of fields that are no attributes, with spaces between them; the function
            takes them in this order, or by name.
        ready: the names of further fields, whose values are already plain data in the shape's
            units.
    """
    ready_fields = ready.split()
    converters = {name: c for name, c in _converters(shape).items() if name not in ready_fields}
    return _compiled(shape, (*given.split(), *ready_fields), converters, key=_key)


def shared_data(shape: type, **values: Any) -> dict[str, Any]:
    """Return fields that several rows share as plain data, for the `ready` ones of `data_maker`."""
    convert = _converters(shape)
    return {name: convert[name](v) if name in convert else v for name, v in values.items()}


@cache
def _converters(shape: Any) -> dict[str, _Writer]:
    """Return the functions that convert a value of the model to plain data, by field."""
    hints = typing.get_type_hints(shape)
    converters = {}
    for field in attrs.fields(shape):
        convert = _both(field.converter, _field_converter(field, hints[field.name]))
        if convert is not None:
            converters[field.name] = convert
    return converters


def _both(first: _Writer | None, second: _Writer | None) -> _Writer | None:
    if first is None or second is None:
        return first or second
    return lambda value: second(first(value))


def _compiled(
    shape: Any,
    given: Collection[str],
    converters: Mapping[str, _Writer],
    key: Callable[[attrs.Attribute[Any]], str],
) -> Callable[..., dict[str, Any]]:
    """Return a function that makes a dict of a shape's fields, converted, by their keys.

    It is compiled, as the methods of attrs classes are, because views have many rows.
    """
    keys = {field.name: key(field) for field in attrs.fields(shape)}
    unknown = set(given) - set(keys)
    if unknown:
        raise TypeError(f"{shape.__name__} has no field {min(unknown)}")
    values = {name: name if name in given else f"source.{name}" for name in keys}
    values |= {name: f"convert_{name}({values[name]})" for name in converters}
    entries = ", ".join(f"{keys[name]!r}: {value}" for name, value in values.items())
    names: dict[str, Any] = {f"convert_{name}": convert for name, convert in converters.items()}
    head = f"def make(source, {', '.join(given)}):"
    exec(f"{head} return {{{entries}}}", names)  # noqa: S102 - of names in our classes
    maker: Callable[..., dict[str, Any]] = names["make"]
    return maker


def columns(shape: type, *fields: str | Column, wide: str | None = None) -> tuple[Column, ...]:
    """Return the columns of a shape's fields, in their order, for the tables of reports.

    For example, with a heading of its own for the name, and a column that belongs to no field::

        columns(OwnFleet, "name:Fleet at units", text_column("Bound for", goal), wide="units")

    Args:
        shape: the class of the rows.
        fields: names of fields with spaces between them, each with an optional heading, and other
            columns, which are used unchanged.
        wide: the fields whose columns phones hide, instead of those declared wide.

    Raises:
        TypeError: a field without a column.
    """
    declared, hidden = _columns(shape), None if wide is None else wide.split()
    chosen: list[Column] = []
    for item in fields:
        if isinstance(item, Column):
            chosen.append(item)
            continue
        for name, _, head in (word.partition(":") for word in item.split()):
            if name not in declared:
                raise TypeError(f"{shape.__name__} declares no column for {name}")
            column = declared[name]
            if head:
                column = attrs.evolve(column, head=head, short="")
            if hidden is not None and column.wide is not (name in hidden):
                column = attrs.evolve(column, wide=not column.wide)
            chosen.append(column)
    return tuple(chosen)


@cache
def _columns(shape: Any) -> dict[str, Column]:
    """Return the columns of a shape by field, complete with what follows from the field."""
    hints = typing.get_type_hints(shape)
    declared = {}
    for field in attrs.fields(shape):
        column: Column | None = field.metadata.get(_COLUMN)
        if column is not None:
            kind, hint = hints[field.name], column.hint
            if hint is None:
                description = field.metadata[_SCHEMA].get("description", "")
                hint = _CLAUSES.sub("", description.partition(";")[0])
            declared[field.name] = attrs.evolve(
                column,
                show=column.show or _usual_format(kind),
                numbers=kind in _NUMBERS if column.numbers is None else column.numbers,
                hint=hint,
                field=_key(field),
            )
    return declared


_NUMBERS: tuple[Any, ...] = (int, float, int | None, float | None)


def _usual_format(kind: Any) -> Callable[[Any], Any] | None:
    """Return the conversion of a field's values to cells; None if they are texts already."""
    if kind is str or typing.get_origin(kind) is Literal:
        return None
    if typing.get_origin(kind) is list:
        return lambda values: ", ".join(map(str, values))
    return _text_or_blank if type(None) in typing.get_args(kind) else str


def _text_or_blank(value: Any) -> str:
    return "" if value is None else str(value)


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
