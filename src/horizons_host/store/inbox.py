"""Incoming mail records: mails to the gamemaster, and failed passwords."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, insert, select

from horizons_host.store import schema
from horizons_host.store.errors import GameStoreError
from horizons_host.store.records import InboxMail, WrongPassword
from horizons_host.store.store import GameStore


class GamemasterInbox:
    """The mails to the gamemaster and failed passwords in a game's file."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def inbox_mails(self, last: int | None = None) -> list[InboxMail]:
        """List the mails, oldest first: all of them, or the latest ones."""
        table = schema.inbox_mails
        with self.store.reading() as connection:
            if not schema.has(connection, schema.inbox_mails):
                return []
            statement = select(table).order_by(table.c.id.desc()).limit(last)
            return [_inbox_mail(row) for row in connection.execute(statement)][::-1]

    def inbox_mail(self, number: int) -> InboxMail:
        """Return the mail of this id; raises GameStoreError."""
        matches = [inbox_mail for inbox_mail in self.inbox_mails() if inbox_mail.id == number]
        if not matches:
            raise GameStoreError(
                f"no mail {number} in the inbox of '{self.store.place}'",
                "see 'horizons mail inbox'",
            )
        return matches[0]

    def senders_since(self, time: str) -> list[str]:
        """List the senders of the mails since then, an address for each mail."""
        table = schema.inbox_mails.c
        with self.store.reading() as connection:
            if not schema.has(connection, schema.inbox_mails):
                return []
            statement = select(table.sender).where(table.came_at >= time)
            return list(connection.execute(statement).scalars())

    def wrong_passwords(self, seat: str, since: str) -> list[WrongPassword]:
        """List the failed passwords for a seat since then, oldest first."""
        table = schema.wrong_passwords
        with self.store.reading() as connection:
            if not schema.has(connection, schema.wrong_passwords):
                return []
            statement = select(table).where(table.c.seat == seat, table.c.at >= since)
            rows = connection.execute(statement.order_by(table.c.id))
            return [WrongPassword(row.seat, row.sender, row.at) for row in rows]

    def noticed(self, seat: str, since: str) -> bool:
        """Tell whether a seat's player was sent a notice since then."""
        table = schema.outbox.c
        with self.store.reading() as connection:
            if not schema.has(connection, schema.outbox):
                return False
            conditions = table.kind == "notice", table.seat == seat, table.created_at >= since
            return connection.execute(select(table.id).where(*conditions)).first() is not None


def insert_inbox_mail(connection: Connection, inbox_mail: InboxMail) -> None:
    """Store a mail to the gamemaster."""
    connection.execute(
        insert(schema.inbox_mails).values(
            sender=inbox_mail.sender,
            subject=inbox_mail.subject,
            text=inbox_mail.text,
            came_at=inbox_mail.came_at,
        )
    )


def insert_wrong(connection: Connection, wrong: WrongPassword) -> None:
    """Store that a password failed; the password itself is not stored."""
    connection.execute(
        insert(schema.wrong_passwords).values(seat=wrong.seat, sender=wrong.sender, at=wrong.at)
    )


def _inbox_mail(row: Row[Any]) -> InboxMail:
    return InboxMail(row.sender, row.subject, row.text, row.came_at, row.id)
