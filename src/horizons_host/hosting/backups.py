"""Backup of a server's folder while the server runs."""

from __future__ import annotations

from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_host.hosting.folders import GAMES, SERVER, FolderGames
from horizons_host.store import DATABASE
from horizons_host.store.copies import copy_database


def back_up_server(data: Path, target: Path) -> list[str]:
    """Copy the files of a server's accounts and all its games, and return the games' keys.

    The server's own tables come first: later changes are only in games' files, where retried jobs
    find them. `target` is a new folder, in which a server can be started. Raises GameStoreError,
    HorizonsError, OSError.
    """
    if not (data / SERVER).is_file():
        raise HorizonsError(f"'{data}' is not a server's folder", "use the folder of --data")
    try:
        target.mkdir(mode=0o700)
    except FileExistsError as problem:
        raise HorizonsError(f"'{target}' already exists", "choose a new folder") from problem
    copy_database(data / SERVER, target / SERVER)
    keys = FolderGames(data).keys()
    for key in keys:
        folder = target / GAMES / key
        folder.mkdir(mode=0o700, parents=True)
        copy_database(data / GAMES / key / DATABASE, folder / DATABASE)
    return keys
