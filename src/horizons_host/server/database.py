"""Where a server keeps its own tables and its games: a folder, or a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Executable, Row

from horizons_host.hosting import open_games
from horizons_host.hosting.games import Place
from horizons_host.server.tables import TABLES
from horizons_host.store import GameStore
from horizons_host.store.errors import damage_told


class Database:
    """The server's tables, and the stores of its games by their keys.

    They lie in the folder, or at the `address` of a PostgreSQL server; then the folder is for files
    beside them. Raises GameStoreError if the server cannot be used.
    """

    def __init__(self, folder: Path, address: str | None = None) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.games = open_games(address or folder, folder)
        self._own = self.games.own(TABLES)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that reads the server's tables."""
        with damage_told(self._own.name), self._own.reading() as connection:
            yield connection

    def look(self, statement: Executable, **given: Any) -> Sequence[Row[Any]]:
        """The rows of the server's tables that one statement finds, with these parameters."""
        with damage_told(self._own.name):
            return self._own.look(statement, given)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes them; what it reads first cannot change under it."""
        with damage_told(self._own.name), self._own.writing() as connection:
            yield connection

    def lock(self) -> AbstractContextManager[None]:
        """Keep other servers away from the folder; raises GameStoreError if there is one."""
        return self.games.lock()

    def place(self, key: str) -> Place:
        """Where a game lies, or will lie."""
        return self.games.place(key)

    def game(self, key: str) -> GameStore:
        """The store of a game that was started; raises GameStoreError."""
        return self.games.open(key)

    def close(self) -> None:
        """Give up all connections."""
        self.games.close()
