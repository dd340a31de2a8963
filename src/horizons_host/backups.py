"""Backups of a game: a copy of its file after each turn, the last few kept, and others by hand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.store import GameStore
from horizons_host.store.copies import not_there

#: The folder of backups in a game's folder.
BACKUPS = "backups"
#: So many of those that the program makes by itself are kept; those made by hand all are.
KEPT = 10
#: Why a backup was made, as it stands in its name.
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

    def told(self) -> dict[str, Any]:
        """The backup as plain data."""
        return {
            "number": self.number,
            "turn": self.turn,
            "reason": self.reason or "after the turn",
            "bytes": self.file.stat().st_size,
            "file": str(self.file),
        }


def backups(folder: Path) -> list[Backup]:
    """The backups in a game's folder, the earliest first. They are numbered, as clocks may err."""
    place = folder / BACKUPS
    named = ((_NAME.fullmatch(path.name), path) for path in place.glob("*.sqlite"))
    found = [
        Backup(int(name[1]), int(name[2]), name[3] or AFTER_TURN, path)
        for name, path in named
        if name is not None
    ]
    return sorted(found, key=lambda backup: backup.number)


def numbered(folder: Path, number: int) -> Backup | None:
    """The backup of this number in a game's folder; None if there is none."""
    return next((one for one in backups(folder) if one.number == number), None)


def back_up(store: GameStore, reason: str = BY_HAND) -> Path:
    """Make a backup in the game's folder; of those not made by hand the oldest go.

    Raises GameStoreError, OSError.
    """
    (store.folder / BACKUPS).mkdir(mode=0o700, exist_ok=True)
    turn = store.latest()
    for _ in range(_ATTEMPTS):  # others may make one at the same time
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
    why = f"-{reason}" if reason else ""
    return folder / BACKUPS / f"{number:04d}-turn-{turn:03d}{why}.sqlite"


def _prune(folder: Path) -> None:
    own = [backup for backup in backups(folder) if backup.reason != BY_HAND]
    for backup in own[:-KEPT]:
        backup.file.unlink(missing_ok=True)


def back_up_to(store: GameStore, file: Path) -> Path:
    """Make a backup in a file that is not there yet; raises GameStoreError, OSError."""
    try:
        store.copy_to(file)
    except FileExistsError as problem:
        raise HorizonsError(
            f"'{file}' already exists", LocalizedText("choose another name")
        ) from problem
    return file


def backup_named(folder: Path, name: str) -> Path:
    """The file of a backup, by its number in the game's folder or by its path.

    Raises GameStoreError if there is none.
    """
    found = numbered(folder, int(name)) if name.isascii() and name.isdigit() else None
    if found is not None:
        return found.file
    file = Path(name)
    if not file.is_file():
        raise not_there(file)
    return file
