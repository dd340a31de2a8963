"""Tables in a SQLite file of their own: marking, locking and checking it."""

from __future__ import annotations

import os
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Executable, Row

from horizons_host.databases import errors
from horizons_host.databases.aside import demand_usable
from horizons_host.databases.engines import VERSION, ReadCache, Tables, reads
from horizons_host.databases.locks import hold_lock
from horizons_host.databases.migrating import upgrade_tables
from horizons_host.databases.sqlite_errors import missing, translate_errors
from horizons_host.databases.sqlite_files import engine_for, make_tables

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
                raise errors.foreign(self.file)
            demand_usable(self.name, self._tables, connection, version)
            if wholly:
                self._check_pages(connection)
            size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            if not self._log and self.file.stat().st_size != size * pages:
                raise errors.damaged(self.file, "its length is not what it should be")

    def _check_pages(self, connection: Connection) -> None:
        sound = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if sound != "ok":
            raise errors.damaged(self.file, " ".join(str(sound).split()))

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
            if version < self._tables.version:
                upgrade_tables(connection, self._tables.history, version)
                self.mark(connection, self._tables.version)
            yield connection.execution_options(**{VERSION: max(version, self._tables.version)})

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
        """Tell whether all references are satisfied."""
        return connection.exec_driver_sql("PRAGMA foreign_key_check").first() is None

    @contextmanager
    def exclusive(self, work: str) -> Iterator[bool]:
        """Lock some work: by a file of this name next to the database."""
        with hold_lock(self.file.with_name(f".{work}.lock")) as locked:
            yield locked

    def exists(self) -> bool:
        """Tell whether the file exists."""
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
