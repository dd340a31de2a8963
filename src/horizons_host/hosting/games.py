"""The interface to a server's games, in a folder or a database."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

from attrs import frozen
from sqlalchemy import Engine

from horizons_core.errors import HorizonsError
from horizons_host.databases.engines import Database, Tables
from horizons_host.store import GameStore
from horizons_host.store.opened import database_of

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

    def place(self, key: str) -> GameLocation:
        """Return the place of a game, which need not exist."""

    def server_tables(self, tables: Tables) -> Database:
        """Open the server's own tables; create them if necessary."""

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
    """Tell whether this is a valid key."""
    return _KEY.fullmatch(key) is not None
