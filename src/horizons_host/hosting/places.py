"""Where one game lies, as people write it: its folder, or a server's address with `#KEY`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_host.databases.servers import is_server
from horizons_host.hosting.games import Place
from horizons_host.store import DATABASE, GameStore


@contextmanager
def place_of(where: str, files: Path | None = None) -> Iterator[Place]:
    """The place of a game; its connections end with the block.

    `files` is the folder for files of games on a server. Raises HorizonsError for what names no
    game, GameStoreError if a server cannot be used.
    """
    if not is_server(where):
        folder = Path(where).absolute()  # as it is written down in the other place
        yield Place(folder.parent if folder.name == DATABASE else folder)
        return
    from horizons_host.hosting.schemas import ServerGames

    server, _, key = where.partition("#")
    if not key:
        raise HorizonsError(
            f"'{where.rpartition('@')[2]}' does not name a game on the server",
            "add its key: postgresql+psycopg://USER@HOST/DATABASE#KEY",
        )
    games = ServerGames(server, files)
    try:
        yield games.place(key)
    finally:
        games.close()


@contextmanager
def game_at(where: str, files: Path | None = None) -> Iterator[GameStore]:
    """The store of a game, by its folder or its address on a server; closed after the block.

    Raises HorizonsError for what names no game, GameStoreError.
    """
    if not is_server(where):
        with GameStore(Path(where)) as store:
            yield store
        return
    with place_of(where, files) as place, GameStore(place.folder, place.database) as store:
        yield store


def folder_of(where: str, files: Path | None = None) -> Path:
    """The folder for the files of a game, though the game itself may be damaged or gone.

    Raises GameStoreError for a game on a server without a folder for files.
    """
    if not is_server(where):
        return Path(where)
    with game_at(where, files) as store:
        return store.folder
