"""Backups of a game, made and restored by its gamemaster, within limits."""

from __future__ import annotations

from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.backups import BY_HAND, back_up, backups, numbered
from horizons_host.restores import restore_over
from horizons_host.server.games import following
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: The most backups of a game made by hand: they are never deleted, and games share the disk.
MOST_BY_HAND = 20


def make_backup(store: GameStore) -> Path:
    """Make a backup; raises HorizonsError if there are too many, and what `back_up` raises."""
    manual = [backup for backup in backups(store.folder) if backup.reason == BY_HAND]
    if len(manual) >= MOST_BY_HAND:
        raise HorizonsError(
            LocalizedText(
                "this game already has {number} backups made by hand", number=MOST_BY_HAND
            ),
            LocalizedText("ask the administrator to delete some"),
        )
    return back_up(store)


def restore_backup(service: Service, key: str, store: GameStore, number: int) -> None:
    """Restore the backup of this number; all players are notified.

    Raises HorizonsError if it does not exist, and what `restore_over` raises.
    """
    backup = numbered(store.folder, number)
    if backup is None:
        raise HorizonsError(
            LocalizedText("backup not found"), LocalizedText("choose one from the list")
        )
    restore_over(store, backup.file, service.clock)
    following.update_after_change(service, key, store)
