"""Copies of databases: to a file, to another database, and their verification."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, Select, Table, insert, select

from horizons_core.codec import canonical
from horizons_host.files import PRIVATE
from horizons_host.store.database import Database, GameStoreError, Tables
from horizons_host.store.schema import TABLES
from horizons_host.store.sqlite import SqliteDatabase, translate_errors

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
    return connection.execute(_in_order(table)).mappings()


@cache
def _in_order(table: Table) -> Select[Any]:
    """Return the statement that selects all rows in batches, which is built once."""
    statement = select(table).order_by(*table.primary_key.columns)
    return statement.execution_options(yield_per=_BATCH)


def _plain(value: Any) -> Any:
    return {"bytes": value.hex()} if isinstance(value, bytes) else value


_PATIENCE_SECONDS = 5.0


def copy_database(source: Path, target: Path) -> None:
    """Write a copy of a game's file; it appears completely or not at all, and replaces nothing.

    Raises GameStoreError, OSError, FileExistsError if the target exists.
    """
    partial = _partial_file(target)
    try:
        with translate_errors(target, _PATIENCE_SECONDS):
            _copy(source, partial)
        partial.chmod(PRIVATE)
        os.link(partial, target)  # fails if the target exists, and never overwrites
    finally:
        partial.unlink(missing_ok=True)


def copy_to_file(source: Database, target: Path) -> None:
    """Write a game from any database as a file; it appears completely or not at all.

    Raises GameStoreError, OSError, FileExistsError if the target exists.
    """
    if isinstance(source, SqliteDatabase):
        copy_database(source.file, target)
        return
    file = SqliteDatabase(target, TABLES)
    with source.writing():
        pass  # this upgrades its tables
    with source.reading() as rows:
        created = file.create(lambda connection: copy_rows(rows, connection, TABLES))
    if not created:
        raise FileExistsError(target)
    target.chmod(PRIVATE)


def _partial_file(target: Path) -> Path:
    """Create an empty file next to the target; raises OSError that names the target."""
    try:
        handle, name = tempfile.mkstemp(
            prefix=f".{target.name}.", suffix=".partial", dir=target.parent
        )
    except OSError as problem:
        problem.filename = str(target)
        raise
    os.close(handle)
    return Path(name)


def _copy(source: Path, partial: Path) -> None:
    mode = f"{source.absolute().as_uri()}?mode=ro"
    with (
        contextlib.closing(sqlite3.connect(mode, uri=True, timeout=_PATIENCE_SECONDS)) as original,
        contextlib.closing(sqlite3.connect(partial)) as copy,
    ):
        copy.execute("PRAGMA journal_mode = OFF")  # no reader before it is complete
        original.backup(copy)
    with partial.open("rb") as stream:
        os.fsync(stream.fileno())


def missing_backup(file: Path) -> GameStoreError:
    """Return the error for a backup that does not exist."""
    return GameStoreError(f"there is no backup '{file}'", "see 'horizons backup --list'")
