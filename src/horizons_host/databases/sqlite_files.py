"""A SQLite file: its connections, and the statements shared by all files."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    MetaData,
    NullPool,
    QueuePool,
    create_engine,
    create_mock_engine,
    event,
)
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.schema import ExecutableDDLElement
from sqlalchemy.util import LRUCache

_SCHEME = "sqlite+horizons"


class SharedDialect(SQLiteDialect_pysqlite):
    """The SQLite dialect of all our files, so that statements compiled for one serve the others.

    A host has a file per game, and runs the same statements on all of them.
    """

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


registry.register(_SCHEME.replace("+", "."), __name__, SharedDialect.__name__)
_COMPILED: LRUCache[Any, Any] = LRUCache(1000)


def engine_for(file: Path, patience: float, connections: int = 0, *, log: bool = False) -> Engine:
    """Create an engine for an existing file, with a pool of connections.

    A transaction with the execution option `writes` takes the write lock at its beginning, so that
    what it reads first cannot change under it.
    """
    # The number of simultaneous transactions is not limited.
    pool = {"poolclass": QueuePool, "pool_size": connections, "max_overflow": -1}
    engine = create_engine(
        f"{_SCHEME}://",
        execution_options={"compiled_cache": _COMPILED},
        creator=lambda: _connect(file, patience),
        hide_parameters=True,  # values of rows must not appear in messages and logs
        **(pool if connections else {"poolclass": NullPool}),
    )
    event.listen(engine, "connect", _prepare)
    if log:
        event.listen(engine, "connect", _log_ahead)
    event.listen(engine, "begin", _begin)
    return engine


def make_tables(connection: Connection, metadata: MetaData) -> None:
    """Create tables, with their indexes, in an empty file."""
    for statement in _create_statements(metadata):
        connection.exec_driver_sql(statement)


@cache
def _create_statements(metadata: MetaData) -> tuple[str, ...]:
    """Return the statements that create tables, which are the same for all files."""
    statements: list[str] = []

    def note(statement: ExecutableDDLElement, *_: object, **__: object) -> None:
        statements.append(str(statement.compile(dialect=SharedDialect())))

    metadata.create_all(create_mock_engine("sqlite://", note), checkfirst=False)
    return tuple(statements)


def _connect(file: Path, patience: float) -> sqlite3.Connection:
    # `mode=rw` never creates a file, and opens a read-only one for reading. A pooled connection
    # moves between threads, and is used by one thread at a time.
    uri = f"{file.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(uri, uri=True, timeout=patience, check_same_thread=False)


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # `_begin` begins transactions, not the library's heuristic
    connection.execute("PRAGMA foreign_keys = ON")
    # The default rollback journal: a folder may be read-only, or copied file by file.
    connection.execute("PRAGMA synchronous = EXTRA")
    connection.execute("PRAGMA secure_delete = ON")  # deleted texts of sent mails are overwritten


def _log_ahead(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
