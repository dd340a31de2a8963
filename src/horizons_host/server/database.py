"""Storage of a server's tables and games: a folder, or a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Executable, Row

from horizons_host.hosting import open_games
from horizons_host.hosting.games import GameLocation
from horizons_host.server.tables import TABLES
from horizons_host.store import GameStore
from horizons_host.store.errors import report_damage


class ServerDatabase:
    """The server's tables, and the stores of its games by their keys.

    They are stored in the folder, or at the `address` of a PostgreSQL server; then the folder holds
    further files. Raises GameStoreError if the server cannot be used.
    """

    def __init__(self, folder: Path, address: str | None = None) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.games = open_games(address or folder, folder)
        self._own = self.games.server_tables(TABLES)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a transaction that reads the server's tables."""
        with report_damage(self._own.name), self._own.reading() as connection:
            yield connection

    def select_rows(self, statement: Executable, **parameters: Any) -> Sequence[Row[Any]]:
        """Return the rows that one statement selects from the server's tables."""
        with report_damage(self._own.name):
            return self._own.look(statement, parameters)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction that writes them; what it reads first cannot change under it."""
        with report_damage(self._own.name), self._own.writing() as connection:
            yield connection

    def lock(self) -> AbstractContextManager[None]:
        """Lock the folder against other servers; raises GameStoreError if one is running."""
        return self.games.lock()

    def place(self, key: str) -> GameLocation:
        """Return the location of a game, which may not exist yet."""
        return self.games.place(key)

    def game(self, key: str) -> GameStore:
        """Open the store of a game that was started; raises GameStoreError."""
        return self.games.open(key)

    def close(self) -> None:
        """Close all connections."""
        self.games.close()
