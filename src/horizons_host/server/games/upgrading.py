"""Upgrades of a game to another version of its rules: their state, and the decisions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.server.jobs import queue, versions
from horizons_host.server.jobs.queue import Job
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import Upgrade, Upgrades
from horizons_host.upgrades import format_versions, pin, unpin


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
    jobs = queue.jobs_of_game(service, key, versions.VERSION_KIND)
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
    if action in {versions.CHECK, versions.MIGRATE}:
        versions.request_version_check(service, key, action, by, anyway=anyway)
        return
    if action not in {"pin", "unpin"}:
        raise HorizonsError(
            LocalizedText("choose an action"),
            LocalizedText("use check, migrate, pin or unpin"),
        )
    with service.database.game(key) as store:
        (pin if action == "pin" else unpin)(store, service.clock)
