"""An open game: its location, its database, and its transactions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from pathlib import Path
from types import TracebackType
from typing import Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar

from sqlalchemy import Connection

from horizons_host.store import copies, schema
from horizons_host.store import database as errors
from horizons_host.store.database import Database, GameStoreError
from horizons_host.store.sqlite import SqliteDatabase

#: The name of the database file in a game's folder.
DATABASE = "horizons.sqlite"


class GameDatabase:
    """The location and database of a game; `GameStore` explains its arguments."""

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
        self._open_read: Connection | None = None
        self._documents: dict[tuple[int, str], bytes] = {}
        self.database = database_of(folder, database)
        self.name = self.database.name
        with errors.report_damage(self.name):
            self.database.check(wholly=wholly)

    @property
    def folder(self) -> Path:
        """The folder for the game's files; raises GameStoreError if it does not exist."""
        if self._folder is None:
            raise GameStoreError(f"'{self.name}' has no folder for files", "add --files DIR")
        return self._folder

    @property
    def place(self) -> str:
        """The location of the game, for messages."""
        return self._called or (self.name if self._folder is None else str(self._folder))

    @property
    def has_folder(self) -> bool:
        """True if there is a folder for the game's files."""
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
        """Close the connections."""
        self.database.close()

    @contextmanager
    def read_transaction(self) -> Iterator[Self]:
        """Read everything within in one transaction, as a consistent snapshot.

        Writing the game within would deadlock, and raises RuntimeError.
        """
        with self.reading() as connection:
            before, self._open_read = self._open_read, connection
            try:
                yield self
            finally:
                self._open_read = before
                self._documents = {}

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a read transaction."""
        if self._open_read is not None:
            yield self._open_read
            return
        with errors.report_damage(self.name), self.database.reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a write transaction; it upgrades older tables."""
        if self._open_read is not None:
            raise RuntimeError("a game is not written while it is read as it is at one moment")
        with errors.report_damage(self.name), self.database.writing() as connection:
            yield connection

    def copy_to(self, file: Path) -> None:
        """Write the game as a new file: consistent, and completely or not at all.

        Raises GameStoreError, FileExistsError, OSError.
        """
        copies.copy_to_file(self.database, file)

    @contextmanager
    def exclusive(self, work: str) -> Iterator[bool]:
        """Hold a lock of the game for some work; yields False if another process holds it."""
        with self.database.exclusive(work) as locked:
            yield locked


_Store = TypeVar("_Store", bound=GameDatabase)


class GameSection(Generic[_Store]):
    """One subject of a game's store. Every method is one transaction."""

    def __init__(self, store: _Store) -> None:
        self.store = store

    def reading(self) -> AbstractContextManager[Connection]:
        """Begin a read transaction."""
        return self.store.reading()

    def writing(self) -> AbstractContextManager[Connection]:
        """Begin a write transaction."""
        return self.store.writing()


class _Readable(Protocol):
    def reading(self) -> AbstractContextManager[Connection]: ...


_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def reads(
    read: Callable[Concatenate[Connection, _Arguments], _Result],
) -> Callable[Concatenate[_Readable, _Arguments], _Result]:
    """Return a method that calls a function in a read transaction."""

    @wraps(read)
    def method(
        game: _Readable, /, *arguments: _Arguments.args, **keywords: _Arguments.kwargs
    ) -> _Result:
        with game.reading() as connection:
            return read(connection, *arguments, **keywords)

    return method


def database_of(folder: Path | None, database: Database | None) -> Database:
    """Return the given database, or that of the file in the folder."""
    if database is not None:
        return database
    if folder is None:
        raise ValueError("a game lies in a folder or in a database")
    return SqliteDatabase(folder / DATABASE, schema.TABLES, connections=1)
