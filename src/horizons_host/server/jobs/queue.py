"""The queue of jobs, and recurring jobs, one per game.

A job is taken with a lease; another worker takes over when it expires. Recurring jobs check
whether there is work: outgoing notifications and emails wait in the game's own store, where a
command or another process may have put them. So each game is checked periodically, and at
once after a page or call of this server has changed something.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from attrs import frozen
from sqlalchemy import ColumnElement, Connection, Row, and_, case, insert, or_, select, update

from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory
from horizons_host.server.security.responses import without_locations
from horizons_host.server.service import Service
from horizons_host.server.tables import in_future

READY, TAKEN, DONE, FAILED = "ready", "taken", "done", "failed"
#: Lease of a worker on a job, unless it renews it.
LEASE = timedelta(seconds=30)
#: Number of attempts after which a job has failed; each further attempt waits longer.
MAX_ATTEMPTS = 8
STOPPED_TOO_OFTEN = "the worker stopped repeatedly during this job"
_FIRST_WAIT = timedelta(seconds=10)
#: Name of the fact with the gamemaster's account that requested a job, and the result of a job
#: whose requester is no longer the gamemaster.
REQUESTER = "asked_by"
NOT_REQUESTED = "not done: the person who requested it no longer runs the game"
#: Message of a job while it runs a turn, which takes longer than checking whether one is due.
TURN_RUNNING = "the turn is being run"
#: Due time of a job that was woken while it was running: earlier than all others.
AT_ONCE = ""

#: Intervals at which running games and ended games are checked.
RUNNING_INTERVAL = timedelta(seconds=60)
ENDED_INTERVAL = timedelta(hours=1)
#: A job that is due later was scheduled by a wrong clock.
_MAX_DELAY = 2 * ENDED_INTERVAL


@frozen
class Job:
    """A job for a game; `unique_name` is unique among all jobs."""

    id: int
    kind: str
    game: str
    unique_name: str
    facts: Mapping[str, Any]
    state: str
    due_at: str
    attempts: int
    message: str


@frozen
class NextRun:
    """Result of a recurring job: when it is due next."""

    due_at: str
    message: str = ""


def requester_facts(account: Account | None) -> dict[str, Any]:
    """Return the fact that names a job's requester; empty for the server's own jobs."""
    return {} if account is None else {REQUESTER: account.id}


def enqueue(
    service: Service,
    kind: str,
    game: str,
    unique_name: str,
    facts: Mapping[str, Any] | None = None,
    *,
    due_at: str | None = None,
) -> Job:
    """Put a job into the queue and return it, or the existing job of the same name."""
    with service.database.writing() as connection:
        return enqueue_within(
            connection, kind, game, unique_name, facts, due_at=due_at or stamp(service.clock)
        )


def enqueue_within(
    connection: Connection,
    kind: str,
    game: str,
    unique_name: str,
    facts: Mapping[str, Any] | None = None,
    *,
    due_at: str,
) -> Job:
    """Put a job into the queue within a transaction, together with the change it belongs to."""
    table = tables.jobs
    row = connection.execute(select(table).where(table.c.once == unique_name)).first()
    if row is None:
        row = connection.execute(
            insert(table)
            .values(
                kind=kind,
                game=game,
                once=unique_name,
                facts=dict(facts or {}),
                state=READY,
                due_at=due_at,
                holder="",
                held_until="",
                attempts=0,
                says="",
            )
            .returning(table)
        ).one()
    return _job_from_row(row)


def _job_from_row(row: Row[Any]) -> Job:
    return Job(
        row.id,
        row.kind,
        row.game,
        row.once,
        row.facts,
        row.state,
        row.due_at,
        row.attempts,
        row.says,
    )


def take_job(service: Service, holder: str, kinds: Collection[str] = ()) -> Job | None:
    """Take the job that has been due for longest, or one whose lease has expired.

    With `kinds`, take a job of one of these.
    """
    table = tables.jobs
    time = stamp(service.clock)
    free = or_(
        and_(table.c.state == READY, table.c.due_at <= time),
        and_(table.c.state == TAKEN, table.c.held_until < time),
        # No lease is that long: the clock was set back.
        and_(table.c.state == TAKEN, table.c.held_until > in_future(service.clock, 4 * LEASE)),
    )
    condition = and_(free, table.c.kind.in_(kinds)) if kinds else free
    if not service.database.select_rows(select(table.c.id).where(condition).limit(1)):
        return None  # workers poll twice a second: that must not lock or write anything
    with service.database.writing() as connection:
        row = _first_due(connection, condition)
        while row is not None and row.attempts >= MAX_ATTEMPTS:
            fails = (
                update(table)
                .where(table.c.id == row.id)
                .values(state=FAILED, says=STOPPED_TOO_OFTEN)
            )
            connection.execute(fails)
            row = _first_due(connection, condition)
        if row is None:
            return None
        connection.execute(
            update(table)
            .where(table.c.id == row.id)
            .values(
                state=TAKEN,
                holder=holder,
                held_until=in_future(service.clock, LEASE),
                attempts=row.attempts + 1,
            )
        )
    return _job_from_row(row)


def _first_due(connection: Connection, condition: ColumnElement[bool]) -> Row[Any] | None:
    table = tables.jobs
    return connection.execute(
        select(table)
        .where(condition)
        .order_by(table.c.due_at, table.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    ).first()


def renew_lease(service: Service, job: Job, holder: str) -> bool:
    """Renew the lease on a job; return False if another worker has it by now."""
    return _update_held(service, job, holder, held_until=in_future(service.clock, LEASE))


def note_turn_running(service: Service, job: Job) -> None:
    """Note that a job that was taken has begun to run a turn."""
    table = tables.jobs
    taken = and_(table.c.id == job.id, table.c.state == TAKEN)
    with service.database.writing() as connection:
        connection.execute(update(table).where(taken).values(says=TURN_RUNNING))


def release_jobs(service: Service, holder: str) -> int:
    """Release every job held by a dead worker and return their number."""
    table = tables.jobs
    held = and_(table.c.holder == holder, table.c.state == TAKEN)
    with service.database.writing() as connection:
        return connection.execute(update(table).where(held).values(state=READY)).rowcount


def finish_job(service: Service, job: Job, holder: str, message: str = "") -> bool:
    """Mark a job as done; return False if another worker has it by now."""
    return _update_held(service, job, holder, state=DONE, says=message)


def fail_job(service: Service, job: Job, holder: str, message: str) -> bool:
    """Mark a job as failed, with the reason; it is not retried."""
    return _update_held(service, job, holder, state=FAILED, says=message)


def reschedule(service: Service, job: Job, holder: str, next_run: NextRun) -> bool:
    """Put a recurring job back into the queue; return False if another worker has it by now.

    A job that was woken meanwhile is due at once.
    """
    woken = tables.jobs.c.due_at == AT_ONCE
    due = case((woken, stamp(service.clock)), else_=next_run.due_at)
    return _update_held(
        service, job, holder, state=READY, due_at=due, attempts=0, says=next_run.message
    )


def retry_later(service: Service, job: Job, holder: str, message: str) -> bool:
    """Reschedule a job that failed; after the last attempt it has failed for good."""
    if job.attempts + 1 >= MAX_ATTEMPTS:
        return _update_held(service, job, holder, state=FAILED, says=message)
    wait = _FIRST_WAIT * 2**job.attempts
    due = in_future(service.clock, wait)
    return _update_held(service, job, holder, state=READY, due_at=due, says=message)


def _update_held(service: Service, job: Job, holder: str, **values: Any) -> bool:
    if "says" in values:  # it is shown on pages
        values["says"] = without_locations(values["says"])
    table = tables.jobs
    held = and_(table.c.id == job.id, table.c.holder == holder, table.c.state == TAKEN)
    with service.database.writing() as connection:
        return connection.execute(update(table).where(held).values(**values)).rowcount == 1


def game_jobs(service: Service, key: str, kind: str) -> list[Job]:
    """List the latest jobs of a kind of a game, newest first."""
    table = tables.jobs
    statement = (
        select(table)
        .where(table.c.game == key, table.c.kind == kind)
        .order_by(table.c.id.desc())
        .limit(20)
    )
    with service.database.reading() as connection:
        return [_job_from_row(row) for row in connection.execute(statement)]


def after_interval(service: Service, job: Job, summary: str) -> NextRun:
    """Finish a job of a game for now; it runs again after the usual interval."""
    running = directory.find_game(service, job.game).state != directory.ENDED
    return NextRun(
        in_future(service.clock, RUNNING_INTERVAL if running else ENDED_INTERVAL), summary
    )


def continue_later(service: Service, summary: str) -> NextRun:
    """Finish a job for now; it has more to do, after the jobs that others wait for."""
    return NextRun(stamp(service.clock), summary)


def job_name(kind: str, key: str) -> str:
    """Return the unique name of a game's job of a kind."""
    return f"{kind} {key}".rstrip()


