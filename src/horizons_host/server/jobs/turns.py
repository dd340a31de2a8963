"""The jobs that run a turn, or try it out: asked for by the gamemaster, done by a worker."""

from __future__ import annotations

import json
from functools import partial

from horizons_core.errors import GameOverError
from horizons_host.dry_run import effects
from horizons_host.missing_orders import Intake, TurnWaitsError, demand_orders
from horizons_host.server.games import following
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import Job
from horizons_host.server.monitoring import counters
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import GameStore, TurnTakenError
from horizons_host.turn_files import backup_alone
from horizons_host.turns import play, run_and_store

KIND, TRIAL = "turn", "trial"


def ask(service: Service, key: str, by: Account | None = None, *, anyway: bool = False) -> Job:
    """Ask for the coming turn of a game to be run; while that is not done, twice is once.

    A turn that waits for somebody's orders is run only `anyway`. It is run if the account that
    asked (None: the server itself) is the game's gamemaster then.
    """
    return _asked(service, KIND, key, by, anyway=anyway)


def ask_trial(service: Service, key: str, by: Account | None = None) -> Job:
    """Ask what the coming turn would change for whom; nothing is stored of it but the answer."""
    return _asked(service, TRIAL, key, by, anyway=True)


def _asked(service: Service, kind: str, key: str, by: Account | None, *, anyway: bool) -> Job:
    with service.database.game(key) as store:
        turn = store.latest() + 1
    before = [job for job in queue.of_game(service, key, kind) if job.facts["turn"] == turn]
    if before and before[0].state in {queue.READY, queue.TAKEN}:
        return before[0]
    number = before[0].id if before else 0
    facts = {"turn": turn, "anyway": anyway, **queue.asked_by(by)}
    return queue.put(service, kind, key, f"{kind} {key} {turn} after {number}", facts)


def _demand(turn: int, intake: Intake, *, anyway: bool) -> None:
    if not anyway:
        demand_orders(turn, intake.awaited)


def do(service: Service, job: Job) -> str:
    """Run the turn of a job, unless it was run before; says what was done."""
    with service.database.game(job.game) as store:
        said = _run(service, store, int(job.facts["turn"]), anyway=bool(job.facts["anyway"]))
        following.follow(service, job.game, store)
    return said


def _run(service: Service, store: GameStore, turn: int, *, anyway: bool) -> str:
    if store.latest() >= turn:
        return f"turn {turn} was run before"
    try:
        announce = partial(_demand, anyway=anyway)
        played = run_and_store(store, clock=service.clock, announce=announce)
    except TurnTakenError:
        return f"turn {turn} was run by another"
    except TurnWaitsError as problem:
        return problem.message
    except GameOverError:
        return "the game is over"
    counters.add(service, counters.TURNS)
    return "; ".join([f"turn {turn} was run", *backup_alone(store, played)])


def do_trial(service: Service, job: Job) -> str:
    """Try the turn of a job out; says its effects in JSON."""
    with service.database.game(job.game) as store:
        return json.dumps(_effects(store, service))


def _effects(store: GameStore, service: Service) -> list[dict[str, object]]:
    try:
        played = play(store.snapshot(), clock=service.clock)
    except GameOverError:
        return []
    return [effect.told() for effect in effects(played)]
