"""Conversion of records to rows and back: a field is stored in the column of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import itemgetter
from typing import Any, TypeVar

from attrs import AttrsInstance, fields
from sqlalchemy import Column, Connection, Row, RowMapping, Table, insert

from horizons_host.store.columns import CheckedJson, CompressedData
from horizons_host.store.records import packed

R = TypeVar("R", bound=AttrsInstance)


def insert_record(connection: Connection, table: Table, record: AttrsInstance, **more: Any) -> Any:
    """Insert a record as a row, with further or other values, and return the row's primary key.

    Fields without a column are left out, and so is the number in a table that numbers its rows.
    """
    for name, convert in _inserted(table, type(record), *more):
        more[name] = convert(getattr(record, name))
    key: Any = connection.execute(insert(table), more).inserted_primary_key
    return key[0]


def read_record(kind: type[R], table: Table, row: Row[Any], **more: Any) -> R:
    """Read a record from a row of a table, with further or other values.

    At least two of its fields are columns.
    """
    names, values_of = _read(table, kind, *more)
    values = values_of(row._mapping)  # noqa: SLF001 - public in SQLAlchemy
    return kind(**dict(zip(names, values, strict=True)), **more)


@cache
def _read(
    table: Table, kind: type[AttrsInstance], *other: str
) -> tuple[list[str], Callable[[RowMapping], Iterable[Any]]]:
    """Return the names of the columns to read, and a function that reads them from a mapping.

    That is faster than attributes of rows.
    """
    names = [column.key for column in _shared(table, kind) if column.key not in other]
    return names, itemgetter(*names)


@cache
def _inserted(
    table: Table, kind: type[AttrsInstance], *other: str
) -> list[tuple[str, Callable[[Any], Any]]]:
    """Return the names of the columns to set to fields, each with the conversion of its values."""
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