def begin_job(service: Service, kind: str, key: str = "") -> None:
    """Create a job, or restart it if it has failed; a waiting job keeps its due time."""
    table, time = tables.jobs, stamp(service.clock)
    with service.database.writing() as connection:
        enqueue_within(connection, kind, key, job_name(kind, key), due_at=time)
        connection.execute(
            update(table)
            .where(table.c.once == job_name(kind, key), _stopped(service))
            .values(state=READY, due_at=time, attempts=0)
        )


def _stopped(service: Service) -> ColumnElement[bool]:
    """Return the condition for a job that will not run again by itself."""
    table = tables.jobs.c
    late = and_(table.state == READY, table.due_at > in_future(service.clock, _MAX_DELAY))
    return or_(table.state.in_((DONE, FAILED)), late)


def wake_job(service: Service, kind: str, key: str) -> None:
    """Check a game now, even if its job is running at this moment."""
    table, time = tables.jobs, stamp(service.clock)
    running = table.c.state == TAKEN
    with service.database.writing() as connection:
        enqueue_within(connection, kind, key, job_name(kind, key), due_at=time)
        connection.execute(
            update(table)
            .where(table.c.once == job_name(kind, key))
            .values(
                state=case((running, TAKEN), else_=READY),
                due_at=case((running, AT_ONCE), else_=time),
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
