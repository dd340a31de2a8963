"""A SQLite file: the connections to it, and the statements that are alike in all files."""

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


class OneForAllFiles(SQLiteDialect_pysqlite):
    """SQLite as every file of ours has it, so that what was compiled for one serves the others.

    A host has a file for each game, and asks the same of all of them.
    """

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


registry.register(_SCHEME.replace("+", "."), __name__, OneForAllFiles.__name__)
_COMPILED: LRUCache[Any, Any] = LRUCache(1000)


def engine_for(file: Path, patience: float, connections: int = 0, *, log: bool = False) -> Engine:
    """An engine on a file that exists already, which keeps so many connections open.

    A transaction with the execution option `writes` takes the write lock at its beginning, so that
    what it reads first cannot change under it.
    """
    # However many transactions there are at once, each gets a connection.
    kept = {"poolclass": QueuePool, "pool_size": connections, "max_overflow": -1}
    made = create_engine(
        f"{_SCHEME}://",
        execution_options={"compiled_cache": _COMPILED},
        creator=lambda: _connected(file, patience),
        hide_parameters=True,  # what rows hold is in no message, and so in no log
        **(kept if connections else {"poolclass": NullPool}),
    )
    event.listen(made, "connect", _prepare)
    if log:
        event.listen(made, "connect", _log_ahead)
    event.listen(made, "begin", _begin)
    return made


def make_tables(connection: Connection, metadata: MetaData) -> None:
    """Make tables, and what belongs to them, in a file that has none."""
    for statement in _making(metadata):
        connection.exec_driver_sql(statement)


@cache
def _making(metadata: MetaData) -> tuple[str, ...]:
    """The statements that make tables, which are written once for all files."""
    found: list[str] = []

    def note(statement: ExecutableDDLElement, *_: object, **__: object) -> None:
        found.append(str(statement.compile(dialect=OneForAllFiles())))

    metadata.create_all(create_mock_engine("sqlite://", note), checkfirst=False)
    return tuple(found)


def _connected(file: Path, patience: float) -> sqlite3.Connection:
    # `mode=rw` never makes a file, and opens one that is read-only for reading. A connection that
    # is kept goes from one thread to another, and is one thread's at a time.
    where = f"{file.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(where, uri=True, timeout=patience, check_same_thread=False)


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says, not by guess
    connection.execute("PRAGMA foreign_keys = ON")
    # The default rollback journal: a folder may be read-only, and be copied file by file.
    connection.execute("PRAGMA synchronous = EXTRA")
    connection.execute("PRAGMA secure_delete = ON")  # the text of a mail that was sent is gone


def _log_ahead(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
