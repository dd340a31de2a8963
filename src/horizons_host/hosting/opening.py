"""Opening of a server's games by their location."""

from __future__ import annotations

from pathlib import Path

from horizons_host.databases.servers import is_server
from horizons_host.hosting.folders import FolderGames
from horizons_host.hosting.games import Games


def open_games(location: str | Path, files: Path | None = None) -> Games:
    """Open games in a folder, or on a PostgreSQL server (`postgresql+psycopg://USER@HOST/DATABASE`).

    The folder has each game in `games/KEY`. For a PostgreSQL server, `files` is such a folder for
    backups, journals of mails and report files. Raises GameStoreError if the server cannot be used.
    """
    if is_server(location):
        from horizons_host.hosting.schemas import ServerGames

        return ServerGames(str(location), files)
    return FolderGames(Path(location))
