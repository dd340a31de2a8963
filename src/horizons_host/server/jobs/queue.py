"""The queue of jobs. A job is taken with a lease; of a worker that died another takes it over."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from attrs import frozen
from sqlalchemy import ColumnElement, Connection, Row, and_, case, insert, or_, select, update

from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.server.times import in_future
from horizons_host.server.unavailable import without_places

READY, TAKEN, DONE, FAILED = "ready", "taken", "done", "failed"
#: For so long a worker holds a job, unless it says anew that it is at it.
LEASE = timedelta(seconds=30)
#: After so many attempts a job has failed; each further attempt comes later.
MOST_ATTEMPTS = 8
ENDED = "the worker stopped repeatedly during this job"
_FIRST_WAIT = timedelta(seconds=10)
#: The fact that says which account asked for a job as a gamemaster, and what a job says whose asker
#: is the gamemaster no more.
ASKED_BY = "asked_by"
NOT_ASKED = "not done: the person who requested it no longer runs the game"
#: The time of a job that was woken while it was being done: earlier than all others.
AT_ONCE = ""


@frozen
class Job:
    """Something to do for a game; `once` is its name, which no other job has."""

    id: int
    kind: str
    game: str
    once: str
    facts: Mapping[str, Any]
    state: str
    due_at: str
    attempts: int
    says: str


@frozen
class Again:
    """What a job says that is to be done again and again: when it is due next."""

    due_at: str
    says: str = ""


def asked_by(account: Account | None) -> dict[str, Any]:
    """The fact of a job that somebody asks for as a gamemaster; none of the server's own jobs."""
    return {} if account is None else {ASKED_BY: account.id}


def put(
    service: Service,
    kind: str,
    game: str,
    once: str,
    facts: Mapping[str, Any] | None = None,
    *,
    due_at: str | None = None,
) -> Job:
    """Put a job into the queue, unless one of its name is or was there; gives that one then."""
    with service.database.writing() as connection:
        return put_within(
            connection, kind, game, once, facts, due_at=due_at or stamp(service.clock)
        )


def put_within(
    connection: Connection,
    kind: str,
    game: str,
    once: str,
    facts: Mapping[str, Any] | None = None,
    *,
    due_at: str,
) -> Job:
    """The same within a transaction, so that a job comes with what it is for, or not at all."""
    table = tables.jobs
    row = connection.execute(select(table).where(table.c.once == once)).first()
    if row is None:
        row = connection.execute(
            insert(table)
            .values(
                kind=kind,
                game=game,
                once=once,
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
    return _job(row)


def _job(row: Row[Any]) -> Job:
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


def take(service: Service, holder: str, kinds: Collection[str] = ()) -> Job | None:
    """Take the job that has been due for longest, or one whose holder was not heard of again.

    With `kinds` it is a job of one of these.
    """
    table = tables.jobs
    time = stamp(service.clock)
    free = or_(
        and_(table.c.state == READY, table.c.due_at <= time),
        and_(table.c.state == TAKEN, table.c.held_until < time),
        # Nobody holds a job for so long: the clock was set back.
        and_(table.c.state == TAKEN, table.c.held_until > in_future(service.clock, 4 * LEASE)),
    )
    wanted = and_(free, table.c.kind.in_(kinds)) if kinds else free
    if not service.database.look(select(table.c.id).where(wanted).limit(1)):
        return None  # workers look twice a second: nothing is locked or written for that
    with service.database.writing() as connection:
        row = _first(connection, wanted)
        while row is not None and row.attempts >= MOST_ATTEMPTS:
            fails = update(table).where(table.c.id == row.id).values(state=FAILED, says=ENDED)
            connection.execute(fails)
            row = _first(connection, wanted)
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
    return _job(row)


def _first(connection: Connection, wanted: ColumnElement[bool]) -> Row[Any] | None:
    table = tables.jobs
    return connection.execute(
        select(table)
        .where(wanted)
        .order_by(table.c.due_at, table.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    ).first()


def hold(service: Service, job: Job, holder: str) -> bool:
    """Say that one is still at a job; False if another has it by now."""
    return _changed(service, job, holder, held_until=in_future(service.clock, LEASE))


def give_back(service: Service, holder: str) -> int:
    """Have all jobs that somebody held be done by others, who is gone for good; says how many."""
    table = tables.jobs
    held = and_(table.c.holder == holder, table.c.state == TAKEN)
    with service.database.writing() as connection:
        return connection.execute(update(table).where(held).values(state=READY)).rowcount


def finish(service: Service, job: Job, holder: str, says: str = "") -> bool:
    """Say that a job is done; False if another has it by now."""
    return _changed(service, job, holder, state=DONE, says=says)


def refuse(service: Service, job: Job, holder: str, says: str) -> bool:
    """Say that a job is not done, and why; it is not tried again."""
    return _changed(service, job, holder, state=FAILED, says=says)


def do_again(service: Service, job: Job, holder: str, again: Again) -> bool:
    """Put a job that was done back into the queue; False if another has it by now.

    One that was woken meanwhile is due at once.
    """
    woken = tables.jobs.c.due_at == AT_ONCE
    due = case((woken, stamp(service.clock)), else_=again.due_at)
    return _changed(service, job, holder, state=READY, due_at=due, attempts=0, says=again.says)


def put_off(service: Service, job: Job, holder: str, says: str) -> bool:
    """Say that a job could not be done; it is tried again later, and has failed in the end."""
    if job.attempts + 1 >= MOST_ATTEMPTS:
        return _changed(service, job, holder, state=FAILED, says=says)
    wait = _FIRST_WAIT * 2**job.attempts
    due = in_future(service.clock, wait)
    return _changed(service, job, holder, state=READY, due_at=due, says=says)


def _changed(service: Service, job: Job, holder: str, **values: Any) -> bool:
    if "says" in values:  # it is shown on pages
        values["says"] = without_places(values["says"])
    table = tables.jobs
    mine = and_(table.c.id == job.id, table.c.holder == holder, table.c.state == TAKEN)
    with service.database.writing() as connection:
        return connection.execute(update(table).where(mine).values(**values)).rowcount == 1


def of_game(service: Service, key: str, kind: str) -> list[Job]:
    """The jobs of a kind that a game has or had, the newest first."""
    table = tables.jobs
    wanted = (
        select(table)
        .where(table.c.game == key, table.c.kind == kind)
        .order_by(table.c.id.desc())
        .limit(20)
    )
    with service.database.reading() as connection:
        return [_job(row) for row in connection.execute(wanted)]
