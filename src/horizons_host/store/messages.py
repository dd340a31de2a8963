"""Messages of a game: storing and delivering them, and as seats and the gamemaster read them."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from horizons_host.store import history, notifications, rows, schema
from horizons_host.store.columns import insert_record, read_record
from horizons_host.store.database import read_once
from horizons_host.store.game_database import GameDatabase, GameSection, reads
from horizons_host.store.message_records import (
    Block,
    GameEvent,
    Message,
    MessageReport,
    MessagingRule,
    NewMessage,
)
from horizons_host.store.records import NewMail
from horizons_host.store.schema import (
    message_blocks,
    message_copies,
    message_reports,
    message_rules,
    messages,
)

#: The kind of an email with a message; its text is composed when it is sent.
MAIL_KIND = "press"
#: The kinds of events for messages.
MESSAGE, ANNOUNCEMENT = "message", "announcement"
_TOKEN_BYTES = 20
#: The most earlier messages of the thread that an email refers to.
_MOST_REFERENCES = 8


def rule(connection: Connection) -> MessagingRule:
    """Return the current rule."""
    row = connection.execute(select(message_rules).order_by(message_rules.c.id.desc())).first()
    if row is None:
        return MessagingRule()
    return read_record(MessagingRule, message_rules, row)


def insert_rule(connection: Connection, new: MessagingRule, at: str) -> None:
    """Set the rule from now on."""
    insert_record(connection, message_rules, new, at=at)


def insert_message(connection: Connection, new: NewMessage) -> int:
    """Store a message with a copy for its sender only, and return its id."""
    number = int(insert_record(connection, messages, new))
    if new.sender is not None:
        _insert_copy(connection, number, new.sender, read_at=new.sent_at)
    return number


def release_waiting(connection: Connection, at: str, addresses: Mapping[str, str]) -> None:
    """Deliver all messages that wait for a turn, oldest first."""
    waits = select(messages.c.id).where(messages.c.released_at.is_(None)).order_by(messages.c.id)
    for number in list(connection.execute(waits).scalars()):
        release(connection, number, at, addresses)


def release(connection: Connection, number: int, at: str, addresses: Mapping[str, str]) -> None:
    """Deliver a message: a copy for each recipient, and an email if there is an address."""
    statement = update(messages).where(messages.c.id == number)
    row = connection.execute(statement.values(released_at=at).returning(messages)).one()
    kind = ANNOUNCEMENT if row.sender is None and row.to_all else MESSAGE
    seats = recipients(connection, row)
    for seat in seats:
        token = _insert_copy(connection, number, seat)
        if addresses.get(seat) and notifications.wants_mail(connection, seat, kind):
            rows.insert_mail(connection, _mail(connection, row, seat, token, addresses[seat], at))
    audience = {"seats": seats, "to_all": kind == ANNOUNCEMENT, "gamemaster": row.gamemaster}
    notifications.record_event(connection, GameEvent(kind, at, row.turn, **audience))


def recipients(connection: Connection, row: Row[Any]) -> list[str]:
    """List the seats that get a message, in the game's order: recipients that do not block it."""
    table = message_blocks.c
    blocking = select(table.seat).where(
        table.sender == row.sender, table.anonymous == row.anonymous
    )
    unwilling = set(connection.execute(blocking).scalars())
    return [
        seat.name
        for seat in rows.seats(connection)
        if seat.name != row.sender
        and (row.to_all or seat.name in row.audience)
        and seat.name not in unwilling
    ]


def _insert_copy(
    connection: Connection, message: int, seat: str, read_at: str | None = None
) -> str:
    """Store a seat's copy under its next number and return the copy's token."""
    table, token = message_copies, secrets.token_hex(_TOKEN_BYTES)
    last = select(func.max(table.c.number)).where(table.c.seat == seat)
    number = (connection.execute(last).scalar() or 0) + 1
    values = {"number": number, "token": token, "read_at": read_at}
    connection.execute(insert(table).values(message=message, seat=seat, **values))
    return token


def _mail(
    connection: Connection, row: Row[Any], seat: str, token: str, address: str, at: str
) -> NewMail:
    info = rows.game_info(connection)
    author = "gamemaster" if row.sender is None else "message" if row.anonymous else row.sender
    return NewMail(
        MAIL_KIND,
        address,
        f"[{info.name or info.variant}] {author}: {row.subject}",
        at,
        seat,
        thread=" ".join([*_tokens_before(connection, row, seat), token]),
    )


