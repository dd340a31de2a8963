"""Sessions of browsers, and signing in with a password."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import (
    IS_BANNED,
    MEASURES,
    Account,
    AccountError,
    visitor_from_row,
)
from horizons_host.server.people import traces
from horizons_host.server.people.traces import Origin
from horizons_host.server.security import rate_limits
from horizons_host.server.service import Service
from horizons_host.server.tables import in_future, in_past, key_hash, new_key

#: Lifetime of a session that is not used.
LIFETIME = timedelta(days=30)
#: Resolution of the last-used timestamp.
_SEEN = timedelta(minutes=10)
_MAX_AGENT_LENGTH = 200


def begin_session(
    service: Service, account: Account, agent: str, origin: Origin | None = None
) -> str:
    """Begin a session and return its key, which is always a new one."""
    key = new_key()
    time = stamp(service.clock)
    with service.database.writing() as connection:
        connection.execute(tables.sessions.delete().where(tables.sessions.c.ends_at < time))
        connection.execute(
            insert(tables.sessions).values(
                key_hash=key_hash(key),
                account=account.id,
                agent=agent[:_MAX_AGENT_LENGTH],
                made_at=time,
                seen_at=time,
                ends_at=in_future(service.clock, LIFETIME),
            )
        )
        if origin is not None:
            traces.note_within(service, connection, account.id, origin)
    return key


_SESSION_OWNER = (
    select(tables.accounts, tables.sessions.c.seen_at, *MEASURES)
    .join(tables.accounts, tables.accounts.c.id == tables.sessions.c.account)
    .where(
        tables.sessions.c.key_hash == bindparam("key_hash"),
        tables.sessions.c.ends_at >= bindparam("now"),
        tables.accounts.c.left_at.is_(None),
    )
)


def session_owner(service: Service, key: str, origin: Origin | None = None) -> Account | None:
    """Return the account signed in with this key, or None."""
    rows = service.database.select_rows(
        _SESSION_OWNER, key_hash=key_hash(key), now=stamp(service.clock)
    )
    row = rows[0] if rows else None
    if row is None:
        return None
    if row.seen_at < in_past(service.clock, _SEEN):
        _touch(service, key, row.id, origin)
    return visitor_from_row(row)


def session_owners(service: Service, keys: Collection[str]) -> Mapping[str, int]:
    """Return the ids of the accounts signed in with these keys, except of banned people."""
    hashes, sessions = {key_hash(key): key for key in keys}, tables.sessions.c
    statement = (
        select(sessions.key_hash, sessions.account)
        .join(tables.accounts, tables.accounts.c.id == sessions.account)
        .where(
            sessions.key_hash.in_(hashes),
            sessions.ends_at >= stamp(service.clock),
            tables.accounts.c.left_at.is_(None),
            ~IS_BANNED,
        )
    )
    rows = service.database.select_rows(statement, now=stamp(service.clock))
    return {hashes[row.key_hash]: row.account for row in rows}


def _touch(service: Service, key: str, account: int, origin: Origin | None) -> None:
    with service.database.writing() as connection:
        connection.execute(
            update(tables.sessions)
            .where(tables.sessions.c.key_hash == key_hash(key))
            .values(seen_at=stamp(service.clock), ends_at=in_future(service.clock, LIFETIME))
        )
        if origin is not None:
            traces.note_within(service, connection, account, origin)


def end_session(service: Service, key: str) -> None:
    """End a session."""
    _end(service, tables.sessions.c.key_hash == key_hash(key))


def end_all_sessions(service: Service, account: Account) -> None:
    """End all sessions of an account."""
    _end(service, tables.sessions.c.account == account.id)


def _end(service: Service, condition: Any) -> None:
    with service.database.writing() as connection:
        connection.execute(tables.sessions.delete().where(condition))


def sign_in(service: Service, login: str, password: str, place: str) -> Account:
    """Return the account of this name or address if the password is right.

    Attempts count before they are checked, so that parallel guesses are not free. Raises
    TooManyError for too many on one name or address or from one place, and AccountError for a
    wrong password. An account that was guessed at by its name and by its address together is locked
    as well, reported as a wrong password: strangers must not learn that both belong together.
    """
    lookup = accounts.account_lookup(login)
    number = accounts.account_number(service, lookup)
    subject, origin = f"password of {lookup.text}", f"from {place}"
    account = f"password of no account, {lookup.text}"
    if number is not None:
        account = f"password of account {number}"
    limited = (
        (f"{account} {origin}", rate_limits.WRONG_FOR_ACCOUNT),
        (account, rate_limits.WRONG_FROM_EVERYWHERE),
    )
    with service.database.writing() as connection:
        attempts = rate_limits.count_attempts_within(
            service,
            connection,
            (f"{subject} {origin}", rate_limits.WRONG_FOR_ACCOUNT),
            (subject, rate_limits.WRONG_FROM_EVERYWHERE),
            (f"passwords {origin}", rate_limits.WRONG_FROM_PLACE),
        )
        locked = any(rate_limits.is_reached(service, connection, *limit) for limit in limited)
        attempts = [*attempts, *rate_limits.count_unchecked_within(service, connection, *limited)]
    signed_in = accounts.authenticated(service, login, password)
    if signed_in is None or locked:
        raise AccountError(
            LocalizedText("wrong name or password"),
            LocalizedText(
                "check that Caps Lock is off; after ten wrong passwords you have to wait 15 minutes"
            ),
        )
    rate_limits.uncount_attempts(service, attempts)
    return signed_in
