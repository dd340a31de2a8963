"""Copying all rows from one database to another, and what tells that they arrived."""

from __future__ import annotations

import hashlib
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, Table, insert, select

from horizons_core.codec import canonical
from horizons_host.databases.engines import Tables

#: Rows are put in so many at a time; a row may hold a whole state.
_BATCH = 50


@frozen
class Content:
    """What a table holds: so many rows, and a digest of them in the order of their keys."""

    rows: int
    digest: str


def copy_rows(source: Connection, target: Connection, tables: Tables) -> None:
    """Put all rows of a database into the same tables of another, which are empty."""
    for table in tables.metadata.sorted_tables:  # what is referred to comes first
        for batch in _rows(source, table).partitions(_BATCH):
            target.execute(insert(table), [dict(row) for row in batch])


def contents(connection: Connection, tables: Tables) -> dict[str, Content]:
    """What each table holds, as it is read: the same in whichever database it lies."""
    return {table.name: _content(connection, table) for table in tables.metadata.sorted_tables}


def _content(connection: Connection, table: Table) -> Content:
    found, number = hashlib.blake2b(digest_size=32), 0
    for row in _rows(connection, table):
        found.update(canonical([_plain(value) for value in row.values()]) + b"\n")
        number += 1
    return Content(number, found.hexdigest())


def _rows(connection: Connection, table: Table) -> Any:
    wanted = select(table).order_by(*table.primary_key.columns)
    return connection.execute(wanted.execution_options(yield_per=_BATCH)).mappings()


def _plain(value: Any) -> Any:
    return {"bytes": value.hex()} if isinstance(value, bytes) else value
