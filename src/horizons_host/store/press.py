"""The messages of a game as its seats and its gamemaster read them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from horizons_host.store import pressing, rows, telling
from horizons_host.store.notice_records import Happening
from horizons_host.store.press_records import Block, Message, MessageReport, PressRule
from horizons_host.store.press_tables import (
    message_blocks,
    message_copies,
    message_reports,
    messages,
)
from horizons_host.store.store import GameStore


class Press:
    """The messages in one game's file. Every method is one transaction."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def rule(self) -> PressRule:
        """The rule that holds."""
        with self.store.reading() as connection:
            return pressing.rule(connection)

    def messages_of(self, seat: str) -> list[Message]:
        """All messages that a seat wrote or got, in its own order."""
        with self.store.reading() as connection:
            return messages_of(connection, seat)

    def unread(self, seat: str) -> int:
        """How many messages a seat has not read."""
        table = message_copies.c
        wanted = select(func.count()).where(table.seat == seat, table.read_at.is_(None))
        with self.store.reading() as connection:
            return connection.execute(wanted).scalar_one() if pressing.kept(connection) else 0

    def by_token(self, token: str) -> tuple[str, Message] | None:
        """The seat to which this token was given, with its message; None if there is none."""
        with self.store.reading() as connection:
            if not pressing.kept(connection):
                return None
            wanted = select(message_copies.c.seat).where(message_copies.c.token == token)
            seat = connection.execute(wanted).scalar()
            if seat is None:
                return None
            found = [one for one in messages_of(connection, seat) if one.token == token]
            return seat, found[0]

    def mark_read(self, seat: str, numbers: Collection[int] | None, at: str) -> None:
        """Note that a seat has read messages (None: all of its messages)."""
        table = message_copies.c
        chosen = update(message_copies).where(table.seat == seat, table.read_at.is_(None))
        if numbers is not None:
            chosen = chosen.where(table.number.in_(list(numbers)))
        with self.store.writing() as connection:
            connection.execute(chosen.values(read_at=at))

    def of_gamemaster(self) -> list[Message]:
        """What the gamemaster wrote, and what was written to the gamemaster."""
        table = messages.c
        wanted = select(messages).where(table.sender.is_(None) | table.gamemaster)
        with self.store.reading() as connection:
            if not pressing.kept(connection):
                return []
            found = connection.execute(wanted.order_by(table.id))
            return [to_gamemaster(row) for row in found if row.sender is None or row.released_at]

    def opening(self) -> list[Message]:
        """What is open to everybody after the end, with those who wrote it.

        These are messages to everybody, and those written under a rule that opens them; of
        anonymous ones the writer is told only if the rule opened them.
        """
        table = messages.c
        wanted = select(messages).where(
            table.everybody | table.opens, table.released_at.is_not(None)
        )
        with self.store.reading() as connection:
            if not pressing.kept(connection):
                return []
            open_ones = wanted.where(table.everybody | table.opens).order_by(table.id)
            return [_opened(row) for row in connection.execute(open_ones)]

    # senders that are not wanted

    def blocks(self, seat: str) -> list[Block]:
        """Whose messages a seat wants none of."""
        table = message_blocks
        with self.store.reading() as connection:
            if not pressing.kept(connection):
                return []
            found = connection.execute(select(table).where(table.c.seat == seat))
            return sorted(
                (Block("" if row.anonymous else row.sender, row.number, row.at) for row in found),
                key=lambda one: (one.at, one.sender, one.number),
            )

    def block(self, seat: str, sender: str, at: str) -> None:
        """Have a seat get no further messages under somebody's name."""
        with self.store.writing() as connection:
            _block(connection, seat, sender, 0, at)

    def block_writer(self, seat: str, number: int, at: str) -> None:
        """Have a seat get no further anonymous messages of whoever wrote this one."""
        with self.store.writing() as connection:
            row = row_of(connection, seat, number)
            if row is not None:
                _block(connection, seat, row.sender, number, at)

    def unblock(self, seat: str, sender: str, number: int = 0) -> bool:
        """Have a seat get messages again; whether there was anything in their way."""
        table = message_blocks.c
        chosen = delete(message_blocks).where(table.seat == seat, table.number == number)
        if not number:
            chosen = chosen.where(table.sender == sender)
        with self.store.writing() as connection:
            return bool(connection.execute(chosen.returning(message_blocks.c.id)).all())

    # messages that the gamemaster is to see

    def report(self, seat: str, number: int, reason: str, at: str) -> bool:
        """Show a message of a seat to the gamemaster; False if it was shown before."""
        table = message_reports
        with self.store.writing() as connection:
            row = row_of(connection, seat, number)
            if row is None:
                return False
            known = select(table.c.id).where(table.c.message == row.id, table.c.seat == seat)
            if connection.execute(known).first() is not None:
                return False
            values = {"message": row.id, "seat": seat, "reason": reason, "at": at}
            connection.execute(insert(table).values(**values))
            told = Happening("report", at, rows.latest(connection), gamemaster=True)
            telling.note(connection, told)
            return True

    def reports(self) -> list[MessageReport]:
        """The messages that were shown to the gamemaster, the earliest first."""
        table = message_reports
        wanted = select(table).order_by(table.c.id)
        with self.store.reading() as connection:
            if not pressing.kept(connection):
                return []
            return [
                MessageReport(row.id, row.seat, row.reason, row.at, _reported(connection, row))
                for row in connection.execute(wanted).all()
            ]


