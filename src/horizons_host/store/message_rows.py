"""Messages within a transaction: the rule, storing and delivering them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from horizons_host.store import events, rows, schema, undo
from horizons_host.store.columns import insert_record, read_record
from horizons_host.store.message_records import GameEvent, MessagingRule, NewMessage
from horizons_host.store.records import NewMail
from horizons_host.store.schema import message_blocks, message_copies, message_rules, messages

#: The kind of a mail with a message; its text is composed when it is sent.
MAIL_KIND = "press"
#: The kinds of events for messages.
MESSAGE, ANNOUNCEMENT = "message", "announcement"
_TOKEN_BYTES = 20
#: The most earlier messages of the thread that a mail refers to.
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
    """Deliver a message: a copy for each recipient, and a mail if there is an address."""
    statement = update(messages).where(messages.c.id == number)
    row = connection.execute(statement.values(released_at=at).returning(messages)).one()
    kind = ANNOUNCEMENT if row.sender is None and row.to_all else MESSAGE
    seats = recipients(connection, row)
    for seat in seats:
        token = _insert_copy(connection, number, seat)
        if addresses.get(seat) and events.wants_mail(connection, seat, kind):
            rows.insert_mail(connection, _mail(connection, row, seat, token, addresses[seat], at))
    audience = {"seats": seats, "to_all": kind == ANNOUNCEMENT, "gamemaster": row.gamemaster}
    events.record_event(connection, GameEvent(kind, at, row.turn, **audience))


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

    The messages stay; mails about them can no longer be answered, queued ones are withdrawn, and
    blocks are removed.
    """
    copies = message_copies
    copy_ids = list(connection.execute(select(copies.c.id).where(copies.c.seat == seat)).scalars())
    for copy_id in copy_ids:
        token = secrets.token_hex(_TOKEN_BYTES)
        connection.execute(update(copies).where(copies.c.id == copy_id).values(token=token))
    connection.execute(delete(message_blocks).where(message_blocks.c.seat == seat))
    mails = schema.outbox.c.kind == MAIL_KIND, schema.outbox.c.seat == seat
    undo.withdraw_mails(connection, "another person plays the seat now", *mails)
