"""Messages in one transaction: the rule, storing them, and handing them out to seats.

A seat counts its messages by itself, so that nothing it is shown tells of messages to others.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from horizons_host.store import rows, schema, telling
from horizons_host.store.notice_records import Happening
from horizons_host.store.press_records import NewMessage, PressRule
from horizons_host.store.press_tables import (
    message_blocks,
    message_copies,
    messages,
    press_rules,
)
from horizons_host.store.records import NewMail

#: The kind of a mail that carries a message; its text is made when it is sent.
MAIL_KIND = "press"
#: The kinds of happenings that messages are.
MESSAGE, ANNOUNCEMENT = "message", "announcement"
_TOKEN_BYTES = 20
#: A mail names so many earlier ones of its thread.
_MOST_REFERENCES = 8


def kept(connection: Connection) -> bool:
    """Whether the file has tables for messages: an older one gets them when it is written."""
    return schema.has(connection, messages)


def rule(connection: Connection) -> PressRule:
    """The rule that holds."""
    if not kept(connection):
        return PressRule()
    found = connection.execute(select(press_rules).order_by(press_rules.c.id.desc())).first()
    if found is None:
        return PressRule()
    return PressRule(found.who, found.anonymous, found.with_turn, found.opened)


def insert_rule(connection: Connection, new: PressRule, at: str) -> None:
    """Have another rule hold from now on."""
    connection.execute(insert(press_rules).values(at=at, **new.told()))


def insert_message(connection: Connection, new: NewMessage) -> int:
    """Store a message, which its writer has and nobody else yet; give its id."""
    added = connection.execute(
        insert(messages)
        .values(
            sender=new.sender,
            audience=list(new.audience),
            everybody=new.everybody,
            gamemaster=new.gamemaster,
            thread=new.thread,
            subject=new.subject,
            text=new.text,
            turn=new.turn,
            anonymous=new.anonymous,
            veiled=new.veiled,
            opens=new.opens,
            sent_at=new.sent_at,
        )
        .returning(messages.c.id)
    )
    number = int(added.scalar_one())
    if new.sender is not None:
        _insert_copy(connection, number, new.sender, read_at=new.sent_at)
    return number


def release_waiting(connection: Connection, at: str, addresses: Mapping[str, str]) -> None:
    """Hand out all messages that wait for a turn, in the order in which they were written."""
    waits = select(messages.c.id).where(messages.c.released_at.is_(None)).order_by(messages.c.id)
    for number in list(connection.execute(waits).scalars()):
        release(connection, number, at, addresses)


def release(connection: Connection, number: int, at: str, addresses: Mapping[str, str]) -> None:
    """Hand a message out: a copy for each seat that it is to, a mail where there is an address."""
    chosen = update(messages).where(messages.c.id == number)
    row = connection.execute(chosen.values(released_at=at).returning(messages)).one()
    kind = ANNOUNCEMENT if row.sender is None and row.everybody else MESSAGE
    seats = recipients(connection, row)
    for seat in seats:
        token = _insert_copy(connection, number, seat)
        if addresses.get(seat) and telling.wants_mail(connection, seat, kind):
            rows.insert_mail(connection, _mail(connection, row, seat, token, addresses[seat], at))
    told = {"seats": seats, "everybody": kind == ANNOUNCEMENT, "gamemaster": row.gamemaster}
    telling.note(connection, Happening(kind, at, row.turn, **told))


def recipients(connection: Connection, row: Row[Any]) -> list[str]:
    """The seats that get a message, in the game's order: those it is to, and who want it."""
    table = message_blocks.c
    blocking = select(table.seat).where(
        table.sender == row.sender, table.anonymous == row.anonymous
    )
    unwilling = set(connection.execute(blocking).scalars())
    return [
        seat.name
        for seat in rows.seats(connection)
        if seat.name != row.sender
        and (row.everybody or seat.name in row.audience)
        and seat.name not in unwilling
    ]


def _insert_copy(
    connection: Connection, message: int, seat: str, read_at: str | None = None
) -> str:
    """Give a seat its copy under its next number; the answer is the copy's token."""
    table, token = message_copies, secrets.token_hex(_TOKEN_BYTES)
    last = select(func.max(table.c.number)).where(table.c.seat == seat)
    number = (connection.execute(last).scalar() or 0) + 1
    values = {"number": number, "token": token, "read_at": read_at}
    connection.execute(insert(table).values(message=message, seat=seat, **values))
    return token


def _mail(
    connection: Connection, row: Row[Any], seat: str, token: str, address: str, at: str
) -> NewMail:
    plate = rows.plate(connection)
    author = "gamemaster" if row.sender is None else "message" if row.anonymous else row.sender
    return NewMail(
        MAIL_KIND,
        address,
        f"[{plate.name or plate.variant}] {author}: {row.subject}",
        at,
        seat,
        thread=" ".join([*_tokens_before(connection, row, seat), token]),
    )


def _tokens_before(connection: Connection, row: Row[Any], seat: str) -> Sequence[str]:
    """The tokens of the copies that a seat has of earlier messages of a thread."""
    if not row.thread:
        return []
    copies = message_copies.c
    wanted = (
        select(copies.token)
        .join(messages, messages.c.id == copies.message)
        .where(copies.seat == seat, messages.c.id != row.id, in_thread(row.thread))
        .order_by(copies.number)
    )
    return list(connection.execute(wanted).scalars())[-_MOST_REFERENCES:]


def in_thread(first: int) -> Any:
    """A condition for the messages of a thread that begins with this one."""
    return or_(messages.c.id == first, messages.c.thread == first)


def change_hands(connection: Connection, seat: str) -> None:
    """Have nothing of a seat's earlier player hold for the next one.

    The messages stay; mails about them can no longer be answered, those that wait are not sent,
    and nobody is blocked.
    """
    if not kept(connection):
        return
    copies = message_copies
    mine = list(connection.execute(select(copies.c.id).where(copies.c.seat == seat)).scalars())
    for one in mine:
        token = secrets.token_hex(_TOKEN_BYTES)
        connection.execute(update(copies).where(copies.c.id == one).values(token=token))
    connection.execute(delete(message_blocks).where(message_blocks.c.seat == seat))
    outbox = schema.outbox
    waits = outbox.c.state.in_(("queued", "held", "failed")), outbox.c.kind == MAIL_KIND
    why = "another person plays the seat now"
    withdrawn = update(outbox).where(outbox.c.seat == seat, *waits)
    connection.execute(withdrawn.values(state="withdrawn", reason=why))