def _tokens_before(connection: Connection, row: Row[Any], seat: str) -> Sequence[str]:
    """List the tokens of a seat's copies of earlier messages of a thread."""
    if not row.thread:
        return []
    copies = message_copies.c
    statement = (
        select(copies.token)
        .join(messages, messages.c.id == copies.message)
        .where(copies.seat == seat, messages.c.id != row.id, in_thread(row.thread))
        .order_by(copies.number)
    )
    return list(connection.execute(statement).scalars())[-_MOST_REFERENCES:]


def in_thread(first: int) -> Any:
    """Return the condition for the messages of a thread that begins with this one."""
    return or_(messages.c.id == first, messages.c.thread == first)


def invalidate_copies(connection: Connection, seat: str) -> None:
    """Invalidate what the seat's earlier player holds before another player takes over.

    The messages stay; emails about them can no longer be answered, queued ones are withdrawn, and
    blocks are removed.
    """
    copies = message_copies
    copy_ids = list(connection.execute(select(copies.c.id).where(copies.c.seat == seat)).scalars())
    for copy_id in copy_ids:
        token = secrets.token_hex(_TOKEN_BYTES)
        connection.execute(update(copies).where(copies.c.id == copy_id).values(token=token))
    connection.execute(delete(message_blocks).where(message_blocks.c.seat == seat))
    mails = schema.outbox.c.kind == MAIL_KIND, schema.outbox.c.seat == seat
    history.withdraw_mails(connection, "another person plays the seat now", *mails)


def messages_of(connection: Connection, seat: str) -> list[Message]:
    """List all messages that a seat sent or received, in its own numbering."""
    copies = message_copies.c
    statement = (
        select(messages, copies.number, copies.token, copies.read_at)
        .join(message_copies, copies.message == messages.c.id)
        .where(copies.seat == seat)
        .order_by(copies.number)
    )
    return list(_numbered(connection.execute(statement), seat))


@read_once
def _unread(connection: Connection, seat: str) -> int:
    table = message_copies.c
    statement = select(func.count()).where(table.seat == seat, table.read_at.is_(None))
    return connection.execute(statement).scalar_one()


