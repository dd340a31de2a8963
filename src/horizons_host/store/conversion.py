"""Conversion of records to rows and back: a field is stored in the column of its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from attrs import AttrsInstance, fields
from sqlalchemy import Column, Connection, Row, Table, insert

from horizons_host.store.columns import CheckedJson, CompressedData
from horizons_host.store.records import packed

R = TypeVar("R", bound=AttrsInstance)


def insert_record(connection: Connection, table: Table, record: AttrsInstance, **more: Any) -> Any:
    """Insert a record as a row, with further or other values, and return the row's primary key.

    Fields without a column are left out, and so is the number in a table that numbers its rows.
    """
    values = {
        column.key: _stored(column, getattr(record, column.key))
        for column in _inserted(table, type(record))
        if column.key not in more
    }
    added = connection.execute(insert(table).values(**values, **more))
    key: Any = added.inserted_primary_key
    return key[0]


def read_record(kind: type[R], table: Table, row: Row[Any], **more: Any) -> R:
    """Read a record from a row of a table, with further or other values."""
    values = {
        column.key: getattr(row, column.key)
        for column in _shared(table, kind)
        if column.key not in more
    }
    return kind(**values, **more)


@cache
def _shared(table: Table, kind: type[AttrsInstance]) -> tuple[Column[Any], ...]:
    """Return the columns of a table that are fields of a kind of record."""
    names = {field.name for field in fields(kind)}
    return tuple(column for column in table.columns if column.key in names)


@cache
def _inserted(table: Table, kind: type[AttrsInstance]) -> tuple[Column[Any], ...]:
    """Return the columns that are set to the fields of a new record."""
    numbered = table.dialect_options["sqlite"]["autoincrement"]
    return tuple(c for c in _shared(table, kind) if not (numbered and c.primary_key))


def _stored(column: Column[Any], value: Any) -> Any:
    """Return a field as its column takes it: packed, or as plain data that JSON represents."""
    if isinstance(column.type, CompressedData):
        return packed(value)
    if isinstance(column.type, CheckedJson):
        return _plain(value)
    return value


def _plain(value: Mapping[str, Any] | Iterable[Any]) -> dict[str, Any] | list[Any]:
    return dict(value) if isinstance(value, Mapping) else list(value)
