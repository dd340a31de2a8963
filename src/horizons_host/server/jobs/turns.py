"""Jobs that a gamemaster requests to run a turn, try one, or check a rules version."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from horizons_core.errors import GameOverError, HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.games.backups import backup_alone
from horizons_host.games.forecasts import effects
from horizons_host.games.turns import play_turn, run_and_store
from horizons_host.games.upgrades import UpgradeCheck, check, format_versions, migrate
from horizons_host.seats.missing_orders import TurnOrders, TurnWaitsError, demand_orders
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import archiving
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.deadlines import wake_if_due
from horizons_host.server.jobs.queue import Job
from horizons_host.server.monitoring import counters
from horizons_host.server.service import Service
from horizons_host.store import GameStore, TurnTakenError

TURN_KIND, TRIAL_KIND = "turn", "trial"

VERSION_KIND = "version"
CHECK, MIGRATE = "check", "migrate"


def request_turn(
    service: Service, key: str, by: Account | None = None, *, anyway: bool = False
) -> Job:
    """Request the coming turn of a game; a request that is still pending is returned again.

    A turn that waits for orders is run only with `anyway`. It is run if the account that requested
    it (None: the server itself) is still the game's gamemaster then.
    """
    return _request_job(service, TURN_KIND, key, by, anyway=anyway)


def request_trial_run(service: Service, key: str, by: Account | None = None) -> Job:
    """Request a trial run, which stores nothing but the effects of the coming turn."""
    return _request_job(service, TRIAL_KIND, key, by, anyway=True)


def _request_job(service: Service, kind: str, key: str, by: Account | None, *, anyway: bool) -> Job:
    with service.database.game(key) as store:
        turn = store.latest() + 1
    before = [job for job in queue.game_jobs(service, key, kind) if job.facts["turn"] == turn]
    if before and before[0].state in {queue.READY, queue.TAKEN}:
        return before[0]
    number = before[0].id if before else 0
    facts = {"turn": turn, "anyway": anyway, **queue.requester_facts(by)}
    return queue.enqueue(service, kind, key, f"{kind} {key} {turn} after {number}", facts)


def _announce(service: Service, job: Job, turn: int, intake: TurnOrders) -> None:
    if not job.facts["anyway"]:
        demand_orders(turn, intake.awaited)
    queue.note_turn_running(service, job)


def run_turn_job(service: Service, job: Job) -> str:
    """Run the turn of a job, unless it was run before; return a message."""
    with service.database.game(job.game) as store:
        message = _run_turn(service, store, job)
        archiving.update_after_change(service, job.game, store)
        wake_if_due(service, job.game, store)  # the next turn may need no orders
    return message


def _run_turn(service: Service, store: GameStore, job: Job) -> str:
    turn = int(job.facts["turn"])
    if store.latest() >= turn:
        return f"turn {turn} was run before"
    try:
        announce = partial(_announce, service, job)
        turn_run = run_and_store(store, clock=service.clock, announce=announce)
    except TurnTakenError:
        return f"turn {turn} was run by another"
    except TurnWaitsError as problem:
        return problem.message
    except GameOverError:
        return "the game is over"
    counters.increment(service, counters.TURNS)
    return "; ".join([f"turn {turn} was run", *backup_alone(store, turn_run)])


def run_trial_job(service: Service, job: Job) -> str:
    """Make a trial run of the turn of a job and return its effects as JSON."""
    with service.database.game(job.game) as store:
        return json.dumps(_effects(store, service))


def _effects(store: GameStore, service: Service) -> list[dict[str, Any]]:
    try:
        trial = play_turn(store.snapshot(), clock=service.clock)
    except GameOverError:
        return []
    return [
        {**effect.to_dict(), "sentences": [sentence.to_dict() for sentence in effect.sentences]}
        for effect in effects(trial)
    ]


def trial_effects(job: Job) -> list[dict[str, Any]]:
    """Return the effects in the result of a trial run, with their sentences as texts."""
    if job.state != queue.DONE:
        return []
    return [
        {**effect, "sentences": [*map(LocalizedText.from_dict, effect.get("sentences", ()))]}
        for effect in json.loads(job.message)
    ]


def request_version_check(
    service: Service, key: str, action: str, by: Account | None = None, *, anyway: bool = False
) -> Job:
    """Request a check of all turns, or the migration of the game to the installed version.

    If turns differ it migrates only with `anyway`. A pending request is returned again.
    """
    before = queue.game_jobs(service, key, VERSION_KIND)
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
