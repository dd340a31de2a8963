"""Sessions of browsers: each holds a key, and the server stores its hash."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.keys import key_hash, new_key
from horizons_host.server.people.accounts import Account, account_from_row
from horizons_host.server.service import Service
from horizons_host.server.times import in_future, in_past

#: Lifetime of a session that is not used.
LIFETIME = timedelta(days=30)
#: Resolution of the last-used timestamp.
_SEEN = timedelta(minutes=10)
_LONGEST_AGENT = 200


def begin_session(service: Service, account: Account, agent: str) -> str:
    """Begin a session and return its key, which is always a new one."""
    key = new_key()
    time = stamp(service.clock)
    with service.database.writing() as connection:
        connection.execute(tables.sessions.delete().where(tables.sessions.c.ends_at < time))
        connection.execute(
            insert(tables.sessions).values(
                key_hash=key_hash(key),
                account=account.id,
                agent=agent[:_LONGEST_AGENT],
                made_at=time,
                seen_at=time,
                ends_at=in_future(service.clock, LIFETIME),
            )
        )
    return key


_SESSION_OWNER = (
    select(tables.accounts, tables.sessions.c.seen_at)
    .join(tables.accounts, tables.accounts.c.id == tables.sessions.c.account)
    .where(
        tables.sessions.c.key_hash == bindparam("key_hash"),
        tables.sessions.c.ends_at >= bindparam("now"),
        tables.accounts.c.left_at.is_(None),
    )
)


def session_owner(service: Service, key: str) -> Account | None:
    """Return the account signed in with this key, or None."""
    rows = service.database.select_rows(
        _SESSION_OWNER, key_hash=key_hash(key), now=stamp(service.clock)
    )
    row = rows[0] if rows else None
    if row is None:
        return None
    if row.seen_at < in_past(service.clock, _SEEN):
        _touch(service, key)
    return account_from_row(row)


def _touch(service: Service, key: str) -> None:
    with service.database.writing() as connection:
        connection.execute(
            update(tables.sessions)
            .where(tables.sessions.c.key_hash == key_hash(key))
            .values(seen_at=stamp(service.clock), ends_at=in_future(service.clock, LIFETIME))
        )


def end_session(service: Service, key: str) -> None:
    """End a session."""
    _end(service, tables.sessions.c.key_hash == key_hash(key))


def end_all_sessions(service: Service, account: Account) -> None:
    """End all sessions of an account."""
    _end(service, tables.sessions.c.account == account.id)


def _end(service: Service, condition: Any) -> None:
    with service.database.writing() as connection:
        connection.execute(tables.sessions.delete().where(condition))
