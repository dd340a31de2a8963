"""The games of a host, from the words for where they lie."""

from __future__ import annotations

from pathlib import Path

from horizons_host.databases.servers import is_server
from horizons_host.hosting.folders import FolderGames
from horizons_host.hosting.games import Games


def open_games(where: str | Path, files: Path | None = None) -> Games:
    """The games in a folder, or on a PostgreSQL server (`postgresql+psycopg://USER@HOST/DATABASE`).

    The games of a folder lie in `games/KEY` in it. What is not kept on a server (backups, journals
    of mails, files of reports) goes into `files`, likewise. Raises GameStoreError if the server
    cannot be used.
    """
    if is_server(where):
        from horizons_host.hosting.schemas import ServerGames

        return ServerGames(str(where), files)
    return FolderGames(Path(where))
