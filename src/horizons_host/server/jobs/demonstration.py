"""The job that lets bots play the games of a demonstration, a turn at a time."""

from __future__ import annotations

from datetime import timedelta

from horizons_core.errors import GameOverError
from horizons_host.games.turns import run_and_store
from horizons_host.seats.missing_orders import TurnOrders, TurnWaitsError
from horizons_host.server.games import archiving
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import Job, NextRun
from horizons_host.server.service import Service
from horizons_host.server.tables import in_future
from horizons_host.store import GameStore

DEMONSTRATION_KIND = "demonstration"
#: Interval of turns, and the last turn that is played.
INTERVAL = timedelta(seconds=30)
LAST_TURN = 100


def schedule_play(service: Service, key: str) -> None:
    """Let the bots of a game play on from now; calling it again changes nothing."""
    due = in_future(service.clock, INTERVAL)
    queue.enqueue(service, DEMONSTRATION_KIND, key, f"{DEMONSTRATION_KIND} {key}", due_at=due)


def play_turn_of_bots(service: Service, job: Job) -> str | NextRun:
    """Run the next turn of a game, unless it is over, old enough, or waits for people."""
    with service.database.game(job.game) as store:
        reason = _run_turn(service, store, job)
        archiving.update_after_change(service, job.game, store)
    return reason or NextRun(in_future(service.clock, INTERVAL))


def _run_turn(service: Service, store: GameStore, job: Job) -> str:
    def announce(_turn: int, _intake: TurnOrders) -> None:
        queue.note_turn_running(service, job)

    if store.latest() >= LAST_TURN:
        return "it has played long enough"
    try:
        run_and_store(store, clock=service.clock, announce=announce)
    except (GameOverError, TurnWaitsError) as problem:
        return problem.message
    return ""
