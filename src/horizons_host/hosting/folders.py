"""Games in a server's folder, each with its SQLite file in its own folder."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import define
from sqlalchemy import Engine

from horizons_host.databases.engines import Database, Tables
from horizons_host.databases.errors import GameStoreError
from horizons_host.databases.locks import hold_lock
from horizons_host.databases.sqlite import SqliteDatabase
from horizons_host.hosting.games import GameLocation, checked_key, is_key
from horizons_host.store import DATABASE, GameStore
from horizons_host.store.schema import TABLES

#: The folder of games in a host's folder.
GAMES = "games"
#: The file of the server's own tables, and the lock file of a running server.
SERVER, LOCK = "server.sqlite", ".server.lock"
#: Games with open connections; open connections to each of them, and to the server's own tables.
_CACHED_GAMES, _CONNECTIONS, _OWN_CONNECTIONS = 64, 2, 8
#: Timeout for write access to the server's own tables.
PATIENCE_SECONDS = 20.0


def server_of(folder: Path) -> Path | None:
    """Return the folder of the server that has the game in `folder`, or None."""
    data = folder.absolute().parent.parent
    return data if folder.absolute().parent.name == GAMES and (data / SERVER).is_file() else None


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
        names = (file.parent.name for file in (self.folder / GAMES).glob(f"*/{DATABASE}"))
        return sorted(filter(is_key, names))

    def open(self, key: str) -> GameStore:
        """Open a game's store; its file is fully checked only once."""
        folder = self.folder / GAMES / checked_key(key)
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
            while len(self._files) > _CACHED_GAMES:
                self._files.popitem(last=False)[1].database.give_up()
            return cached

    def place(self, key: str) -> GameLocation:
        """Return the place of a game, which need not exist."""
        return GameLocation(self.folder / GAMES / checked_key(key))

    def server_tables(self, tables: Tables) -> Database:
        """Open the server's own tables, in a file next to the games; create them if necessary."""
        self.folder.mkdir(parents=True, exist_ok=True)
        database = SqliteDatabase(
            self.folder / SERVER, tables, PATIENCE_SECONDS, _OWN_CONNECTIONS, log=True
        )
        if not database.file.exists():
            database.create(lambda _: None)
        database.check()
        with database.writing():
            pass  # migrates them to the current schema
        self._own = database
        return database

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the folder against other servers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with hold_lock(self.folder / LOCK) as ours:
            if not ours:
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
