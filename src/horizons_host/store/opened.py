"""A game's tables, opened: where they lie, and the transactions in which they are used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection

from horizons_host.databases.engines import Database
from horizons_host.databases.errors import GameStoreError
from horizons_host.databases.sqlite import SqliteDatabase
from horizons_host.store import copies, errors, schema

#: The file in a game's folder.
DATABASE = "horizons.sqlite"


class OpenGame:
    """The place of a game and its database; what it is made with stands with `GameStore`."""

    def __init__(
        self,
        folder: Path | None,
        database: Database | None = None,
        *,
        wholly: bool = True,
        called: str = "",
    ) -> None:
        self._folder = folder
        self._called = called
        self._moment: Connection | None = None
        self.database = database_of(folder, database)
        self.name = self.database.name
        with errors.damage_told(self.name):
            self.database.check(wholly=wholly)

    @property
    def folder(self) -> Path:
        """The folder for the game's files; raises GameStoreError if it was given none."""
        if self._folder is None:
            raise GameStoreError(f"'{self.name}' has no folder for files", "add --files DIR")
        return self._folder

    @property
    def place(self) -> str:
        """Where the game is, for messages."""
        return self._called or (self.name if self._folder is None else str(self._folder))

    @property
    def has_folder(self) -> bool:
        """Whether there is a folder for the game's files."""
        return self._folder is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give up the connections."""
        self.database.close()

    @contextmanager
    def moment(self) -> Iterator[Self]:
        """Have all that is read within be read in one transaction, as it is at one moment.

        Nothing of the game can be written within: it would wait for itself.
        """
        with self.reading() as connection:
            before, self._moment = self._moment, connection
            try:
                yield self
            finally:
                self._moment = before

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that reads."""
        if self._moment is not None:
            yield self._moment
            return
        with errors.damage_told(self.name), self.database.reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; older tables are brought up to date in it."""
        if self._moment is not None:
            raise RuntimeError("a game is not written while it is read as it is at one moment")
        with errors.damage_told(self.name), self.database.writing() as connection:
            yield connection

    def copy_to(self, file: Path) -> None:
        """Write the game as a file that is not there yet: of one moment, whole or not at all.

        Raises GameStoreError, FileExistsError, OSError.
        """
        copies.copy_to_file(self.database, file)

    @contextmanager
    def sole(self, work: str) -> Iterator[bool]:
        """Do some work on the game as the only process that does; False if another is at it."""
        with self.database.sole(work) as alone:
            yield alone


def database_of(folder: Path | None, database: Database | None) -> Database:
    """The database that a game lies in: one that is handed in, or the file in its folder."""
    if database is not None:
        return database
    if folder is None:
        raise ValueError("a game lies in a folder or in a database")
    return SqliteDatabase(folder / DATABASE, schema.TABLES)
