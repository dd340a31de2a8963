"""Attempts that are counted, so that nobody guesses passwords or floods mailboxes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from attrs import frozen
from sqlalchemy import Connection, func, insert, select

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.keys import key_hash
from horizons_host.server.service import Service
from horizons_host.server.times import in_past


class TooManyError(HorizonsError):
    """More attempts than there may be in a while."""


@frozen
class Limit:
    """So many attempts in so long a time."""

    most: int
    within: timedelta


#: Wrong passwords for one account from one place and from everywhere, and from one place in all.
WRONG_FOR_ACCOUNT = Limit(10, timedelta(minutes=15))
WRONG_FROM_EVERYWHERE = Limit(100, timedelta(minutes=15))
WRONG_FROM_PLACE = Limit(50, timedelta(minutes=15))
#: Mails to one address, asked for from one place, and by one account.
MAILS_TO_ADDRESS = Limit(5, timedelta(hours=1))
MAILS_FROM_PLACE = Limit(20, timedelta(hours=1))
MAILS_BY_ACCOUNT = Limit(30, timedelta(hours=1))
_LONGEST = timedelta(days=1)
#: So many attempts are kept, whoever makes them.
MOST_KEPT = 200_000


def take(service: Service, *wanted: tuple[str, Limit]) -> Sequence[int]:
    """Count one attempt at each of these things; gives the attempts' numbers.

    Raises TooManyError if there were as many at one of them as there may be; then none is counted.
    """
    with service.database.writing() as connection:
        return take_within(service, connection, *wanted)


def take_within(
    service: Service, connection: Connection, *wanted: tuple[str, Limit]
) -> Sequence[int]:
    """The same, with what else is written in a transaction: all of it, or nothing."""
    for what, limit in wanted:
        _demand(service, connection, what, limit)
    return count_within(service, connection, *wanted)


def reached(service: Service, connection: Connection, what: str, limit: Limit) -> bool:
    """Whether there were as many attempts at something as there may be."""
    since, table = in_past(service.clock, limit.within), tables.attempts
    wanted = select(func.count()).where(table.c.what == key_hash(what), table.c.at > since)
    return bool(connection.execute(wanted).scalar_one() >= limit.most)


def _demand(service: Service, connection: Connection, what: str, limit: Limit) -> None:
    if reached(service, connection, what, limit):
        minutes = int(limit.within.total_seconds() // 60)
        raise TooManyError(
            LocalizedText("too many attempts"),
            LocalizedText("wait {minutes} minutes and try again", minutes=minutes),
        )


def count_within(
    service: Service, connection: Connection, *wanted: tuple[str, Limit]
) -> Sequence[int]:
    """Count one attempt at each of these things, however many there were."""
    table = tables.attempts
    connection.execute(table.delete().where(table.c.at < in_past(service.clock, _LONGEST)))
    numbers = [
        # A hash: what was tried may be a mail address, or a password that slipped into its place.
        connection.execute(
            insert(table).values(what=key_hash(what), at=stamp(service.clock)).returning(table.c.id)
        ).scalar_one()
        for what, _ in wanted
    ]
    connection.execute(table.delete().where(table.c.id <= max(numbers) - MOST_KEPT))
    return numbers


def give_back(service: Service, attempts: Sequence[int]) -> None:
    """Have attempts not be counted after all: they were no attempts to guess."""
    table = tables.attempts
    with service.database.writing() as connection:
        connection.execute(table.delete().where(table.c.id.in_(attempts)))
