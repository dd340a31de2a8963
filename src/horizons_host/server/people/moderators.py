"""Moderators of the server, and the log of what they do.

The server's administrator appoints them on its machine. Each use of their powers looks whether the
account is a moderator at that moment, in the transaction that makes the change.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from sqlalchemy import Connection, delete, insert, select

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.messages.posting import clean
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games.access import page_not_found
from horizons_host.server.service import Service

#: Number of entries of the log that are shown.
_SHOWN = 100


class ModerationError(HorizonsError):
    """A complaint, measure or appeal that is not possible."""


@frozen
class LogEntry:
    """An act of a moderator: who did what, about whom, and in which words."""

    at: str
    by: str
    about: str
    kind: str
    words: str


def checked_words(text: str, most: int) -> str:
    """Return a text without invisible characters; raises ModerationError, MessageError."""
    words = clean(text)
    if len(words) > most:
        raise ModerationError(
            LocalizedText("this text is too long"),
            LocalizedText("write at most {most:,} characters", most=most),
        )
    return words


def appoint(service: Service, account: Account) -> None:
    """Make an account a moderator; doing it again changes nothing."""
    with service.database.writing() as connection:
        if not is_moderator_within(connection, account.id):
            values = {"account": account.id, "at": stamp(service.clock)}
            connection.execute(insert(tables.moderators).values(**values))


def dismiss(service: Service, account: Account) -> None:
    """End an account's time as a moderator."""
    table = tables.moderators
    with service.database.writing() as connection:
        connection.execute(delete(table).where(table.c.account == account.id))


def is_moderator_within(connection: Connection, account: int) -> bool:
    """Return whether an account is a moderator now."""
    table = tables.moderators.c
    return connection.execute(_MODERATORS.where(table.account == account)).first() is not None


_MODERATORS = (
    select(tables.moderators.c.account)
    .join(tables.accounts, tables.accounts.c.id == tables.moderators.c.account)
    .where(tables.accounts.c.left_at.is_(None))
)


def is_moderator(service: Service, account: Account) -> bool:
    """Return whether an account is a moderator now."""
    with service.database.reading() as connection:
        return is_moderator_within(connection, account.id)


def has_moderators(service: Service) -> bool:
    """Return whether the server has moderators."""
    return bool(service.database.select_rows(_MODERATORS.limit(1)))


def demand_moderator_within(connection: Connection, account: Account | None) -> Account:
    """Return the account; raises NoGameError, as for a missing page, unless it is a moderator."""
    if account is None or not is_moderator_within(connection, account.id):
        raise page_not_found()
    return account


def log_within(
    service: Service, connection: Connection, by: Account, about: int, kind: str, words: str
) -> None:
    """Log an act of a moderator, in its transaction."""
    values = {"at": stamp(service.clock), "by": by.id, "about": about, "kind": kind, "words": words}
    connection.execute(insert(tables.moderation_log).values(**values))


def log_entries(connection: Connection) -> Sequence[LogEntry]:
    """List the latest acts of moderators, newest first."""
    table, by, about = tables.moderation_log.c, tables.accounts.alias(), tables.accounts.alias()
    statement = (
        select(table.at, by.c.name, about.c.name, table.kind, table.words)
        .select_from(
            tables.moderation_log.join(by, by.c.id == table.by).join(
                about, about.c.id == table.about
            )
        )
        .order_by(table.id.desc())
        .limit(_SHOWN)
    )
    return [LogEntry(*row) for row in connection.execute(statement)]
