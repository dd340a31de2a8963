"""Where one game lies, as people write it: its folder, or a server's address with `#KEY`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_host.databases.servers import is_server
from horizons_host.hosting.games import Place
from horizons_host.store import DATABASE


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
            f"'{where.rpartition('@')[2]}' names no game of the server",
            "write its key behind: postgresql+psycopg://USER@HOST/DATABASE#KEY",
        )
    games = ServerGames(server, files)
    try:
        yield games.place(key)
    finally:
        games.close()