def messages_of(connection: Connection, seat: str) -> list[Message]:
    """All messages that a seat wrote or got, in its own order."""
    if not pressing.kept(connection):
        return []
    copies = message_copies.c
    wanted = (
        select(messages, copies.number, copies.token, copies.read_at)
        .join(message_copies, copies.message == messages.c.id)
        .where(copies.seat == seat)
        .order_by(copies.number)
    )
    return list(_numbered(connection.execute(wanted), seat))


def row_of(connection: Connection, seat: str | None, number: int) -> Row[Any] | None:
    """The message that a seat (None: the gamemaster) has under a number; None if there is none."""
    table = messages.c
    if seat is None:
        wanted = select(messages).where(
            table.id == number, table.sender.is_(None) | table.gamemaster
        )
    else:
        copies = message_copies.c
        wanted = (
            select(messages)
            .join(message_copies, copies.message == table.id)
            .where(copies.seat == seat, copies.number == number)
        )
    return connection.execute(wanted).first()


def _numbered(found: Iterable[Row[Any]], seat: str) -> Iterable[Message]:
    first: dict[int, int] = {}
    for row in found:
        thread = first.setdefault(row.thread or row.id, row.number)
        mine = row.sender == seat
        yield Message(
            row.number,
            thread,
            row.subject,
            row.text,
            row.sent_at if mine else row.released_at,
            row.turn,
            sender=row.sender or "" if mine or not row.anonymous else "",
            by_gamemaster=row.sender is None,
            anonymous=row.anonymous,
            mine=mine,
            to=() if row.everybody or row.veiled else tuple(row.audience),
            everybody=row.everybody,
            to_gamemaster=row.gamemaster,
            read=row.read_at is not None,
            waits=row.released_at is None,
            token=row.token,
        )


def to_gamemaster(row: Row[Any]) -> Message:
    """A message as the gamemaster sees it: who wrote an anonymous one is not told."""
    return Message(
        row.id,
        row.thread or row.id,
        row.subject,
        row.text,
        row.released_at or row.sent_at,
        row.turn,
        sender="" if row.anonymous else row.sender or "",
        by_gamemaster=row.sender is None,
        anonymous=row.anonymous,
        mine=row.sender is None,
        to=() if row.everybody or row.veiled else tuple(row.audience),
        everybody=row.everybody,
        to_gamemaster=row.gamemaster,
    )


def _opened(row: Row[Any]) -> Message:
    """A message as everybody may see it after the end."""
    shown = row.opens or not row.anonymous
    return Message(
        row.id,
        row.thread or row.id,
        row.subject,
        row.text,
        row.sent_at,
        row.turn,
        sender=row.sender or "" if shown else "",
        by_gamemaster=row.sender is None,
        anonymous=row.anonymous,
        to=() if row.everybody or not (row.opens or not row.veiled) else tuple(row.audience),
        everybody=row.everybody,
        to_gamemaster=row.gamemaster,
    )


def _reported(connection: Connection, report: Row[Any]) -> Message:
    return to_gamemaster(
        connection.execute(select(messages).where(messages.c.id == report.message)).one()
    )


def _block(connection: Connection, seat: str, sender: str, number: int, at: str) -> None:
    table = message_blocks
    values = {"seat": seat, "sender": sender, "anonymous": number > 0, "number": number}
    known = select(table.c.id).filter_by(**values)
    if connection.execute(known).first() is None:
        connection.execute(insert(table).values(at=at, **values))
