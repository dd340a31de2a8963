"""Backups of a game after each turn and on request, and backups of a server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.games.turns import CompletedTurn
from horizons_host.reports.files import write_reports
from horizons_host.store import DATABASE, GameStore
from horizons_host.store.copies import copy_database, missing_backup
from horizons_host.store.hosting import GAMES_FOLDER, SERVER_FILE, FolderGames

#: The folder of backups in a game's folder.
BACKUPS = "backups"
#: Number of automatic backups that are kept; those made by hand are never deleted.
KEPT = 10
#: Reasons for a backup, as its file name spells them.
AFTER_TURN, BY_HAND, BEFORE_RESTORE = "", "by-hand", "before-restore"
_NAME = re.compile(r"([0-9]{4,})-turn-([0-9]+)(?:-(by-hand|before-restore))?\.sqlite")
_ATTEMPTS = 20


@frozen
class Backup:
    """A backup in a game's folder: its running number, the turn it was made after, and why."""

    number: int
    turn: int
    reason: str
    file: Path

    def to_dict(self) -> dict[str, Any]:
        """The backup as plain data."""
        return {
            "number": self.number,
            "turn": self.turn,
            "reason": self.reason or "after the turn",
            "bytes": self.file.stat().st_size,
            "file": str(self.file),
        }


def backups(folder: Path) -> list[Backup]:
    """List the backups in a game's folder by their number, since clocks can be wrong."""
    place = folder / BACKUPS
    named = ((_NAME.fullmatch(path.name), path) for path in place.glob("*.sqlite"))
    numbered_backups = [
        Backup(int(name[1]), int(name[2]), name[3] or AFTER_TURN, path)
        for name, path in named
        if name is not None
    ]
    return sorted(numbered_backups, key=lambda backup: backup.number)


def numbered(folder: Path, number: int) -> Backup | None:
    """Return the backup with this number in a game's folder, or None."""
    return next((b for b in backups(folder) if b.number == number), None)


def back_up(store: GameStore, reason: str = BY_HAND) -> Path:
    """Make a backup in the game's folder and delete the oldest automatic ones.

    Raises GameStoreError, OSError.
    """
    (store.folder / BACKUPS).mkdir(mode=0o700, exist_ok=True)
    turn = store.latest()
    for _ in range(_ATTEMPTS):  # another process may take the same number
        file = _next_file(store.folder, turn, reason)
        try:
            store.copy_to(file)
        except FileExistsError:
            continue
        _prune(store.folder)
        return file
    raise HorizonsError("other processes kept making backups at the same time", "try again")


def _next_file(folder: Path, turn: int, reason: str) -> Path:
    number = max((backup.number for backup in backups(folder)), default=0) + 1
    suffix = f"-{reason}" if reason else ""
    return folder / BACKUPS / f"{number:04d}-turn-{turn:03d}{suffix}.sqlite"


def _prune(folder: Path) -> None:
    automatic = [backup for backup in backups(folder) if backup.reason != BY_HAND]
    for backup in automatic[:-KEPT]:
        backup.file.unlink(missing_ok=True)


def back_up_to(store: GameStore, file: Path) -> Path:
    """Make a backup in a new file; raises GameStoreError, OSError."""
    try:
        store.copy_to(file)
    except FileExistsError as problem:
        raise HorizonsError(
            f"'{file}' already exists", LocalizedText("choose another name")
        ) from problem
    return file


def backup_named(folder: Path, name: str) -> Path:
    """Return the file of a backup, given its number in the game's folder or its path.

    Raises GameStoreError if it does not exist.
    """
    backup = numbered(folder, int(name)) if name.isascii() and name.isdigit() else None
    if backup is not None:
        return backup.file
    file = Path(name)
    if not file.is_file():
        raise missing_backup(file)
    return file


def reports_and_backup(store: GameStore, played: CompletedTurn) -> tuple[str, ...]:
    """Write a turn's reports and a backup to the game's folder; return the problems."""
    if not store.has_folder:
        return ()
    turn, problems = played.turn, []
    try:
        write_reports(store.folder, turn.variant, turn.game.turn, played.reports)
    except OSError as problem:
        problems.append(f"{_prefix(played)} its reports could not be written: {problem}")
    return (*problems, *backup_alone(store, played))


def backup_alone(store: GameStore, played: CompletedTurn) -> tuple[str, ...]:
    """Make only the backup, if reports are rendered from the store on request."""
    if not store.has_folder:
        return ()
    try:
        back_up(store, AFTER_TURN)
    except (HorizonsError, OSError) as problem:
        return (f"{_prefix(played)} no backup could be made: {problem}",)
    return ()


def _prefix(played: CompletedTurn) -> str:
    return f"turn {played.turn.game.turn} was run and stored, but"


def back_up_server(data: Path, target: Path) -> list[str]:
    """Copy the files of a server's accounts and all its games, and return the games' keys.

    The server's own tables come first: later changes are only in games' files, where retried jobs
    find them. `target` is a new folder, in which a server can be started. Raises GameStoreError,
    HorizonsError, OSError.
    """
    if not (data / SERVER_FILE).is_file():
        raise HorizonsError(f"'{data}' is not a server's folder", "use the folder of --data")
    try:
        target.mkdir(mode=0o700)
    except FileExistsError as problem:
        raise HorizonsError(f"'{target}' already exists", "choose a new folder") from problem
    copy_database(data / SERVER_FILE, target / SERVER_FILE)
    keys = FolderGames(data).keys()
    for key in keys:
        folder = target / GAMES_FOLDER / key
        folder.mkdir(mode=0o700, parents=True)
        copy_database(data / GAMES_FOLDER / key / DATABASE, folder / DATABASE)
    return keys
