"""Upgrade jobs: they check whether a game replays identically by the installed version."""

from __future__ import annotations

import json
from typing import Any

from horizons_core.errors import HorizonsError
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import Job
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import GameStore
from horizons_host.upgrades import UpgradeCheck, check, format_versions, migrate

VERSION_KIND = "version"
CHECK, MIGRATE = "check", "migrate"


def request_version_check(
    service: Service, key: str, action: str, by: Account | None = None, *, anyway: bool = False
) -> Job:
    """Request a check of all turns, or the migration of the game to the installed version.

    If turns differ it migrates only with `anyway`. A pending request is returned again.
    """
    before = queue.jobs_of_game(service, key, VERSION_KIND)
    if before and before[0].state in {queue.READY, queue.TAKEN}:
        return before[0]
    number = before[0].id if before else 0
    facts = {"what": action, "anyway": anyway, **queue.requester_facts(by)}
    return queue.enqueue(service, VERSION_KIND, key, f"{VERSION_KIND} {key} after {number}", facts)


def run_version_job(service: Service, job: Job) -> str:
    """Check the game of a job, migrate it if requested, and return the result as JSON."""
    with service.database.game(job.game) as store:
        result = check(store)
        refused = ""
        if job.facts["what"] == MIGRATE:
            refused = _migrate(service, store, result, anyway=bool(job.facts["anyway"]))
        return json.dumps({**_check_to_dict(store, result), "refused": refused})


def _migrate(service: Service, store: GameStore, result: UpgradeCheck, *, anyway: bool) -> str:
    """Migrate to the installed version; return the reason for not doing so, or ""."""
    if result.verdict.status != "same" and not anyway:
        return "turns would come out differently; nothing was changed"
    try:
        migrate(store, result, service.clock)
    except HorizonsError as problem:
        return problem.message
    return ""


def _check_to_dict(store: GameStore, result: UpgradeCheck) -> dict[str, Any]:
    variant = store.info().variant
    return {
        "turn": result.turn,
        "before": format_versions(result.before, variant),
        "status": result.verdict.status,
        "says": str(result.verdict),
        "refusal": result.refusal,
    }