class GameMessages(GameSection[GameDatabase]):
    """The messages in a game's file. Every method is one transaction."""

    rule = reads(rule)
    messages_of = reads(messages_of)

    def unread(self, seat: str) -> int:
        """Count the unread messages of a seat."""
        with self.reading() as connection:
            return _unread(connection, seat)

    def by_token(self, token: str) -> tuple[str, Message] | None:
        """Return the seat and message of a token, or None."""
        with self.reading() as connection:
            statement = select(message_copies.c.seat).where(message_copies.c.token == token)
            seat = connection.execute(statement).scalar()
            if seat is None:
                return None
            matches = [m for m in messages_of(connection, seat) if m.token == token]
            return seat, matches[0]

    def mark_read(self, seat: str, numbers: Collection[int] | None, at: str) -> None:
        """Mark messages of a seat as read (None: all of them)."""
        table = message_copies.c
        statement = update(message_copies).where(table.seat == seat, table.read_at.is_(None))
        if numbers is not None:
            statement = statement.where(table.number.in_(list(numbers)))
        with self.writing() as connection:
            connection.execute(statement.values(read_at=at))

    def of_gamemaster(self) -> list[Message]:
        """List the messages from and to the gamemaster."""
        table = messages.c
        statement = select(messages).where(table.sender.is_(None) | table.gamemaster)
        with self.reading() as connection:
            rows = connection.execute(statement.order_by(table.id))
            return [to_gamemaster(row) for row in rows if row.sender is None or row.released_at]

    def opening(self) -> list[Message]:
        """List the messages that become public after the end, with their senders.

        These are messages to everyone, and those written under a rule that publishes them; senders
        of anonymous messages are named only if the rule publishes them.
        """
        table = messages.c
        statement = select(messages).where(
            table.to_all | table.opens, table.released_at.is_not(None)
        )
        with self.reading() as connection:
            public = statement.where(table.to_all | table.opens).order_by(table.id)
            return [_revealed_message(row) for row in connection.execute(public)]

    # blocked senders

    def blocks(self, seat: str) -> list[Block]:
        """List the senders that a seat blocks."""
        table = message_blocks
        with self.reading() as connection:
            rows = connection.execute(select(table).where(table.c.seat == seat))
            return sorted(
                (Block("" if row.anonymous else row.sender, row.number, row.at) for row in rows),
                key=lambda block: (block.at, block.sender, block.number),
            )

    def block(self, seat: str, sender: str, at: str) -> None:
        """Block messages to a seat under a sender's name."""
        with self.writing() as connection:
            _block(connection, seat, sender, 0, at)

    def block_writer(self, seat: str, number: int, at: str) -> None:
        """Block anonymous messages to a seat by the writer of this message."""
        with self.writing() as connection:
            row = row_of(connection, seat, number)
            if row is not None:
                _block(connection, seat, row.sender, number, at)

    def unblock(self, seat: str, sender: str, number: int = 0) -> bool:
        """Unblock a sender; return whether they were blocked."""
        table = message_blocks.c
        statement = delete(message_blocks).where(table.seat == seat, table.number == number)
        if not number:
            statement = statement.where(table.sender == sender)
        with self.writing() as connection:
            return bool(connection.execute(statement.returning(message_blocks.c.id)).all())

    # messages reported to the gamemaster

    def report(self, seat: str, number: int, reason: str, at: str) -> bool:
        """Report a message of a seat to the gamemaster; False if it was reported before."""
        table = message_reports
        with self.writing() as connection:
            row = row_of(connection, seat, number)
            if row is None:
                return False
            earlier = select(table.c.id).where(table.c.message == row.id, table.c.seat == seat)
            if connection.execute(earlier).first() is not None:
                return False
            values = {"message": row.id, "seat": seat, "reason": reason, "at": at}
            connection.execute(insert(table).values(**values))
            event = GameEvent("report", at, rows.latest(connection), gamemaster=True)
            notifications.record_event(connection, event)
            return True

    def reports(self) -> list[MessageReport]:
        """List the messages that were reported to the gamemaster, oldest first."""
        table = message_reports
        statement = select(table).order_by(table.c.id)
        with self.reading() as connection:
            return [
                read_record(MessageReport, table, row, message=_reported(connection, row))
                for row in connection.execute(statement).all()
            ]


def row_of(connection: Connection, seat: str | None, number: int) -> Row[Any] | None:
    """Return the message of a seat (None: the gamemaster) with a number, or None."""
    table = messages.c
    if seat is None:
        statement = select(messages).where(
            table.id == number, table.sender.is_(None) | table.gamemaster
        )
    else:
        copies = message_copies.c
        statement = (
            select(messages)
            .join(message_copies, copies.message == table.id)
            .where(copies.seat == seat, copies.number == number)
        )
    return connection.execute(statement).first()


def _numbered(rows: Iterable[Row[Any]], seat: str) -> Iterable[Message]:
    first: dict[int, int] = {}
    for row in rows:
        thread = first.setdefault(row.thread or row.id, row.number)
        is_own = row.sender == seat
        yield Message(
            row.number,
            thread,
            row.subject,
            row.text,
            row.sent_at if is_own else row.released_at,
            row.turn,
            sender=row.sender or "" if is_own or not row.anonymous else "",
            by_gamemaster=row.sender is None,
            anonymous=row.anonymous,
            mine=is_own,
            to=() if row.to_all or row.veiled else tuple(row.audience),
            to_all=row.to_all,
            to_gamemaster=row.gamemaster,
            read=row.read_at is not None,
            waits=row.released_at is None,
            token=row.token,
        )


def to_gamemaster(row: Row[Any]) -> Message:
    """Read a message as the gamemaster sees it: the sender of an anonymous one is hidden."""
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
        to=() if row.to_all or row.veiled else tuple(row.audience),
        to_all=row.to_all,
        to_gamemaster=row.gamemaster,
    )


def _revealed_message(row: Row[Any]) -> Message:
    """Read a message as everyone may see it after the end."""
    names_sender = row.opens or not row.anonymous
    return Message(
        row.id,
        row.thread or row.id,
        row.subject,
        row.text,
        row.sent_at,
        row.turn,
        sender=row.sender or "" if names_sender else "",
        by_gamemaster=row.sender is None,
        anonymous=row.anonymous,
        to=() if row.to_all or not (row.opens or not row.veiled) else tuple(row.audience),
        to_all=row.to_all,
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
