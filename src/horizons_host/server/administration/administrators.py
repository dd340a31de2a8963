"""Administrators of the server.

They are appointed on the server's machine, with `horizons account administrator`. Each use of their
rights looks whether the account is an administrator at that moment, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games.access import page_not_found
from horizons_host.server.service import Service

_PRESENT = (
    select(tables.accounts.c.id, tables.accounts.c.mail)
    .join(tables.administrators, tables.administrators.c.account == tables.accounts.c.id)
    .where(tables.accounts.c.left_at.is_(None))
)


def appoint(service: Service, account: Account) -> None:
    """Make an account an administrator; doing it again changes nothing."""
    with service.database.writing() as connection:
        if not is_administrator_within(connection, account):
            values = {"account": account.id, "at": stamp(service.clock)}
            connection.execute(insert(tables.administrators).values(**values))


def dismiss(service: Service, account: Account) -> None:
    """End an account's time as an administrator."""
    table = tables.administrators
    with service.database.writing() as connection:
        connection.execute(delete(table).where(table.c.account == account.id))


def is_administrator_within(connection: Connection, account: Account) -> bool:
    """Return whether an account is an administrator now."""
    statement = _PRESENT.where(tables.accounts.c.id == account.id)
    return connection.execute(statement).first() is not None


def is_administrator(service: Service, account: Account) -> bool:
    """Return whether an account is an administrator now."""
    with service.database.reading() as connection:
        return is_administrator_within(connection, account)


def demand_administrator_within(connection: Connection, account: Account | None) -> None:
    """Raise NoGameError, as for a missing page, unless the account is an administrator."""
    if account is None or not is_administrator_within(connection, account):
        raise page_not_found()


def administrator_mails(connection: Connection) -> Sequence[str]:
    """Return the email addresses of all administrators."""
    return [row.mail for row in connection.execute(_PRESENT)]
