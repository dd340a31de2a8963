"""The games of a server, in a folder of SQLite files or in schemas of a PostgreSQL server."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Protocol

from attrs import define, frozen
from sqlalchemy import Engine, inspect, text

from horizons_core.errors import HorizonsError
from horizons_host.store import DATABASE, GameStore, postgresql_server
from horizons_host.store.changes import SERVER_TABLES, Changes, file_changes, notified_changes
from horizons_host.store.database import Database, GameStoreError, Tables
from horizons_host.store.game_database import database_of
from horizons_host.store.postgresql import PostgresqlDatabase
from horizons_host.store.postgresql_server import translate_errors
from horizons_host.store.schema import TABLES
from horizons_host.store.sqlite import SqliteDatabase, hold_lock

#: A key is a folder's name, and a part of a schema's name and of URLs.
_KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,47}")


@frozen
class GameLocation:
    """The place of a game: a folder, or a database and optionally a folder for files."""

    folder: Path | None
    database: Database | None = None

    @property
    def tables(self) -> Database:
        """The game's database, also in a folder."""
        return database_of(self.folder, self.database)

    @contextmanager
    def exclusive(self, work: str) -> Iterator[bool]:
        """Lock some work, even before the game exists; False if another process has the lock."""
        if self.folder is not None:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self.tables.exclusive(work) as alone:
            yield alone


class Games(Protocol):
    """The games of a server.

    Attributes:
        name: the name of the place in messages.
        engine: for queries of the whole database; each game has its store.
    """

    name: str

    @property
    def engine(self) -> Engine:
        """The engine of the server's own tables."""

    def keys(self) -> list[str]:
        """Return the keys of all games, sorted."""

    def open(self, key: str) -> GameStore:
        """Open a game's store; cheap from the second time on. Raises GameStoreError."""

    def location(self, key: str) -> GameLocation:
        """Return the place of a game, which need not exist."""

    def server_tables(self, tables: Tables) -> Database:
        """Open the server's own tables; create them if necessary."""

    def changes(self) -> AbstractContextManager[Changes]:
        """Notice changes by all processes; raises one of `changes.ERRORS`."""

    def lock(self) -> AbstractContextManager[None]:
        """Lock out other servers if only one can run; raises GameStoreError if one does."""

    def close(self) -> None:
        """Close all connections."""


def checked_key(key: str) -> str:
    """Return the key; raises HorizonsError if it is not valid."""
    if _KEY.fullmatch(key) is None:
        raise HorizonsError(
            f"{key!r} is not a valid game key",
            "use up to 48 lowercase letters, digits, '-' and '_', beginning with a letter or digit",
        )
    return key


def is_key(key: str) -> bool:
    """Return whether this is a valid key."""
    return _KEY.fullmatch(key) is not None


#: The folder of games in a host's folder.
GAMES_FOLDER = "games"
#: The file of the server's own tables, and the lock file of a running server.
SERVER_FILE, LOCK = "server.sqlite", ".server.lock"
#: Maximum numbers of games with open connections, of connections to each, and to the server's own
#: tables.
_CACHED_FILES, _CONNECTIONS, _OWN_CONNECTIONS = 64, 2, 8
#: Timeout for write access to the server's own tables.
PATIENCE_SECONDS = 20.0


def server_of(folder: Path) -> Path | None:
    """Return the folder of the server that has the game in `folder`, or None."""
    data = folder.absolute().parent.parent
    return (
        data
        if folder.absolute().parent.name == GAMES_FOLDER and (data / SERVER_FILE).is_file()
        else None
    )


class _PooledFile(SqliteDatabase):
    """A game's file with connections and statements that stay open for the next request.

    A check is repeated only after the file was written.
    """

    _checked: tuple[int, ...] | None = None

    def check(self, *, wholly: bool = True) -> None:
        """Raise GameStoreError unless the file is a valid game file."""
        fingerprint = _fingerprint(self.file)
        if wholly or fingerprint is None or fingerprint != self._checked:
            super().check(wholly=wholly)
            self._checked = fingerprint

    def close(self) -> None:
        """Do nothing: the connections belong to the server."""

    def give_up(self) -> None:
        """Close the connections."""
        super().close()


@define
class _CachedFile:
    """An open file, by its device and inode, as it may be replaced; `sound` after a full check."""

    number: tuple[int, int] | None
    database: _PooledFile
    sound: bool = False


class FolderGames:
    """The games below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = str(folder)
        self._own: SqliteDatabase | None = None
        self._files: OrderedDict[str, _CachedFile] = OrderedDict()
        self._guard = threading.Lock()

    @property
    def engine(self) -> Engine:
        """The engine of the server's own tables, which `own` opens."""
        if self._own is None:
            raise GameStoreError(f"'{self.name}' has no server tables", "create them first")
        return self._own.engine

    def keys(self) -> list[str]:
        """Return the keys of all games, sorted."""
        names = (file.parent.name for file in (self.folder / GAMES_FOLDER).glob(f"*/{DATABASE}"))
        return sorted(filter(is_key, names))

    def open(self, key: str) -> GameStore:
        """Open a game's store; its file is fully checked only once."""
        folder = self.folder / GAMES_FOLDER / checked_key(key)
        cached = self._cached(key, folder / DATABASE)
        store = GameStore(folder, cached.database, wholly=not cached.sound, called=key)
        cached.sound = True
        return store

    def _cached(self, key: str, file: Path) -> _CachedFile:
        file_id = _file_id(file)
        with self._guard:
            cached = self._files.get(key)
            if cached is None or file_id is None or cached.number != file_id:
                if cached is not None:
                    cached.database.give_up()
                cached = _CachedFile(file_id, _PooledFile(file, TABLES, connections=_CONNECTIONS))
                self._files[key] = cached
            self._files.move_to_end(key)
            while len(self._files) > _CACHED_FILES:
                self._files.popitem(last=False)[1].database.give_up()
            return cached

    def location(self, key: str) -> GameLocation:
        """Return the place of a game, which need not exist."""
        return GameLocation(self.folder / GAMES_FOLDER / checked_key(key))

    def server_tables(self, tables: Tables) -> Database:
        """Open the server's own tables, in a file next to the games; create them if necessary."""
        self.folder.mkdir(parents=True, exist_ok=True)
        database = SqliteDatabase(
            self.folder / SERVER_FILE, tables, PATIENCE_SECONDS, _OWN_CONNECTIONS, log=True
        )
        if not database.file.exists():
            database.create(lambda _: None)
        database.check()
        with database.writing():
            pass  # migrates them to the current schema
        self._own = database
        return database

    def changes(self) -> AbstractContextManager[Changes]:
        """Notice changes of the files."""
        return file_changes(
            self.folder / SERVER_FILE, lambda key: self.folder / GAMES_FOLDER / key / DATABASE
        )

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the folder against other servers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with hold_lock(self.folder / LOCK) as locked:
            if not locked:
                raise GameStoreError(
                    f"another server is running on '{self.name}'",
                    "stop it first; several servers can share the games of a PostgreSQL server",
                )
            yield

    def close(self) -> None:
        """Close all connections."""
        with self._guard:
            while self._files:
                self._files.popitem()[1].database.give_up()
        if self._own is not None:
            self._own.close()


def _fingerprint(file: Path) -> tuple[int, ...] | None:
    """Return values that change with a file, or None if it does not exist."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _file_id(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


#: Prefix of games' schemas, and the schema of the server's own tables.
PREFIX, SERVER_SCHEMA = "game_", "horizons"
#: The folder of games in the folder of files.
GAMES_SCHEMA = "games"
#: Number of games whose databases are cached.
_CACHED_SCHEMAS = 64


class ServerGames:
    """The games on a server; several processes may share them."""

    def __init__(self, location: str, files: Path | None = None) -> None:
        url = postgresql_server.url_of(location)
        self.name = postgresql_server.name_of(url)
        self._files = files
        self._engine = postgresql_server.engine_for(url)
        self._sound: set[str] = set()
        self._databases: OrderedDict[str, PostgresqlDatabase] = OrderedDict()
        self._guard = threading.Lock()
        try:
            postgresql_server.check(self._engine)
        except BaseException:
            self._engine.dispose()
            raise

    @property
    def engine(self) -> Engine:
        """The engine of the PostgreSQL server."""
        return self._engine

    def keys(self) -> list[str]:
        """Return the keys of all games, sorted."""
        with (
            translate_errors(self.name),
            postgresql_server.begin_transaction(self._engine, text("SELECT 1")) as (connection, _),
        ):
            schemas = inspect(connection).get_schema_names()
        keys = (name.removeprefix(PREFIX) for name in schemas if name.startswith(PREFIX))
        return sorted(filter(is_key, keys))

    def open(self, key: str) -> GameStore:
        """Open a game's store; its tables are checked only once."""
        place = self.location(key)
        wholly = key not in self._sound
        store = GameStore(place.folder, place.database, wholly=wholly, called=key)
        self._sound.add(key)
        return store

    def location(self, key: str) -> GameLocation:
        """Return the place of a game, which need not exist."""
        return GameLocation(self._folder(key), self._database(checked_key(key)))

    def _database(self, key: str) -> PostgresqlDatabase:
        """Return the cached database of a game."""
        with self._guard:
            database = self._databases.get(key)
            if database is None:
                schema, name = f"{PREFIX}{key}", f"{self.name}#{key}"
                database = PostgresqlDatabase(self._engine, schema, TABLES, name)
                self._databases[key] = database
            self._databases.move_to_end(key)
            while len(self._databases) > _CACHED_SCHEMAS:
                self._databases.popitem(last=False)
            return database

    def server_tables(self, tables: Tables) -> PostgresqlDatabase:
        """Open the server's own tables, in their own schema; create them if necessary."""
        database = PostgresqlDatabase(self._engine, SERVER_SCHEMA, tables, self.name)
        if not database.exists():
            database.create(lambda _: None)
        database.check()
        with database.writing():
            pass  # migrates them to the current schema
        return database

    def changes(self) -> AbstractContextManager[Changes]:
        """Notice changes that the server notifies of."""
        return notified_changes(self._engine.url, _key_of)

    def lock(self) -> AbstractContextManager[None]:
        """Do nothing: servers and workers share the games."""
        return nullcontext()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _folder(self, key: str) -> Path | None:
        if self._files is None:
            return None
        folder = self._files / GAMES_SCHEMA / checked_key(key)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder


def _key_of(schema: str) -> str | None:
    """Return the key of the game in a schema, or that of the server's own tables."""
    if schema == SERVER_SCHEMA:
        return SERVER_TABLES
    return schema.removeprefix(PREFIX) if schema.startswith(PREFIX) else None
