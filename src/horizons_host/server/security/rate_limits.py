"""Rate limits, kept in the database against guessing and in memory for requests."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from datetime import timedelta

from attrs import define, field, frozen
from sqlalchemy import Connection, func, insert, select

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, stamp
from horizons_host.server import tables
from horizons_host.server.service import Service
from horizons_host.server.tables import in_past, key_hash

_MAX_INTERVAL = timedelta(days=1)
#: Number of attempts that are stored, over all accounts and places.
MAX_STORED = 200_000

#: Number of budgets in memory; the least recently seen client is forgotten first.
MAX_KNOWN = 20_000


class TooManyError(HorizonsError):
    """Too many attempts within a time window."""


@frozen
class Limit:
    """A maximum number of attempts within a time window."""

    maximum: int
    within: timedelta


#: Wrong passwords for one account from one place and in total, and for all accounts from one place.
WRONG_FOR_ACCOUNT = Limit(10, timedelta(minutes=15))
WRONG_FROM_EVERYWHERE = Limit(100, timedelta(minutes=15))
WRONG_FROM_PLACE = Limit(50, timedelta(minutes=15))
#: Emails to one address, requested from one place, and by one account.
MAILS_TO_ADDRESS = Limit(5, timedelta(hours=1))
MAILS_FROM_PLACE = Limit(20, timedelta(hours=1))
MAILS_BY_ACCOUNT = Limit(30, timedelta(hours=1))


def count_attempts(service: Service, *subjects: tuple[str, Limit]) -> Sequence[int]:
    """Count one attempt for each of these subjects and return the attempts' numbers.

    Raises TooManyError if one of them has reached its limit; then nothing is counted.
    """
    with service.database.writing() as connection:
        return count_attempts_within(service, connection, *subjects)


def count_attempts_within(
    service: Service, connection: Connection, *subjects: tuple[str, Limit]
) -> Sequence[int]:
    """Count attempts within a transaction, together with its other changes."""
    for subject, limit in subjects:
        _demand_below(service, connection, subject, limit)
    return count_unchecked_within(service, connection, *subjects)


def is_reached(service: Service, connection: Connection, subject: str, limit: Limit) -> bool:
    """Return whether the attempts on a subject have reached a limit."""
    since, table = in_past(service.clock, limit.within), tables.attempts
    statement = select(func.count()).where(table.c.what == key_hash(subject), table.c.at > since)
    return bool(connection.execute(statement).scalar_one() >= limit.maximum)


def _demand_below(service: Service, connection: Connection, subject: str, limit: Limit) -> None:
    if is_reached(service, connection, subject, limit):
        minutes = int(limit.within.total_seconds() // 60)
        raise TooManyError(
            LocalizedText("too many attempts"),
            LocalizedText("wait {minutes} minutes and try again", minutes=minutes),
        )


def count_unchecked_within(
    service: Service, connection: Connection, *subjects: tuple[str, Limit]
) -> Sequence[int]:
    """Count one attempt for each of these subjects, without checking the limits."""
    table = tables.attempts
    connection.execute(table.delete().where(table.c.at < in_past(service.clock, _MAX_INTERVAL)))
    numbers = [
        # Hashed: the subject may contain an email address, or a password entered in its place.
        connection.execute(
            insert(table)
            .values(what=key_hash(subject), at=stamp(service.clock))
            .returning(table.c.id)
        ).scalar_one()
        for subject, _ in subjects
    ]
    connection.execute(table.delete().where(table.c.id <= max(numbers) - MAX_STORED))
    return numbers


def uncount_attempts(service: Service, attempts: Sequence[int]) -> None:
    """Uncount attempts that turned out to be legitimate."""
    table = tables.attempts
    with service.database.writing() as connection:
        connection.execute(table.delete().where(table.c.id.in_(attempts)))


@frozen
class Rate:
    """A burst limit of requests, and a limit per second in the long run."""

    burst: float
    per_second: float


#: All requests.
REQUESTS = Rate(600, 10)
#: Changes and computations, such as checked orders and trial runs.
CHANGES = Rate(240, 4)
#: Opened streams.
STREAMS = Rate(300, 5)
#: Hashed passwords, right ones included: each takes as long as many other requests.
PASSWORDS = Rate(60, 0.5)


@define
class RateLimiter:
    """The remaining budgets of recently seen clients."""

    clock: Clock
    max_clients: int = MAX_KNOWN
    _left: OrderedDict[tuple[str, Rate], tuple[float, float]] = field(
        factory=OrderedDict, init=False
    )
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def demand(self, client: str, rate: Rate) -> None:
        """Take one request from a client's budget; raises TooManyError if it is empty."""
        now = self.clock().timestamp()
        with self._lock:
            left, last_seen = self._left.pop((client, rate), (rate.burst, now))
            # A clock that was set back neither adds to the budget nor reduces it.
            left = min(rate.burst, left + max(0.0, now - last_seen) * rate.per_second)
            self._left[client, rate] = (max(0.0, left - 1), now)
            while len(self._left) > self.max_clients:
                self._left.popitem(last=False)
        if left < 1:
            raise TooManyError(
                LocalizedText("too many requests"),
                LocalizedText("wait a minute and try again"),
            )

    @property
    def known(self) -> int:
        """Number of budgets in memory."""
        return len(self._left)
