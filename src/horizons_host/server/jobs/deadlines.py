"""The jobs that look after deadlines: one for each running game, done again and again.

Such a job looks whether a turn is due or somebody is to be reminded, and says itself when it is to
be done next: when that will be so, but soon (`recurring.EVERY`), as the rule can be changed on the
command line. That each turn is run once, and each reminder told once, the game's store sees to.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from sqlalchemy import and_, or_, select, update

from horizons_host.clock import stamp
from horizons_host.deadlines.decisions import Run, decide
from horizons_host.deadlines.due import Done, run_due
from horizons_host.deadlines.facts import quick_facts
from horizons_host.server import tables
from horizons_host.server.games import directory, following
from horizons_host.server.jobs import delivering, queue, recurring
from horizons_host.server.jobs.queue import Again, Job
from horizons_host.server.monitoring import counters
from horizons_host.server.service import Service
from horizons_host.server.times import in_future
from horizons_host.store import Deadlines, GameStore
from horizons_host.turn_files import backup_alone

_log = logging.getLogger(__name__)
KIND = "deadlines"
#: No such job is put off for longer; one that is due later was put there by a wrong clock.
_LONGEST = timedelta(minutes=20)


def do(service: Service, job: Job) -> str | Again:
    """Run the turn of a game that is due, and remind people; says when to look again."""
    with service.database.game(job.game) as store:
        done = run_due(store, service.clock, backup_alone)
        over = _over(store, done)
        if over or done.ran is not None:
            following.follow(service, job.game, store)
    if done.ran is not None:
        counters.add(service, counters.TURNS)
    if done.told:
        delivering.wake(service, job.game)
    for problem in done.problems:
        _log.error("%s: %s", job.game, problem)
    if over:
        return "the game is over"
    return Again(_next(service, done), _words(done))


def _over(store: GameStore, done: Done) -> bool:
    ended = done.ran is not None and done.ran.turn.game.outcome is not None
    return ended or store.ending() is not None


def _next(service: Service, done: Done) -> str:
    """When to look again. After a turn that is at once: another reminder may be due."""
    if done.ran is not None:
        return stamp(service.clock)
    soon = service.clock() + recurring.EVERY
    return stamp(lambda: min(soon, done.until or soon))


def _words(done: Done) -> str:
    ran = f"turn {done.ran.turn.game.turn} was run: {done.why}" if done.ran else done.waits
    return "; ".join([ran, *done.problems])


def begin(service: Service, key: str) -> None:
    """Have a game that has begun be looked after."""
    recurring.begin(service, KIND, key)


def wake(service: Service, key: str) -> None:
    """Have a game be looked at now: something was decided on its deadlines."""
    recurring.wake(service, KIND, key)


def wake_if_due(service: Service, key: str, store: GameStore) -> None:
    """Have a game be looked at now if the orders that came in last make its turn due."""
    rules = [one for one in Deadlines(store).changes() if one.kind == "rule"]
    kept = bool(rules and rules[-1].facts)  # without a rule there is nothing else to be read
    if kept and isinstance(decide(quick_facts(store), service.clock()), Run):
        wake(service, key)


def tend(service: Service) -> None:
    """See to it that each running game has its job, and that none waits by a clock that was wrong.

    A game that was begun anew by taking its last turn back has it again, and so has one whose job
    has failed too often: it is tried again from the start.
    """
    jobs, games = tables.jobs.c, tables.games.c
    running = select(games.key).where(games.state == directory.RUNNING)
    known = select(jobs.game).where(jobs.kind == KIND)
    stopped = jobs.state.in_([queue.DONE, queue.FAILED])
    late = and_(jobs.state == queue.READY, jobs.due_at > in_future(service.clock, _LONGEST))
    stuck = and_(jobs.kind == KIND, jobs.game.in_(running), or_(stopped, late))
    with service.database.reading() as connection:
        new = connection.execute(running.where(games.key.not_in(known))).scalars().all()
        some = connection.execute(select(jobs.id).where(stuck)).first() is not None
    for key in new:
        begin(service, key)
    if some:
        now = {"state": queue.READY, "due_at": stamp(service.clock), "attempts": 0}
        with service.database.writing() as connection:
            connection.execute(update(tables.jobs).where(stuck).values(now))


def of_game(service: Service, key: str) -> Job | None:
    """The job that looks after a game; None before it has begun."""
    return next(iter(queue.of_game(service, key, KIND)), None)
