"""The job that reads orders and message replies from the server's mailbox.

One mailbox serves all games; the opening line, or the message being answered, names the game of
an email. The games' stores make sure that each email is read once.
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
from horizons_host.mail.imap import source_of
from horizons_host.mail.intake import MailReader
from horizons_host.mail.sending import MAX_WAIT_MINUTES
from horizons_host.mail.settings import MailSettings
from horizons_host.mail.sources import IncomingMail, MailFilter, Source
from horizons_host.server import tables
from horizons_host.server.games import directory
from horizons_host.server.jobs import deadlines, delivery, queue
from horizons_host.server.jobs.queue import Job, NextRun
from horizons_host.server.people.measures import banned_addresses, muted_seats
from horizons_host.server.service import Service
from horizons_host.server.tables import in_future, in_past
from horizons_host.store import GameMails, GameStore

_log = logging.getLogger(__name__)
MAILBOX_KIND = "mailbox"
#: Interval between checks of the mailbox; number of days of emails searched on a mail server.
MAILBOX_INTERVAL = timedelta(minutes=1)
_DAYS_SEARCHED = 60
#: How long the server itself remembers that an email was read, without asking any game. A game
#: restored from a backup reads the emails that it has lost again after that time.
_REMEMBERED = timedelta(hours=1)


def read_mailbox(service: Service, _: Job) -> NextRun:
    """Read the incoming emails, and send the answers."""
    due, settings = in_future(service.clock, MAILBOX_INTERVAL), service.settings.mail
    if settings is None or not settings.read:
        return NextRun(due, "nothing says where mails come in")
    try:
        return NextRun(due, f"{_read_new_mails(service, settings)} read")
    except (HorizonsError, OSError) as problem:
        # A game that cannot be opened holds up all emails: they may be for it.
        _log.error("the mailbox cannot be read: %s", problem)
        return NextRun(due, str(problem))


def ensure_mailbox_job(service: Service) -> None:
    """Make sure that the mailbox is checked, if there is one."""
    if service.settings.reads_mails:
        queue.begin_job(service, MAILBOX_KIND)


def _read_new_mails(service: Service, settings: MailSettings) -> int:
    ((kind, place),) = settings.read.items()
    source = source_of(kind, place, _DAYS_SEARCHED, service.clock)
    fresh = _unread_keys(service, source)
    if not fresh:
        return 0
    with ExitStack() as stack:
        stores = {key: stack.enter_context(service.database.game(key)) for key in _started(service)}
        if not stores:
            return 0
        intake = MailReader(
            stores.values(),
            settings.address,
            service.clock,
            settings.gamemaster,
            settings.authenticated_by,
            muted_seats(service),
            banned_addresses(service),
        )
        read = sum(1 for _ in intake.read(_Selection(source, fresh)))
        _wake_games(service, stores)
    _note_read(service, fresh)
    return read


def _started(service: Service) -> list[str]:
    """List the games that emails may be for, in the order of their start."""
    table = tables.games.c
    started = table.state.in_((directory.RUNNING, directory.ENDED))
    statement = select(table.key).where(started).order_by(table.started_at, table.key)
    with service.database.reading() as connection:
        return list(connection.execute(statement).scalars())


def _wake_games(service: Service, stores: Mapping[str, GameStore]) -> None:
    """Wake the games with an email that is ready to send, or a due turn."""
    time = stamp(service.clock)
    latest = in_future(service.clock, timedelta(minutes=MAX_WAIT_MINUTES))
    for key, store in stores.items():
        if GameMails(store).due(time, latest):
            delivery.wake_delivery(service, key)
        deadlines.wake_if_due(service, key, store)


@frozen
class _Selection:
    """Some of the emails of a source."""

    source: Source
    keys: Collection[str]

    def mails(self, is_wanted: MailFilter) -> Iterator[IncomingMail]:
        """Yield those of them that are wanted."""
        return self.source.mails(lambda key: key in self.keys and is_wanted(key))


def _unread_keys(service: Service, source: Source) -> set[str]:
    """Return the keys of the emails that are not remembered as read."""
    table, keys = tables.read_mails, set[str]()
    lately = table.c.at > in_past(service.clock, _REMEMBERED), table.c.at <= stamp(service.clock)
    with service.database.reading() as connection:
        known = set(connection.execute(select(table.c.key).where(*lately)).scalars())

    def collect(key: str) -> bool:
        keys.add(key)
        return False

    for _ in source.mails(collect):
        pass  # `collect` wants no email: only the keys are listed
    return keys - known


def _note_read(service: Service, keys: Collection[str]) -> None:
    table, time = tables.read_mails, stamp(service.clock)
    past = or_(table.c.at <= in_past(service.clock, _REMEMBERED), table.c.at > time)
    with service.database.writing() as connection:
        connection.execute(table.delete().where(past))
        known = set(connection.execute(select(table.c.key)).scalars())
        rows = [{"key": key, "at": time} for key in sorted(set(keys) - known)]
        if rows:
            connection.execute(insert(table), rows)
