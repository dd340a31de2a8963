"""The location of one game, or of all games of a server, and opening them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_host.store import DATABASE, GameStore
from horizons_host.store.hosting import FolderGames, GameLocation, Games
from horizons_host.store.postgresql_server import is_server


def open_games(location: str | Path, files: Path | None = None) -> Games:
    """Open games in a folder, or on a PostgreSQL server (`postgresql+psycopg://USER@HOST/DATABASE`).

    The folder has each game in `games/KEY`. For a PostgreSQL server, `files` is such a folder for
    backups, journals of emails and report files. Raises GameStoreError if the server cannot be
    used.
    """
    if is_server(location):
        from horizons_host.store.hosting import ServerGames

        return ServerGames(str(location), files)
    return FolderGames(Path(location))


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
    from horizons_host.store.hosting import ServerGames

    server, _, key = location.partition("#")
    if not key:
        raise HorizonsError(
            f"'{location.rpartition('@')[2]}' does not name a game on the server",
            "add its key: postgresql+psycopg://USER@HOST/DATABASE#KEY",
        )
    games = ServerGames(server, files)
    try:
        yield games.location(key)
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
