"""The games of a host in a folder: each in a folder of its own, with its SQLite file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from sqlalchemy import Engine

from horizons_host.databases.engines import Database, Tables
from horizons_host.databases.errors import GameStoreError
from horizons_host.databases.locks import held
from horizons_host.databases.sqlite import SqliteDatabase
from horizons_host.hosting.games import Place, checked_key, is_key
from horizons_host.store import DATABASE, GameStore
from horizons_host.store.schema import TABLES

#: The folder of games in a host's folder.
GAMES = "games"
#: The file of the server's own tables, and the one that is locked while a server runs.
SERVER, LOCK = "server.sqlite", ".server.lock"
#: Of so many games the engines are kept.
_WARM = 64
#: How long a process of the server waits for another one that writes its own tables.
PATIENCE_SECONDS = 20.0


class FolderGames:
    """The games below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = str(folder)
        self._own: SqliteDatabase | None = None
        # What is kept of a game's engine are statements, which need not be compiled again.
        self._database = lru_cache(_WARM)(self._made)
        # Which file was looked through wholly: by its number, as another may take its place.
        self._sound: dict[str, tuple[int, int]] = {}

    @property
    def engine(self) -> Engine:
        """The engine on the server's own tables; they are opened by `own` first."""
        if self._own is None:
            raise GameStoreError(f"'{self.name}' has no tables of a server's", "open them first")
        return self._own.engine

    def keys(self) -> list[str]:
        """The keys of all games, sorted."""
        found = (file.parent.name for file in (self.folder / GAMES).glob(f"*/{DATABASE}"))
        return sorted(filter(is_key, found))

    def open(self, key: str) -> GameStore:
        """The store of a game; its file is looked through once."""
        folder = self.folder / GAMES / checked_key(key)
        number = _number(folder / DATABASE)
        wholly = number is None or self._sound.get(key) != number
        store = GameStore(folder, self._database(key), wholly=wholly)
        if number is not None:
            self._sound[key] = number
        return store

    def place(self, key: str) -> Place:
        """Where a game lies, or may be set up."""
        return Place(self.folder / GAMES / checked_key(key))

    def _made(self, key: str) -> SqliteDatabase:
        return SqliteDatabase(self.folder / GAMES / key / DATABASE, TABLES)

    def own(self, tables: Tables) -> Database:
        """The server's own tables, in a file beside the games; made if they are not there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        database = SqliteDatabase(self.folder / SERVER, tables, PATIENCE_SECONDS)
        if not database.file.exists():
            database.create(lambda _: None)
        database.check()
        with database.writing():
            pass  # they are those of today now
        self._own = database
        return database

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other servers away from the folder while this one runs."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with held(self.folder / LOCK) as ours:
            if not ours:
                raise GameStoreError(
                    f"another server is running on '{self.name}'",
                    "stop it first; several servers can share the games of a PostgreSQL server",
                )
            yield

    def close(self) -> None:
        """Give up all connections."""
        if self._own is not None:
            self._own.close()


def _number(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
