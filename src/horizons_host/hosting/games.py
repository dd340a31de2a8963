"""What the games of a host are, wherever they lie: by key, to be opened, made and counted."""

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

#: A key is a folder's name, a part of a schema's, and of an address of a page.
_KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,47}")


@frozen
class Place:
    """Where a game lies: in a folder, or in a database, with a folder for files if there is one."""

    folder: Path | None
    database: Database | None = None

    @property
    def tables(self) -> Database:
        """The database, also of a game in a folder."""
        return database_of(self.folder, self.database)

    @contextmanager
    def sole(self, work: str) -> Iterator[bool]:
        """A lock for some work, also before a game is there; False if another has it."""
        if self.folder is not None:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self.tables.sole(work) as alone:
            yield alone


class Games(Protocol):
    """The games of a host.

    Attributes:
        name: what messages call the place.
        engine: for what is asked of the database as a whole; a game is asked by its store.
    """

    name: str

    @property
    def engine(self) -> Engine:
        """The engine on the server's own tables."""

    def keys(self) -> list[str]:
        """The keys of all games, sorted."""

    def open(self, key: str) -> GameStore:
        """The store of a game; cheap from the second time on. Raises GameStoreError."""

    def place(self, key: str) -> Place:
        """Where a game lies, or may be set up."""

    def own(self, tables: Tables) -> Database:
        """The server's own tables, made if they are not there."""

    def lock(self) -> AbstractContextManager[None]:
        """Keep other servers away where only one can be; raises GameStoreError if one runs."""

    def close(self) -> None:
        """Give up all connections."""


def checked_key(key: str) -> str:
    """The key; raises HorizonsError if it is none."""
    if _KEY.fullmatch(key) is None:
        raise HorizonsError(
            f"{key!r} is not a valid game key",
            "use up to 48 lowercase letters, digits, '-' and '_', beginning with a letter or digit",
        )
    return key


def is_key(key: str) -> bool:
    """Whether this is a game's key."""
    return _KEY.fullmatch(key) is not None
