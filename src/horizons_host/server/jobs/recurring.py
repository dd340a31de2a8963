"""Jobs of which each game has one, done again and again: they look whether there is work.

What is to be sent for a game waits in the game's own store, where a command line or another process
may have put it. So each game is looked at now and then, and at once when a page or call of this
server has done something.
"""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import ColumnElement, and_, case, or_, select, update

from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.games import directory
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import Again, Job
from horizons_host.server.service import Service
from horizons_host.server.times import in_future

#: A game that goes on is looked at so often, one that has ended so often.
EVERY = timedelta(seconds=60)
EVERY_AFTER_THE_END = timedelta(hours=1)
#: What is due later than that was put there by a wrong clock.
_LONGEST = 2 * EVERY_AFTER_THE_END


def again(service: Service, job: Job, says: str) -> Again:
    """That a job of a game is done for now; the next look comes by itself."""
    goes_on = directory.find(service, job.game).state != directory.ENDED
    return Again(in_future(service.clock, EVERY if goes_on else EVERY_AFTER_THE_END), says)


def at_once(service: Service, says: str) -> Again:
    """That there is more to be done, after what others wait for."""
    return Again(stamp(service.clock), says)


def once(kind: str, key: str) -> str:
    """The name of a game's job of a kind."""
    return f"{kind} {key}".rstrip()


def begin(service: Service, kind: str, key: str = "") -> None:
    """Have a job be there, and tried anew if it has failed; one that waits goes on waiting."""
    table, time = tables.jobs, stamp(service.clock)
    with service.database.writing() as connection:
        queue.put_within(connection, kind, key, once(kind, key), due_at=time)
        connection.execute(
            update(table)
            .where(table.c.once == once(kind, key), _stopped(service))
            .values(state=queue.READY, due_at=time, attempts=0)
        )


def _stopped(service: Service) -> ColumnElement[bool]:
    """Whether a job does not go on by itself."""
    table = tables.jobs.c
    late = and_(table.state == queue.READY, table.due_at > in_future(service.clock, _LONGEST))
    return or_(table.state.in_((queue.DONE, queue.FAILED)), late)


def wake(service: Service, kind: str, key: str) -> None:
    """Have a game be looked at now, also if that is being done just now."""
    table, time = tables.jobs, stamp(service.clock)
    taken = table.c.state == queue.TAKEN
    with service.database.writing() as connection:
        queue.put_within(connection, kind, key, once(kind, key), due_at=time)
        connection.execute(
            update(table)
            .where(table.c.once == once(kind, key))
            .values(
                state=case((taken, queue.TAKEN), else_=queue.READY),
                due_at=case((taken, queue.AT_ONCE), else_=time),
            )
        )


def tend(service: Service, kind: str) -> None:
    """See to it that each game that was begun has its job, and that none has stopped for good."""
    jobs, games = tables.jobs.c, tables.games.c
    known = select(jobs.game).where(jobs.kind == kind)
    begun = games.state.in_((directory.RUNNING, directory.ENDED))
    new = select(games.key).where(begun, games.key.not_in(known))
    stopped = select(jobs.game).where(jobs.kind == kind, _stopped(service))
    with service.database.reading() as connection:
        keys = [key for wanted in (new, stopped) for key in connection.execute(wanted).scalars()]
    for key in keys:
        begin(service, kind, key)
