"""Recurring jobs, one per game: they check whether there is work.

Outgoing notifications and mails wait in the game's own store, where a command or another process
may have put them. So each game is checked periodically, and at once after a page or call of this
server has changed something.
"""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import ColumnElement, and_, case, or_, select, update

from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.games import directory
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import Job, NextRun
from horizons_host.server.service import Service
from horizons_host.server.times import in_future

#: How often a running game is checked, and an ended one.
RUNNING_INTERVAL = timedelta(seconds=60)
ENDED_INTERVAL = timedelta(hours=1)
#: A job that is due later was scheduled by a wrong clock.
_LONGEST_DELAY = 2 * ENDED_INTERVAL


def after_interval(service: Service, job: Job, summary: str) -> NextRun:
    """Finish a job of a game for now; it runs again after the usual interval."""
    running = directory.find_game(service, job.game).state != directory.ENDED
    return NextRun(
        in_future(service.clock, RUNNING_INTERVAL if running else ENDED_INTERVAL), summary
    )


def without_delay(service: Service, summary: str) -> NextRun:
    """Finish a job for now; it has more to do, after the jobs that others wait for."""
    return NextRun(stamp(service.clock), summary)


def job_name(kind: str, key: str) -> str:
    """Return the unique name of a game's job of a kind."""
    return f"{kind} {key}".rstrip()


def begin_job(service: Service, kind: str, key: str = "") -> None:
    """Create a job, or restart it if it has failed; a waiting job keeps its due time."""
    table, time = tables.jobs, stamp(service.clock)
    with service.database.writing() as connection:
        queue.enqueue_within(connection, kind, key, job_name(kind, key), due_at=time)
        connection.execute(
            update(table)
            .where(table.c.once == job_name(kind, key), _stopped(service))
            .values(state=queue.READY, due_at=time, attempts=0)
        )


def _stopped(service: Service) -> ColumnElement[bool]:
    """Return the condition for a job that will not run again by itself."""
    table = tables.jobs.c
    late = and_(table.state == queue.READY, table.due_at > in_future(service.clock, _LONGEST_DELAY))
    return or_(table.state.in_((queue.DONE, queue.FAILED)), late)


def wake_job(service: Service, kind: str, key: str) -> None:
    """Check a game now, even if its job is running at this moment."""
    table, time = tables.jobs, stamp(service.clock)
    running = table.c.state == queue.TAKEN
    with service.database.writing() as connection:
        queue.enqueue_within(connection, kind, key, job_name(kind, key), due_at=time)
        connection.execute(
            update(table)
            .where(table.c.once == job_name(kind, key))
            .values(
                state=case((running, queue.TAKEN), else_=queue.READY),
                due_at=case((running, queue.AT_ONCE), else_=time),
            )
        )


def ensure_jobs(service: Service, kind: str) -> None:
    """Make sure that each started game has its job, and that none has stopped for good."""
    jobs, games = tables.jobs.c, tables.games.c
    known = select(jobs.game).where(jobs.kind == kind)
    started = games.state.in_((directory.RUNNING, directory.ENDED))
    new = select(games.key).where(started, games.key.not_in(known))
    stopped = select(jobs.game).where(jobs.kind == kind, _stopped(service))
    with service.database.reading() as connection:
        keys = [key for query in (new, stopped) for key in connection.execute(query).scalars()]
    for key in keys:
        begin_job(service, kind, key)
