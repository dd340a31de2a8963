"""A database in a SQLite file."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    MetaData,
    NullPool,
    QueuePool,
    Row,
    create_engine,
    create_mock_engine,
    event,
    exc,
)
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.schema import ExecutableDDLElement
from sqlalchemy.util import LRUCache

from horizons_host.store import database
from horizons_host.store.database import (
    VERSION,
    GameStoreError,
    LostGameError,
    ReadCache,
    Tables,
    UnavailableError,
    damaged,
    demand_usable,
    foreign,
    forget_reads,
    reads,
    upgrade_to_current,
)


@contextmanager
def hold_lock(file: Path) -> Iterator[bool]:
    """Hold the lock of a file that is made for it; yields False if another process holds it.

    Raises GameStoreError if the file cannot be written.
    """
    with closing(_open_lock(file)) as lock:
        yield _acquire(lock, file)


def _open_lock(file: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.OperationalError as problem:
        raise _unwritable(file) from problem


def _acquire(lock: sqlite3.Connection, file: Path) -> bool:
    # An empty database serves as a lock: it works on all systems, and a crash releases it. One of
    # two simultaneous attempts always succeeds, since IMMEDIATE doesn't wait for readers to leave.
    try:
        lock.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            return False
        raise _unwritable(file) from problem
    return True


def _unwritable(file: Path) -> GameStoreError:
    return GameStoreError(
        f"'{file}' cannot be written", f"change the permissions of '{file.parent}'"
    )


_LOCKED = (
    "'{file}' is locked: another program has been writing to it for {patience} seconds",
    "wait until it has finished, then try again",
    "the database is busy",
)
_READ_ONLY = (
    "'{file}' cannot be written: it or its folder is read-only",
    "change the permissions of both, or work on a copy",
    "the database cannot be written",
)
_COMPLAINTS = {
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: (
        "'{file}' or its folder cannot be opened for writing",
        "change the permissions of the file and its folder",
        "the database cannot be opened",
    ),
    sqlite3.SQLITE_FULL: (
        "no room for '{file}': the database or disk is full",
        "free some space and try again",
        "the server's disk is full",
    ),
    sqlite3.SQLITE_IOERR: (
        "'{file}' cannot be read or written: {problem}",
        "check whether the disk is full or failing, then try again",
        "the server's disk is full or failing",
    ),
}


@contextmanager
def translate_errors(file: Path, patience: float) -> Iterator[None]:
    """Turn errors of the database and the system into GameStoreErrors."""
    try:
        yield
    except exc.DBAPIError as problem:
        raise _explained(problem.orig, file, patience) from problem
    except UnicodeDecodeError as problem:  # SQLite quotes damaged parts in its message
        raise damaged(file, "its tables cannot be read") from problem
    except sqlite3.Error as problem:
        raise _explained(problem, file, patience) from problem


def _explained(problem: BaseException | None, file: Path, patience: float) -> GameStoreError:
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return foreign(file)
    if code not in _COMPLAINTS:
        return damaged(file, str(problem))
    message, remedy, public = _COMPLAINTS[code]
    words = {"file": file, "patience": f"{patience:g}", "problem": problem}
    return UnavailableError(message.format(**words), f"{remedy}; nothing was changed", public)


def missing(file: Path) -> GameStoreError:
    """Return the error for a folder that is missing or contains no game."""
    folder = file.parent
    state = "contains no game" if folder.is_dir() else "does not exist"
    if folder.is_file():
        state = "is a file"
    return LostGameError(
        f"the game's folder '{folder}' {state}",
        "choose a game's folder with -g, or set up a game: horizons new DIR --variant ...",
    )


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
    event.listen(engine, "before_execute", forget_reads)
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
    connection.execute("PRAGMA secure_delete = ON")  # deleted texts of sent emails are overwritten


def _log_ahead(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


#: Lock timeout of a transaction.
PATIENCE_SECONDS = 5.0
#: Key of a connection's cached results.
_READ = "read_of_the_file"


class SqliteDatabase:
    """Tables in a file of their own; messages identify it by its path.

    A transaction waits for another one for `patience` seconds. `connections` is the number of
    connections kept open between transactions. With a write-ahead `log` readers do not wait for
    writers; such a file cannot be read in a read-only folder.
    """

    def __init__(
        self,
        file: Path,
        tables: Tables,
        patience: float | None = None,
        connections: int = 0,
        *,
        log: bool = False,
    ) -> None:
        self.file = file
        self.name = str(file)
        self._tables = tables
        self._log = log
        self._patience = PATIENCE_SECONDS if patience is None else patience
        self.engine = engine_for(file, self._patience, connections, log=log)
        if connections:  # dispose of pooled connections even if the database is not closed
            weakref.finalize(self, self.engine.dispose)
        self._writer = self.engine.execution_options(writes=True)
        self._once = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    def check(self, *, wholly: bool = True) -> None:
        """Raise GameStoreError unless the file is one of ours, and sound."""
        if not self.file.exists():
            raise missing(self.file)
        with self.reading(allow_unusable=True) as connection:
            application = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
            version = connection.get_execution_options()[VERSION]
            if application != self._tables.application:
                raise database.foreign(self.file)
            demand_usable(self.name, self._tables, connection, version)
            if wholly:
                self._check_pages(connection)
            size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            if not self._log and self.file.stat().st_size != size * pages:
                raise database.damaged(self.file, "its length is not what it should be")

    def _check_pages(self, connection: Connection) -> None:
        sound = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if sound != "ok":
            raise database.damaged(self.file, " ".join(str(sound).split()))

    @contextmanager
    def reading(self, *, allow_unusable: bool = False) -> Iterator[Connection]:
        """Begin a read transaction."""
        with translate_errors(self.file, self._patience), self.engine.begin() as connection:
            version = _version(connection)
            if not allow_unusable:
                demand_usable(self.name, self._tables, connection, version)
            yield reads(connection, version, _remembered(connection))

    def look(self, statement: Executable, parameters: Mapping[str, Any]) -> Sequence[Row[Any]]:
        """Return the rows of one statement."""
        with translate_errors(self.file, self._patience), self._once.connect() as connection:
            return connection.execute(statement, parameters).all()

    @contextmanager
    def writing(self, *, allow_unusable: bool = False) -> Iterator[Connection]:
        """Begin a write transaction; it upgrades an older file."""
        with translate_errors(self.file, self._patience), self._writer.begin() as connection:
            connection.info.pop(_READ, None)
            version = _version(connection)
            connection.execution_options(**{VERSION: version})
            if not allow_unusable:
                demand_usable(self.name, self._tables, connection, version)
            yield upgrade_to_current(self, connection, self._tables, version)

    def create(self, fill: Callable[[Connection], None]) -> bool:
        """Create the file in an existing folder, completely or not at all."""
        handle, name = tempfile.mkstemp(
            prefix=f".{self.file.name}.", suffix=".partial", dir=self.file.parent
        )
        os.close(handle)
        partial = Path(name)
        try:
            with translate_errors(self.file, self._patience):
                self._fill(partial, fill)
            os.link(partial, self.file)  # fails if the file exists, and never overwrites
        except FileExistsError:
            return False
        finally:
            for leftover in (partial, partial.with_name(f"{partial.name}-journal")):
                leftover.unlink(missing_ok=True)
        return True

    def _fill(self, partial: Path, fill: Callable[[Connection], None]) -> None:
        engine = engine_for(partial, 0).execution_options(writes=True)
        try:
            with engine.begin() as connection:
                connection.exec_driver_sql(f"PRAGMA application_id = {self._tables.application}")
                self.mark(connection, self._tables.version)
                make_tables(connection, self._tables.metadata)
                fill(connection.execution_options(**{VERSION: self._tables.version}))
        finally:
            engine.dispose()

    def mark(self, connection: Connection, version: int) -> None:
        """Store the version of the tables."""
        connection.exec_driver_sql(f"PRAGMA user_version = {version:d}")

    def renumber(self, connection: Connection) -> None:
        """Do nothing: SQLite computes the next number from the rows."""

    def defer_references(self, connection: Connection) -> None:
        """Defer the check of references until the transaction ends."""
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")

    def references_fit(self, connection: Connection) -> bool:
        """Return whether all references are satisfied."""
        return connection.exec_driver_sql("PRAGMA foreign_key_check").first() is None

    @contextmanager
    def exclusive(self, work: str) -> Iterator[bool]:
        """Lock some work: by a file of this name next to the database."""
        with hold_lock(self.file.with_name(f".{work}.lock")) as locked:
            yield locked

    def exists(self) -> bool:
        """Return whether the file exists."""
        return self.file.exists()

    def drop(self) -> None:
        """Delete the file."""
        self.file.unlink()

    def close(self) -> None:
        """Close the connections."""
        self.engine.dispose()


def _remembered(connection: Connection) -> dict[Any, Any]:
    """Return this connection's cached results for the current content of the file.

    The state changes when another connection has written; a write by this one clears the cache.
    """
    state = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
    cached: dict[Any, Any] = connection.info.setdefault(_READ, ReadCache()).of(state)
    return cached


def _version(connection: Connection) -> int:
    """Return the version of the tables in the file."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
