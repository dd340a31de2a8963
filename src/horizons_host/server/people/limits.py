"""Attempts that are counted, so that nobody guesses passwords or floods mailboxes."""

from __future__ import annotations

from datetime import timedelta

from attrs import frozen
from sqlalchemy import func, insert, select

from horizons_core.errors import HorizonsError
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.service import Service
from horizons_host.server.times import in_past


class TooManyError(HorizonsError):
    """More attempts than there may be in a while."""


@frozen
class Limit:
    """So many attempts in so long a time."""

    most: int
    within: timedelta


#: Wrong passwords for one account, and from one place.
WRONG_FOR_ACCOUNT = Limit(10, timedelta(minutes=15))
WRONG_FROM_PLACE = Limit(50, timedelta(minutes=15))
#: Mails to one address, and asked for from one place.
MAILS_TO_ADDRESS = Limit(5, timedelta(hours=1))
MAILS_FROM_PLACE = Limit(20, timedelta(hours=1))
_LONGEST = timedelta(days=1)


def demand(service: Service, what: str, limit: Limit) -> None:
    """Raises TooManyError if there were as many attempts at something as there may be."""
    since = in_past(service.clock, limit.within)
    table = tables.attempts
    wanted = select(func.count()).where(table.c.what == what, table.c.at > since)
    with service.database.reading() as connection:
        count = connection.execute(wanted).scalar_one()
    if count >= limit.most:
        minutes = int(limit.within.total_seconds() // 60)
        raise TooManyError("there were too many attempts", f"wait {minutes} minutes, and try again")


def count(service: Service, what: str) -> None:
    """Count one attempt at something."""
    table = tables.attempts
    with service.database.writing() as connection:
        connection.execute(table.delete().where(table.c.at < in_past(service.clock, _LONGEST)))
        connection.execute(insert(table).values(what=what, at=stamp(service.clock)))
