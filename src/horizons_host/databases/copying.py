"""Copying all rows from one database to another, and verifying the copy."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, Table, insert, select

from horizons_core.codec import canonical
from horizons_host.databases.engines import Tables

#: Number of rows inserted at a time; a row may hold a complete state.
_BATCH = 50


@frozen
class Content:
    """The content of a table: its number of rows, and a digest of them in key order."""

    rows: int
    digest: str


def copy_rows(source: Connection, target: Connection, tables: Tables) -> None:
    """Copy all rows of a database into the same, empty tables of another."""
    for table in tables.metadata.sorted_tables:  # referenced tables come first
        for batch in _rows(source, table).partitions(_BATCH):
            target.execute(insert(table), [values_of(table, row) for row in batch])


def contents(connection: Connection, tables: Tables) -> dict[str, Content]:
    """Return the content of each table, independent of the kind of database."""
    return {table.name: _content(connection, table) for table in tables.metadata.sorted_tables}


def _content(connection: Connection, table: Table) -> Content:
    digest, number = hashlib.blake2b(digest_size=32), 0
    for row in _rows(connection, table):
        digest.update(canonical([_plain(value) for value in row.values()]) + b"\n")
        number += 1
    return Content(number, digest.hexdigest())


def values_of(table: Table, row: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the values of a row by the keys of its table's columns, as `insert` takes them."""
    return dict(zip(table.columns.keys(), row.values(), strict=True))


def _rows(connection: Connection, table: Table) -> Any:
    statement = select(table).order_by(*table.primary_key.columns)
    return connection.execute(statement.execution_options(yield_per=_BATCH)).mappings()


def _plain(value: Any) -> Any:
    return {"bytes": value.hex()} if isinstance(value, bytes) else value
