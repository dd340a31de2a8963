"""The games of a host in a folder: each in a folder of its own, with its SQLite file."""

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
from horizons_host.databases.locks import held
from horizons_host.databases.sqlite import SqliteDatabase
from horizons_host.hosting.games import Place, checked_key, is_key
from horizons_host.store import DATABASE, GameStore
from horizons_host.store.schema import TABLES

#: The folder of games in a host's folder.
GAMES = "games"
#: The file of the server's own tables, and the one that is locked while a server runs.
SERVER, LOCK = "server.sqlite", ".server.lock"
#: Of so many games connections are kept open, and so many of each; of the server's own tables more.
_GAMES_KEPT, _CONNECTIONS, _OWN_CONNECTIONS = 64, 2, 8
#: How long a process of the server waits for another one that writes its own tables.
PATIENCE_SECONDS = 20.0


def server_of(folder: Path) -> Path | None:
    """The folder of the server in which a game lies, by the game's own; None if in no server's."""
    data = folder.absolute().parent.parent
    return data if folder.absolute().parent.name == GAMES and (data / SERVER).is_file() else None


class _KeptFile(SqliteDatabase):
    """A game's file whose connections are kept for the next request, and so are its statements.

    Whether it is sound is not asked again before it is written.
    """

    _checked: tuple[int, ...] | None = None

    def check(self, *, wholly: bool = True) -> None:
        """Raises GameStoreError unless the file is one of ours, and sound."""
        look = _look(self.file)
        if wholly or look is None or look != self._checked:
            super().check(wholly=wholly)
            self._checked = look

    def close(self) -> None:
        """Nothing: the connections are the host's."""

    def give_up(self) -> None:
        """Give up the connections."""
        super().close()


@define
class _Kept:
    """A file, by its number: another one may take its place. `sound` once it was looked through."""

    number: tuple[int, int] | None
    database: _KeptFile
    sound: bool = False


class FolderGames:
    """The games below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = str(folder)
        self._own: SqliteDatabase | None = None
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._guard = threading.Lock()

    @property
    def engine(self) -> Engine:
        """The engine on the server's own tables; they are opened by `own` first."""
        if self._own is None:
            raise GameStoreError(f"'{self.name}' has no server tables", "create them first")
        return self._own.engine

    def keys(self) -> list[str]:
        """The keys of all games, sorted."""
        found = (file.parent.name for file in (self.folder / GAMES).glob(f"*/{DATABASE}"))
        return sorted(filter(is_key, found))

    def open(self, key: str) -> GameStore:
        """The store of a game; its file is looked through once."""
        folder = self.folder / GAMES / checked_key(key)
        kept = self._keep(key, folder / DATABASE)
        store = GameStore(folder, kept.database, wholly=not kept.sound, called=key)
        kept.sound = True
        return store

    def _keep(self, key: str, file: Path) -> _Kept:
        number = _number(file)
        with self._guard:
            found = self._kept.get(key)
            if found is None or number is None or found.number != number:
                if found is not None:
                    found.database.give_up()
                found = _Kept(number, _KeptFile(file, TABLES, connections=_CONNECTIONS))
                self._kept[key] = found
            self._kept.move_to_end(key)
            while len(self._kept) > _GAMES_KEPT:
                self._kept.popitem(last=False)[1].database.give_up()
            return found

    def place(self, key: str) -> Place:
        """Where a game lies, or may be set up."""
        return Place(self.folder / GAMES / checked_key(key))

    def own(self, tables: Tables) -> Database:
        """The server's own tables, in a file beside the games; made if they are not there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        database = SqliteDatabase(
            self.folder / SERVER, tables, PATIENCE_SECONDS, _OWN_CONNECTIONS, log=True
        )
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
        with self._guard:
            while self._kept:
                self._kept.popitem()[1].database.give_up()
        if self._own is not None:
            self._own.close()


def _look(file: Path) -> tuple[int, ...] | None:
    """What changes with a file; None if it is not there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _number(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
