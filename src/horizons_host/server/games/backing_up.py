"""Backups of a game on the server: made and restored by its gamemaster, within bounds."""

from __future__ import annotations

from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.backups import BY_HAND, back_up, backups, numbered
from horizons_host.restores import restore_over
from horizons_host.server.games import following
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: So many backups of a game can be made by hand: they stay, on a disk that all games share.
MOST_BY_HAND = 20


def make(store: GameStore) -> Path:
    """Make a backup; raises HorizonsError if there are many, and what `back_up` raises."""
    made = [one for one in backups(store.folder) if one.reason == BY_HAND]
    if len(made) >= MOST_BY_HAND:
        raise HorizonsError(
            LocalizedText(
                "this game already has {number} backups made by hand", number=MOST_BY_HAND
            ),
            LocalizedText("ask the administrator to delete some"),
        )
    return back_up(store)


def restore(service: Service, key: str, store: GameStore, number: int) -> None:
    """Go on with a game as the backup of this number has it; all players are told.

    Raises HorizonsError if there is none, and what `restore_over` raises.
    """
    found = numbered(store.folder, number)
    if found is None:
        raise HorizonsError(
            LocalizedText("backup not found"), LocalizedText("choose one from the list")
        )
    restore_over(store, found.file, service.clock)
    following.follow(service, key, store)
