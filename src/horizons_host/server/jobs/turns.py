"""Turn jobs: they run a turn, or a trial run, on the gamemaster's request."""

from __future__ import annotations

import json
from functools import partial

from horizons_core.errors import GameOverError
from horizons_host.dry_run import effects
from horizons_host.missing_orders import TurnOrders, TurnWaitsError, demand_orders
from horizons_host.server.games import following
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import Job
from horizons_host.server.monitoring import counters
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import GameStore, TurnTakenError
from horizons_host.turn_files import backup_alone
from horizons_host.turns import play_turn, run_and_store

TURN_KIND, TRIAL_KIND = "turn", "trial"


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
    before = [job for job in queue.jobs_of_game(service, key, kind) if job.facts["turn"] == turn]
    if before and before[0].state in {queue.READY, queue.TAKEN}:
        return before[0]
    number = before[0].id if before else 0
    facts = {"turn": turn, "anyway": anyway, **queue.requester_facts(by)}
    return queue.enqueue(service, kind, key, f"{kind} {key} {turn} after {number}", facts)


def _demand_orders(turn: int, intake: TurnOrders, *, anyway: bool) -> None:
    if not anyway:
        demand_orders(turn, intake.awaited)


def run_turn_job(service: Service, job: Job) -> str:
    """Run the turn of a job, unless it was run before; return a message."""
    with service.database.game(job.game) as store:
        message = _run_turn(
            service, store, int(job.facts["turn"]), anyway=bool(job.facts["anyway"])
        )
        following.update_after_change(service, job.game, store)
    return message


def _run_turn(service: Service, store: GameStore, turn: int, *, anyway: bool) -> str:
    if store.latest() >= turn:
        return f"turn {turn} was run before"
    try:
        announce = partial(_demand_orders, anyway=anyway)
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


def _effects(store: GameStore, service: Service) -> list[dict[str, object]]:
    try:
        trial = play_turn(store.snapshot(), clock=service.clock)
    except GameOverError:
        return []
    return [effect.to_dict() for effect in effects(trial)]
