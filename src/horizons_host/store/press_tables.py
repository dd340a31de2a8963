"""The tables of messages: what was written, who got it, who wants none of it."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table, UniqueConstraint

from horizons_host.store.columns import Json, LongText, Whole, Words, are_texts
from horizons_host.store.tables import metadata, since

#: What holds for messages, the last row now; each was told to all.
press_rules = Table(
    "press_rules",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("at", Words, nullable=False),
    Column("who", Words, nullable=False),
    Column("anonymous", Boolean, nullable=False),
    Column("with_turn", Boolean, nullable=False),
    Column("opened", Boolean, nullable=False),
    sqlite_autoincrement=True,
    info=since(13),
)
#: What was written: by a seat, or by the gamemaster (no sender). `thread` is the message that it
#: answers first of all, 0 for one that begins a thread; `audience` names the seats it is to, unless
#: it is to everybody. Whether it is anonymous, and whether it opens after the end, is as the rule
#: was when it was written. `veiled`: to whom it is tells who wrote, and is shown to nobody.
messages = Table(
    "messages",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("sender", Words),
    Column("audience", Json(are_texts), nullable=False),
    Column("everybody", Boolean, nullable=False),
    Column("gamemaster", Boolean, nullable=False),
    Column("thread", Whole, nullable=False),
    Column("subject", Words, nullable=False),
    Column("text", LongText, nullable=False),
    Column("turn", Whole, nullable=False),
    Column("anonymous", Boolean, nullable=False),
    Column("veiled", Boolean, nullable=False),
    Column("opens", Boolean, nullable=False),
    Column("sent_at", Words, nullable=False),
    Column("released_at", Words),
    Index("messages_of_a_sender", "sender", "sent_at"),
    Index("messages_of_a_thread", "thread"),
    sqlite_autoincrement=True,
    info=since(13),
)
#: A message as a seat has it, its writer's included: under the seat's own number, and with a token
#: by which an answer by mail is known.
message_copies = Table(
    "message_copies",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("message", Whole, ForeignKey("messages.id"), nullable=False),
    Column("seat", Words, ForeignKey("seats.name"), nullable=False),
    Column("number", Whole, nullable=False),
    Column("token", Words, nullable=False, unique=True),
    Column("read_at", Words),
    UniqueConstraint("seat", "number"),
    UniqueConstraint("message", "seat"),
    info=since(13),
)
#: Whose messages a seat wants none of: those under a name, or the anonymous ones of whoever wrote
#: the message of this number (as the seat counts; else 0). Who blocks the writers of two messages
#: is not told whether they are one: that makes two rows.
message_blocks = Table(
    "message_blocks",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("seat", Words, ForeignKey("seats.name"), nullable=False),
    Column("sender", Words, nullable=False),
    Column("anonymous", Boolean, nullable=False),
    Column("number", Whole, nullable=False),
    Column("at", Words, nullable=False),
    UniqueConstraint("seat", "sender", "anonymous", "number"),
    info=since(13),
)
#: Messages that somebody has shown to the gamemaster.
message_reports = Table(
    "message_reports",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("message", Whole, ForeignKey("messages.id"), nullable=False),
    Column("seat", Words, ForeignKey("seats.name"), nullable=False),
    Column("reason", Words, nullable=False),
    Column("at", Words, nullable=False),
    UniqueConstraint("message", "seat"),
    info=since(13),
)
PRESS_TABLES = (press_rules, messages, message_copies, message_blocks, message_reports)
