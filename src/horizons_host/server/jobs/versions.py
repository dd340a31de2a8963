"""The jobs of an upgrade: whether a game goes on the same by the version installed here."""

from __future__ import annotations

import json
from typing import Any

from horizons_core.errors import HorizonsError
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import Job
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import GameStore
from horizons_host.upgrades import Check, check, migrate, named

KIND = "version"
CHECK, MIGRATE = "check", "migrate"


def ask(
    service: Service, key: str, what: str, by: Account | None = None, *, anyway: bool = False
) -> Job:
    """Ask for a check of all turns, or for the game to go on by this version.

    Where turns come out otherwise it goes on only `anyway`. While one is not done, twice is once.
    """
    before = queue.of_game(service, key, KIND)
    if before and before[0].state in {queue.READY, queue.TAKEN}:
        return before[0]
    number = before[0].id if before else 0
    facts = {"what": what, "anyway": anyway, **queue.asked_by(by)}
    return queue.put(service, KIND, key, f"{KIND} {key} after {number}", facts)


def do(service: Service, job: Job) -> str:
    """Check the game of a job, and migrate it if that was asked; says what was found, in JSON."""
    with service.database.game(job.game) as store:
        found = check(store)
        refused = ""
        if job.facts["what"] == MIGRATE:
            refused = _migrated(service, store, found, anyway=bool(job.facts["anyway"]))
        return json.dumps({**_told(store, found), "refused": refused})


def _migrated(service: Service, store: GameStore, found: Check, *, anyway: bool) -> str:
    """Go on by this version; says why not, or ""."""
    if found.verdict.status != "same" and not anyway:
        return "turns would come out differently; nothing was changed"
    try:
        migrate(store, found, service.clock)
    except HorizonsError as problem:
        return problem.message
    return ""


def _told(store: GameStore, found: Check) -> dict[str, Any]:
    variant = store.plate().variant
    return {
        "turn": found.turn,
        "before": named(found.before, variant),
        "status": found.verdict.status,
        "says": str(found.verdict),
        "refusal": found.refusal,
    }
