"""The job that reads the server's mailbox: orders and answers to messages, for all its games.

One mailbox serves all games; an opening line, or the message that is answered, says for which one a
mail is. That each mail is read once the games' stores see to.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack
from datetime import timedelta

from attrs import frozen
from sqlalchemy import insert, or_, select

from horizons_core.errors import HorizonsError
from horizons_host.clock import stamp
from horizons_host.mail.intake import Intake
from horizons_host.mail.mailboxes import source_of
from horizons_host.mail.sending import LONGEST_WAIT_MINUTES
from horizons_host.mail.settings import Settings
from horizons_host.mail.sources import Incoming, Source, Wanted
from horizons_host.server import tables
from horizons_host.server.games import directory
from horizons_host.server.jobs import deadlines, delivering, recurring
from horizons_host.server.jobs.queue import Again, Job
from horizons_host.server.service import Service
from horizons_host.server.times import in_future, in_past
from horizons_host.store import GameStore, Post

_log = logging.getLogger(__name__)
KIND = "mailbox"
#: So often the mailbox is looked at; on a server the mails of so many days.
EVERY = timedelta(minutes=1)
_DAYS = 60
#: For so long it is remembered here, too, that a mail was read: no game is asked then. A game that
#: was restored from a backup reads anew what it no more knows of, after that time.
_REMEMBERED = timedelta(hours=1)


def do(service: Service, _: Job) -> Again:
    """Read what came in, and have the answers be sent."""
    due, settings = in_future(service.clock, EVERY), service.settings.mail
    if settings is None or not settings.read:
        return Again(due, "nothing says where mails come in")
    try:
        return Again(due, f"{_read(service, settings)} read")
    except (HorizonsError, OSError) as problem:
        # One game that cannot be asked holds up all mails: they may be for it.
        _log.error("the mailbox cannot be read: %s", problem)
        return Again(due, str(problem))


def tend(service: Service) -> None:
    """See to it that the mailbox is looked at, if there is one."""
    if service.settings.reads_mails:
        recurring.begin(service, KIND)


def _read(service: Service, settings: Settings) -> int:
    ((kind, place),) = settings.read.items()
    source = source_of(kind, place, _DAYS, service.clock)
    fresh = _fresh(service, source)
    if not fresh:
        return 0
    with ExitStack() as stack:
        stores = {key: stack.enter_context(service.database.game(key)) for key in _begun(service)}
        if not stores:
            return 0
        intake = Intake(
            stores.values(),
            settings.address,
            service.clock,
            settings.gamemaster,
            settings.authenticated_by,
        )
        read = sum(1 for _ in intake.read(_Some(source, fresh)))
        _wake(service, stores)
    _remember(service, fresh)
    return read


def _begun(service: Service) -> list[str]:
    """The games that mails may be for, in the order in which they were begun."""
    table = tables.games.c
    begun = table.state.in_((directory.RUNNING, directory.ENDED))
    wanted = select(table.key).where(begun).order_by(table.started_at, table.key)
    with service.database.reading() as connection:
        return list(connection.execute(wanted).scalars())


def _wake(service: Service, stores: Mapping[str, GameStore]) -> None:
    """Have those games be looked at where something waits to be sent now, or a turn is due."""
    time = stamp(service.clock)
    latest = in_future(service.clock, timedelta(minutes=LONGEST_WAIT_MINUTES))
    for key, store in stores.items():
        if Post(store).due(time, latest):
            delivering.wake(service, key)
        deadlines.wake_if_due(service, key, store)


@frozen
class _Some:
    """Some of the mails of a source."""

    source: Source
    keys: Collection[str]

    def mails(self, wanted: Wanted) -> Iterator[Incoming]:
        """Those of them that are wanted."""
        return self.source.mails(lambda key: key in self.keys and wanted(key))


def _fresh(service: Service, source: Source) -> set[str]:
    """The keys of the mails of which it is not remembered that they were read."""
    table, found = tables.read_mails, set[str]()
    lately = table.c.at > in_past(service.clock, _REMEMBERED), table.c.at <= stamp(service.clock)
    with service.database.reading() as connection:
        known = set(connection.execute(select(table.c.key).where(*lately)).scalars())

    def look(key: str) -> bool:
        found.add(key)
        return False

    for _ in source.mails(look):
        pass  # none is wanted: only the keys are looked at
    return found - known


def _remember(service: Service, keys: Collection[str]) -> None:
    table, time = tables.read_mails, stamp(service.clock)
    past = or_(table.c.at <= in_past(service.clock, _REMEMBERED), table.c.at > time)
    with service.database.writing() as connection:
        connection.execute(table.delete().where(past))
        known = set(connection.execute(select(table.c.key)).scalars())
        rows = [{"key": key, "at": time} for key in sorted(set(keys) - known)]
        if rows:
            connection.execute(insert(table), rows)
