"""Guests: accounts without name, address and password, to try lessons and games against bots.

A guest becomes an ordinary account by signing up. The others are deleted once they were not used
for some days.
"""

from __future__ import annotations

import re
import secrets
from datetime import timedelta

from sqlalchemy import func, insert, select

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import GUEST_SETTING, Account, account_from_row
from horizons_host.server.security import rate_limits
from horizons_host.server.security.rate_limits import Limit
from horizons_host.server.service import Service
from horizons_host.server.tables import in_past

#: The number of guests at a time, and of new ones from one place.
MAX_GUESTS, FROM_PLACE = 200, Limit(5, timedelta(hours=1))
#: Games that a guest begins.
GAMES_OF_GUEST = Limit(6, timedelta(days=1))
#: A guest who was not seen for this time is deleted.
LIFETIME = timedelta(days=7)
#: Guests deleted at a time.
_AT_ONCE = 5
#: The actions that guests may take on pages: lessons, games against bots, orders, an account.
_ALLOWED = re.compile(
    r"/learn/[^/]+(/play)?"
    r"|/games/[^/]+/(orders(/[^/]+)?|battle|diary/[0-9]+|leave)"
    r"|/sign-(up|in|out)|/links/.*|/forgotten|/language|/account/zone|/problem"
)


_NUMBER = (
    select(func.count())
    .select_from(tables.guests)
    .join(tables.accounts, tables.accounts.c.id == tables.guests.c.account)
    .where(tables.accounts.c.left_at.is_(None))
)


class GuestError(HorizonsError):
    """An action that needs an ordinary account, or a guest too many."""


def demand_allowed(account: Account | None, method: str, path: str) -> None:
    """Raise GuestError for an action that guests may not take."""
    changes = method not in {"GET", "HEAD", "OPTIONS"}
    if account is not None and account.is_guest and changes and not _ALLOWED.fullmatch(path):
        raise GuestError(
            LocalizedText("this needs an account"),
            LocalizedText("create one; your lessons and games stay yours"),
        )


def create_guest(service: Service, place: str) -> Account:
    """Create a guest for a visitor from a network address; raises GuestError, TooManyError."""
    name = f"Guest {secrets.token_hex(4)}"
    time = stamp(service.clock)
    with service.database.writing() as connection:
        if connection.execute(_NUMBER).scalar_one() >= MAX_GUESTS:
            raise GuestError(
                LocalizedText("there are too many guests right now"),
                LocalizedText("create an account, or try again tomorrow"),
            )
        rate_limits.count_attempts_within(service, connection, (f"guest from {place}", FROM_PLACE))
        values = {"name": name, "folded_name": folded(name), "mail": "", "made_at": time}
        statement = insert(tables.accounts).values(**values, settings={GUEST_SETTING: True})
        row = connection.execute(statement.returning(tables.accounts)).one()
        connection.execute(insert(tables.guests).values(account=row.id, made_at=time))
    return account_from_row(row)


def count_game(service: Service, account: Account) -> None:
    """Count a game that a guest begins; raises TooManyError."""
    if account.is_guest:
        rate_limits.count_attempts(service, (f"games of guest {account.id}", GAMES_OF_GUEST))


def stale_guests(service: Service) -> list[Account]:
    """List guests who were not seen for a while, a few at a time."""
    table, sessions, accounts = tables.guests, tables.sessions, tables.accounts
    since = in_past(service.clock, LIFETIME)
    seen = select(sessions.c.account).where(sessions.c.seen_at >= since)
    statement = (
        select(accounts)
        .join(table, table.c.account == accounts.c.id)
        .where(accounts.c.left_at.is_(None), table.c.made_at < since)
        .where(table.c.account.not_in(seen))
        .order_by(accounts.c.id)
        .limit(_AT_ONCE)
    )
    return [account_from_row(row) for row in service.database.select_rows(statement)]
