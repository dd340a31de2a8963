"""Backups of a game, and upgrades to another version of its rules."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.games.backups import BY_HAND, back_up, backups, numbered
from horizons_host.games.restores import restore_over
from horizons_host.games.upgrades import format_versions, pin, unpin
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import archiving
from horizons_host.server.jobs import queue, turns
from horizons_host.server.jobs.queue import Job
from horizons_host.server.service import Service
from horizons_host.store import GameStore, Upgrade, Upgrades

#: Maximum number of a game's manual backups: they are never deleted, and games share the disk.
MAX_BY_HAND = 20


def make_backup(store: GameStore) -> Path:
    """Make a backup; raises HorizonsError if there are too many, and what `back_up` raises."""
    manual = [backup for backup in backups(store.folder) if backup.reason == BY_HAND]
    if len(manual) >= MAX_BY_HAND:
        raise HorizonsError(
            LocalizedText(
                "this game already has {number} backups made by hand", number=MAX_BY_HAND
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
    archiving.update_after_change(service, key, store)


@frozen
class VersionStatus:
    """The rules version of the latest turn (`before`), and the decisions about versions.

    `pinned` is the version that the game is pinned to, or ""; `job` the latest check, and
    `check_result` its result once it is done.
    """

    before: str
    pinned: str
    decided: Sequence[Upgrade]
    job: Job | None
    check_result: Mapping[str, Any] | None


def version_status(service: Service, key: str) -> VersionStatus:
    """Return the state of a game's rules version."""
    with service.database.game(key) as store:
        latest, variant = store.stored(store.latest()), store.info().variant
        decided, pinned = Upgrades(store).decided(), store.snapshot().pinned
    jobs = queue.game_jobs(service, key, turns.VERSION_KIND)
    finished = jobs and jobs[0].state == queue.DONE
    return VersionStatus(
        before=format_versions(latest.versions, variant),
        pinned="" if pinned is None else format_versions(pinned, variant),
        decided=decided,
        job=jobs[0] if jobs else None,
        check_result=json.loads(jobs[0].message) if finished else None,
    )


def decide(
    service: Service, key: str, action: str, by: Account | None = None, *, anyway: bool = False
) -> None:
    """Check, migrate, pin or unpin; raises what these raise, HorizonsError for other actions."""
    if action in {turns.CHECK, turns.MIGRATE}:
        turns.request_version_check(service, key, action, by, anyway=anyway)
        return
    if action not in {"pin", "unpin"}:
        raise HorizonsError(
            LocalizedText("choose an action"),
            LocalizedText("use check, migrate, pin or unpin"),
        )
    with service.database.game(key) as store:
        (pin if action == "pin" else unpin)(store, service.clock)
