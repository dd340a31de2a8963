"""Tables in a SQLite file of their own: how it is marked, locked and checked."""

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
from horizons_host.databases.engines import VERSION, Remembered, Tables, reads
from horizons_host.databases.locks import held
from horizons_host.databases.migrating import bring_up_to_date
from horizons_host.databases.sqlite_errors import missing, told_plainly
from horizons_host.databases.sqlite_files import engine_for, make_tables

#: How long a transaction waits for another process to finish its own.
PATIENCE_SECONDS = 5.0
#: Where a connection keeps what it has read.
_READ = "read_of_the_file"


class SqliteDatabase:
    """Tables in a file of their own; messages name it by its path.

    A transaction waits for another one for `patience` seconds. So many `connections` are kept open
    between transactions, none unless that is asked for. With a write-ahead `log` beside the file
    nobody who reads waits for one who writes; such a file cannot be read in a read-only folder.
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
        if connections:  # those that are kept go with the database, if nobody closes it
            weakref.finalize(self, self.engine.dispose)
        self._writer = self.engine.execution_options(writes=True)
        self._once = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    def check(self, *, wholly: bool = True) -> None:
        """Raises GameStoreError unless the file is one of ours, and sound."""
        if not self.file.exists():
            raise missing(self.file)
        with self.reading(aside=True) as connection:
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
    def reading(self, *, aside: bool = False) -> Iterator[Connection]:
        """A transaction that reads."""
        with told_plainly(self.file, self._patience), self.engine.begin() as connection:
            version = _version(connection)
            if not aside:
                demand_usable(self.name, self._tables, connection, version)
            yield reads(connection, version, _remembered(connection))

    def look(self, statement: Executable, given: Mapping[str, Any]) -> Sequence[Row[Any]]:
        """The rows that one statement finds."""
        with told_plainly(self.file, self._patience), self._once.connect() as connection:
            return connection.execute(statement, given).all()

    @contextmanager
    def writing(self, *, aside: bool = False) -> Iterator[Connection]:
        """A transaction that writes; an older file is brought up to date in it."""
        with told_plainly(self.file, self._patience), self._writer.begin() as connection:
            connection.info.pop(_READ, None)
            version = _version(connection)
            connection.execution_options(**{VERSION: version})
            if not aside:
                demand_usable(self.name, self._tables, connection, version)
            if version < self._tables.version:
                bring_up_to_date(connection, self._tables.history, version)
                self.mark(connection, self._tables.version)
            yield connection.execution_options(**{VERSION: max(version, self._tables.version)})

    def create(self, fill: Callable[[Connection], None]) -> bool:
        """Make the file in a folder that is there; it appears whole or not at all."""
        handle, name = tempfile.mkstemp(
            prefix=f".{self.file.name}.", suffix=".partial", dir=self.file.parent
        )
        os.close(handle)
        partial = Path(name)
        try:
            with told_plainly(self.file, self._patience):
                self._fill(partial, fill)
            os.link(partial, self.file)  # fails, and does not overwrite, if there is one
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
        """Write down of which version the tables are."""
        connection.exec_driver_sql(f"PRAGMA user_version = {version:d}")

    def renumber(self, connection: Connection) -> None:
        """Nothing: SQLite looks what is there."""

    def defer_references(self, connection: Connection) -> None:
        """Have references be looked at when the transaction ends."""
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")

    def references_fit(self, connection: Connection) -> bool:
        """Whether all that rows refer to is there."""
        return connection.exec_driver_sql("PRAGMA foreign_key_check").first() is None

    @contextmanager
    def sole(self, work: str) -> Iterator[bool]:
        """A lock for some work: a file of this name beside the database."""
        with held(self.file.with_name(f".{work}.lock")) as alone:
            yield alone

    def there(self) -> bool:
        """Whether there is a file."""
        return self.file.exists()

    def drop(self) -> None:
        """Delete the file."""
        self.file.unlink()

    def close(self) -> None:
        """Give up the connections."""
        self.engine.dispose()


def _remembered(connection: Connection) -> dict[Any, Any]:
    """What this connection has read of the file as it is now.

    The number changes when another connection has written; what this one writes it forgets itself.
    """
    state = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
    found: dict[Any, Any] = connection.info.setdefault(_READ, Remembered()).of(state)
    return found


def _version(connection: Connection) -> int:
    """The version of the tables in the file."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
