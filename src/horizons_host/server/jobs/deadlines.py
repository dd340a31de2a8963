"""Repeating jobs that run due turns, one for each running game.

A job checks whether a turn or a reminder is due. It runs again when the next one is, but at the
latest after `RUNNING_INTERVAL`, because the schedule can be changed on the command line. The game's
store makes sure that each turn runs once and each reminder is sent once.
"""

from __future__ import annotations

import logging
from contextlib import closing, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path

from sqlalchemy import and_, or_, select, update

from horizons_core.errors import HorizonsError
from horizons_host.clock import now, stamp
from horizons_host.deadlines.decisions import Run, decide
from horizons_host.deadlines.due import DueResult, run_due
from horizons_host.deadlines.state import has_stages, quick_facts
from horizons_host.games.backups import backup_alone
from horizons_host.server import tables
from horizons_host.server.games import archiving, directory
from horizons_host.server.jobs import delivery, push, queue
from horizons_host.server.jobs.queue import Job, NextRun
from horizons_host.server.monitoring import counters
from horizons_host.server.service import ServerDatabase, Service
from horizons_host.server.tables import in_future
from horizons_host.store import Deadlines, GameStore

_log = logging.getLogger(__name__)
DEADLINE_KIND = "deadlines"
#: Maximum delay of such a job; a later one was scheduled by a wrong clock.
_MAX_DELAY = timedelta(minutes=20)


def run_deadline_job(service: Service, job: Job) -> str | NextRun:
    """Run the game's turn if it is due, send reminders, and return when to check again."""
    with service.database.game(job.game) as store:
        begins = partial(queue.note_turn_running, service, job)
        outcome = run_due(store, service.clock, backup_alone, begins)
        over = _is_over(store, outcome)
        if over or outcome.ran is not None:
            archiving.update_after_change(service, job.game, store)
        if not over:
            push.queue_reminders(service, job.game, store)
    if outcome.ran is not None:
        counters.increment(service, counters.TURNS)
    if outcome.reminders:
        delivery.wake_delivery(service, job.game)
    for problem in outcome.problems:
        _log.error("%s: %s", job.game, problem)
    if over:
        return "the game is over"
    return NextRun(_next_check(service, outcome), _summary(outcome))


def _is_over(store: GameStore, outcome: DueResult) -> bool:
    ended = outcome.ran is not None and outcome.ran.turn.game.outcome is not None
    return ended or store.ending() is not None


def _next_check(service: Service, outcome: DueResult) -> str:
    """Return when to check again: at once after a turn, as another reminder may be due."""
    if outcome.ran is not None:
        return stamp(service.clock)
    soon = service.clock() + queue.RUNNING_INTERVAL
    return stamp(lambda: min(soon, outcome.until or soon))


def _summary(run: DueResult) -> str:
    ran = f"turn {run.ran.turn.game.turn} was run: {run.reason}" if run.ran else run.waits
    return "; ".join([ran, *run.problems])


def begin_deadline_job(service: Service, key: str) -> None:
    """Create the deadline job of a game that has started."""
    queue.begin_job(service, DEADLINE_KIND, key)


def wake_deadline_job(service: Service, key: str) -> None:
    """Check a game now, after a decision about its deadlines."""
    queue.wake_job(service, DEADLINE_KIND, key)


def wake_if_due(service: Service, key: str, store: GameStore) -> None:
    """Check a game now if the latest orders make its turn due."""
    with store.read_transaction():
        rules = [change for change in Deadlines(store).changes() if change.kind == "rule"]
        scheduled = bool(rules and rules[-1].facts)  # without a schedule nothing else is read
        decides = scheduled or has_stages(store)
        is_due = decides and isinstance(decide(quick_facts(store), service.clock()), Run)
    if is_due:
        wake_deadline_job(service, key)


def ensure_deadline_jobs(service: Service) -> None:
    """Make sure that each running game has its job, and that no wrong clock delays one.

    A game whose end was undone gets its job back, and so does one whose job has failed too often:
    it starts over.
    """
    jobs, games = tables.jobs.c, tables.games.c
    running = select(games.key).where(games.state == directory.RUNNING)
    known = select(jobs.game).where(jobs.kind == DEADLINE_KIND)
    stopped = jobs.state.in_([queue.DONE, queue.FAILED])
    late = and_(jobs.state == queue.READY, jobs.due_at > in_future(service.clock, _MAX_DELAY))
    stuck = and_(jobs.kind == DEADLINE_KIND, jobs.game.in_(running), or_(stopped, late))
    with service.database.reading() as connection:
        new = connection.execute(running.where(games.key.not_in(known))).scalars().all()
        any_stuck = connection.execute(select(jobs.id).where(stuck)).first() is not None
    for key in new:
        begin_deadline_job(service, key)
    if any_stuck:
        values = {"state": queue.READY, "due_at": stamp(service.clock), "attempts": 0}
        with service.database.writing() as connection:
            connection.execute(update(tables.jobs).where(stuck).values(values))


def deadline_job(service: Service, key: str) -> Job | None:
    """Return the deadline job of a game, or None before it has started."""
    return next(iter(queue.game_jobs(service, key, DEADLINE_KIND)), None)


def notify_of_orders(data: Path, store: GameStore) -> None:
    """Tell a server to look at its game now, if the orders that a command read make a turn due.

    `data` is the server's folder. If that fails the server looks within a minute anyway.
    """
    with suppress(HorizonsError), closing(ServerDatabase(data)) as database:
        wake_if_due(Service(database, clock=now), store.folder.absolute().name, store)
