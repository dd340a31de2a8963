"""Games on a PostgreSQL server, each in its own schema."""

from __future__ import annotations

import threading
from collections import OrderedDict
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from sqlalchemy import Engine, inspect, text

from horizons_host.databases import servers
from horizons_host.databases.engines import Tables
from horizons_host.databases.postgresql import PostgresqlDatabase
from horizons_host.databases.postgresql_errors import translate_errors
from horizons_host.hosting.games import GameLocation, checked_key, is_key
from horizons_host.store import GameStore
from horizons_host.store.schema import TABLES

#: Prefix of games' schemas, and the schema of the server's own tables.
PREFIX, SERVER = "game_", "horizons"
#: The folder of games in the folder of files.
GAMES = "games"
#: Number of games whose databases are cached.
_CACHED_GAMES = 64


class ServerGames:
    """The games on a server; several processes may share them."""

    def __init__(self, location: str, files: Path | None = None) -> None:
        url = servers.url_of(location)
        self.name = servers.name_of(url)
        self._files = files
        self._engine = servers.engine_for(url)
        self._sound: set[str] = set()
        self._databases: OrderedDict[str, PostgresqlDatabase] = OrderedDict()
        self._guard = threading.Lock()
        try:
            servers.check(self._engine)
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
            servers.begin_transaction(self._engine, text("SELECT 1")) as (connection, _),
        ):
            schemas = inspect(connection).get_schema_names()
        keys = (name.removeprefix(PREFIX) for name in schemas if name.startswith(PREFIX))
        return sorted(filter(is_key, keys))

    def open(self, key: str) -> GameStore:
        """Open a game's store; its tables are checked only once."""
        place = self.place(key)
        wholly = key not in self._sound
        store = GameStore(place.folder, place.database, wholly=wholly, called=key)
        self._sound.add(key)
        return store

    def place(self, key: str) -> GameLocation:
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
            while len(self._databases) > _CACHED_GAMES:
                self._databases.popitem(last=False)
            return database

    def server_tables(self, tables: Tables) -> PostgresqlDatabase:
        """Open the server's own tables, in their own schema; create them if necessary."""
        database = PostgresqlDatabase(self._engine, SERVER, tables, self.name)
        if not database.exists():
            database.create(lambda _: None)
        database.check()
        with database.writing():
            pass  # migrates them to the current schema
        return database

    def lock(self) -> AbstractContextManager[None]:
        """Do nothing: servers and workers share the games."""
        return nullcontext()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _folder(self, key: str) -> Path | None:
        if self._files is None:
            return None
        folder = self._files / GAMES / checked_key(key)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder
