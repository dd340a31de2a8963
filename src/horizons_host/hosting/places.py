"""The location of one game: its folder, or a server's address with `#KEY`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_host.databases.servers import is_server
from horizons_host.hosting.games import GameLocation
from horizons_host.store import DATABASE, GameStore


@contextmanager
def place_of(location: str, files: Path | None = None) -> Iterator[GameLocation]:
    """Open the place of a game; its connections are closed after the block.

    `files` is the folder for files of games on a server. Raises HorizonsError if `location` names
    no game, GameStoreError if a server cannot be used.
    """
    if not is_server(location):
        folder = Path(location).absolute()  # the other place records it
        yield GameLocation(folder.parent if folder.name == DATABASE else folder)
        return
    from horizons_host.hosting.schemas import ServerGames

    server, _, key = location.partition("#")
    if not key:
        raise HorizonsError(
            f"'{location.rpartition('@')[2]}' does not name a game on the server",
            "add its key: postgresql+psycopg://USER@HOST/DATABASE#KEY",
        )
    games = ServerGames(server, files)
    try:
        yield games.place(key)
    finally:
        games.close()


@contextmanager
def game_at(location: str, files: Path | None = None) -> Iterator[GameStore]:
    """Open the store of a game, in a folder or on a server; closed after the block.

    Raises HorizonsError if `location` names no game, GameStoreError.
    """
    if not is_server(location):
        with GameStore(Path(location)) as store:
            yield store
        return
    with place_of(location, files) as place, GameStore(place.folder, place.database) as store:
        yield store


def folder_of(location: str, files: Path | None = None) -> Path:
    """Return the folder for a game's files, also if the game is damaged or missing.

    Raises GameStoreError for a game on a server without a folder for files.
    """
    if not is_server(location):
        return Path(location)
    with game_at(location, files) as store:
        return store.folder
