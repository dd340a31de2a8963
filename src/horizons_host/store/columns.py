"""Columns and their records: types that check stored values, and conversion to rows and back.

A record (an attrs class) is declared once; the columns of its table get their types from its
fields, and a field is stored in the column of the same name. SQLite accepts any value in any
column, so the types check what they read.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from attrs import AttrsInstance, fields
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Dialect,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    RowMapping,
    Select,
    String,
    Table,
    Text,
    insert,
    select,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeDecorator, TypeEngine

from horizons_core.codec import canonical


class DamagedValueError(Exception):
    """A value in the file that the store cannot have written; the message names its column."""


T = TypeVar("T")


class _Checked(TypeDecorator[T]):
    """Rejects values whose type is not in `kinds` when a row is read.

    `place` is set by `name_columns`.
    """

    impl: Any = Text
    kinds: tuple[type, ...] = ()
    place = "a column"

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Compare texts by their bytes, regardless of the database server's locale."""
        if dialect.name == "postgresql" and isinstance(self.impl_instance, String):
            return type(self.impl_instance)(collation="C")
        return super().load_dialect_impl(dialect)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """Return the value as it was written; NULL is left to the database's constraints."""
        if value is not None and type(value) not in self.kinds:
            raise DamagedValueError(f"{self.place} cannot be {str(value)[:40]!r}")
        return value


class CheckedInteger(_Checked[int]):
    """An integer."""

    impl = Integer
    cache_ok = True
    kinds = (int,)


class CheckedText(_Checked[str]):
    """A short text."""

    impl = String
    cache_ok = True
    kinds = (str,)


class CheckedLongText(_Checked[str]):
    """A text of any length."""

    impl = Text
    cache_ok = True
    kinds = (str,)


class CompressedData(_Checked[bytes]):
    """Compressed bytes, decompressed by the reader."""

    impl = LargeBinary
    cache_ok = True
    kinds = (bytes,)


class CheckedJson(_Checked[Any]):
    """Plain data as canonical JSON; `is_right` returns whether it has the expected shape."""

    impl = Text
    cache_ok = True
    kinds = (str,)

    def __init__(self, is_right: Callable[[Any], bool]) -> None:
        super().__init__()
        self.is_right = is_right

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        return canonical(value).decode()

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        text = super().process_result_value(value, dialect)
        if text is None:
            return None
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as problem:
            raise DamagedValueError(f"{self.place} cannot be read ({problem})") from problem
        if not self.is_right(data):
            raise DamagedValueError(f"{self.place} cannot be {text[:40]!r}")
        return data


def name_columns(metadata: MetaData) -> None:
    """Give every column's type its name and table, for messages."""
    for table in metadata.tables.values():
        for column in table.columns:
            if isinstance(column.type, _Checked):
                column.type.place = f"'{column.name}' in the table '{table.name}'"


# shapes of JSON columns


def is_mapping(data: Any) -> bool:
    """Return whether the data is a mapping."""
    return isinstance(data, dict)


def are_mappings(data: Any) -> bool:
    """Return whether the data is a list of mappings."""
    return isinstance(data, list) and all(isinstance(part, dict) for part in data)


def are_texts(data: Any) -> bool:
    """Return whether the data is a list of texts."""
    return isinstance(data, list) and all(isinstance(part, str) for part in data)


def are_mods(data: Any) -> bool:
    """Return whether the data is a list of mods, each a name, or a mapping with name and text."""
    return isinstance(data, list) and all(
        isinstance(part, str) or _is_data_mod(part) for part in data
    )


def _is_data_mod(part: Any) -> bool:
    return is_mapping(part) and all(isinstance(part.get(key), str) for key in ("name", "toml"))


def are_numbers_by_name(data: Any) -> bool:
    """Return whether the data is a mapping of integers."""
    return isinstance(data, dict) and all(type(number) is int for number in data.values())


#: The required parts of a remark.
_REMARK: Mapping[str, type] = {"severity": str, "line": int, "column": int, "message": str}


def are_remarks(data: Any) -> bool:
    """Return whether the data is a list of remarks on orders."""
    return isinstance(data, list) and all(
        is_mapping(remark) and all(type(remark.get(key)) is kind for key, kind in _REMARK.items())
        for remark in data
    )


# compressed documents

#: Maximum number of bytes of an unpacked game, report or list of events.
_MOST_BYTES = 500_000_000


def packed(data: Any) -> bytes:
    """Return plain data as compressed canonical JSON."""
    return zlib.compress(canonical(data), 6)


def packed_in_order(document: Mapping[str, Any]) -> bytes:
    """Return a report's document as compressed JSON, with its parts in the author's order."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return zlib.compress(text.encode(), 6)


def unpacked(blob: bytes) -> Any:
    """Decompress plain data; raises ValueError if it is invalid or too large."""
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(blob, _MOST_BYTES)
        if not unpacker.eof:
            raise ValueError("it is cut off, or holds too much")
        return json.loads(data)
    except (zlib.error, RecursionError) as problem:
        raise ValueError(str(problem)) from problem


# tables of records

#: The type of a column, by the type of its field.
_TYPES: dict[Any, Callable[[], TypeEngine[Any]]] = {
    int: CheckedInteger,
    str: CheckedText,
    bool: Boolean,
    Mapping[str, Any]: lambda: CheckedJson(is_mapping),
    Mapping[str, int]: lambda: CheckedJson(are_numbers_by_name),
    Sequence[str]: lambda: CheckedJson(are_texts),
    tuple[str, ...]: lambda: CheckedJson(are_texts),
}


def declare_table(
    metadata: MetaData,
    name: str,
    columns: str,
    records: Sequence[type],
    *more: SchemaItem,
    keys: int = 1,
    numbered: bool = False,
    unique: str = "",
) -> Table:
    """Return a table whose rows are records, or parts of them.

    `columns` lists the columns, starting with the `keys` columns of the primary key. Write
    `column:field` if the field of the record has another name. A column's type follows from the
    field's; if several records have the field, the last one decides. An `id` is a number. A field
    may be annotated with the type of its column, or with the column of another table that it refers
    to. The `unique` columns contain no duplicates. A `numbered` table never reuses a number.
    """
    hints: dict[str, Any] = {"id": int}
    for record in records:
        hints |= _hints(record)

    def column(words: str, *, primary_key: bool) -> Column[Any]:
        own_name, _, field = words.partition(":")
        key = field or own_name
        choices = get_args(hints[key])
        nullable = NoneType in choices
        plain, *notes = _parts(choices[0] if nullable else hints[key])
        references = [ForeignKey(note) for note in notes if isinstance(note, str)]
        own_type = next((note for note in notes if not isinstance(note, str)), None)
        column_type = own_type or _TYPES.get(plain, CheckedInteger if references else plain)()
        options: dict[str, Any] = {"key": key, "primary_key": primary_key, "nullable": nullable}
        return Column(
            own_name, column_type, *references, unique=key in unique.split() or None, **options
        )

    listed = enumerate(columns.split())
    made = [column(words, primary_key=place < keys) for place, words in listed]
    return Table(name, metadata, *made, *more, sqlite_autoincrement=numbered)


@cache
def _hints(record: type) -> dict[str, Any]:
    """Return the types of a record's fields, with their annotations."""
    return get_type_hints(record, include_extras=True)


def _parts(hint: Any) -> tuple[Any, ...]:
    """Return the type of a field, and its annotations."""
    return get_args(hint) if get_origin(hint) is Annotated else (hint,)


# rows

R = TypeVar("R", bound=AttrsInstance)


@cache
def select_all(table: Table) -> Select[Any]:
    """Return the statement that selects all rows of a table, which is built once."""
    return select(table)


def insert_record(connection: Connection, table: Table, record: AttrsInstance, **more: Any) -> Any:
    """Insert a record as a row and return its primary key; `more` adds or overrides values.

    Fields without a column are left out, and so is the number in a table that numbers its rows.
    """
    for name, convert in _inserted(table, type(record), *more):
        more[name] = convert(getattr(record, name))
    key: Any = connection.execute(insert(table), more).inserted_primary_key
    return key[0]


def read_record(kind: type[R], table: Table, row: Row[Any], **more: Any) -> R:
    """Read a record from a row of a table; `more` adds or overrides values.

    At least two of its fields must be columns.
    """
    names, values_of = _read(table, kind, *more)
    values = values_of(row._mapping)  # noqa: SLF001 - public in SQLAlchemy
    return kind(**dict(zip(names, values, strict=True)), **more)


@cache
def _read(
    table: Table, kind: type[AttrsInstance], *other: str
) -> tuple[list[str], Callable[[RowMapping], Iterable[Any]]]:
    """Return the names of the columns to read, and a function that reads them from a mapping.

    This is faster than reading attributes of rows.
    """
    names = [column.key for column in _shared(table, kind) if column.key not in other]
    return names, itemgetter(*names)


@cache
def _inserted(
    table: Table, kind: type[AttrsInstance], *other: str
) -> list[tuple[str, Callable[[Any], Any]]]:
    """Return the names of the columns that store fields, each with the conversion of its values."""
    numbered = table.dialect_options["sqlite"]["autoincrement"]
    return [
        (column.key, _conversion(column))
        for column in _shared(table, kind)
        if column.key not in other and not (numbered and column.primary_key)
    ]


def _shared(table: Table, kind: type[AttrsInstance]) -> list[Column[Any]]:
    """Return the columns of a table that are fields of a kind of record."""
    names = {field.name for field in fields(kind)}
    return [column for column in table.columns if column.key in names]


def _conversion(column: Column[Any]) -> Callable[[Any], Any]:
    if isinstance(column.type, CompressedData):
        return packed
    return _plain if isinstance(column.type, CheckedJson) else _unchanged


def _plain(value: Mapping[str, Any] | Iterable[Any]) -> dict[str, Any] | list[Any]:
    """Return a mapping or sequence of any type as JSON represents it."""
    return dict(value) if isinstance(value, Mapping) else list(value)


def _unchanged(value: Any) -> Any:
    return value
