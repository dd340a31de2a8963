"""Tables of messages: messages, their copies per seat, blocks and reports."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table, UniqueConstraint

from horizons_host.store.columns import (
    CheckedInteger,
    CheckedJson,
    CheckedLongText,
    CheckedText,
    are_texts,
)
from horizons_host.store.tables import metadata, since

#: Rules for messages; the last row is the current one. Each change was announced to all.
message_rules = Table(
    "press_rules",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("at", CheckedText, nullable=False),
    Column("who", CheckedText, nullable=False),
    Column("anonymous", Boolean, nullable=False),
    Column("with_turn", Boolean, nullable=False),
    Column("opened", Boolean, nullable=False),
    sqlite_autoincrement=True,
    info=since(13),
)
#: Messages of seats, or of the gamemaster (no sender). `thread` is the first message of its
#: thread, 0 for that message itself; `audience` names the recipients, unless it is to everyone.
#: Whether it is anonymous, and published after the end, follows the rule at its writing.
#: `veiled`: the recipients would reveal the sender, and are hidden.
messages = Table(
    "messages",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("sender", CheckedText),
    Column("audience", CheckedJson(are_texts), nullable=False),
    Column("everybody", Boolean, key="to_all", nullable=False),
    Column("gamemaster", Boolean, nullable=False),
    Column("thread", CheckedInteger, nullable=False),
    Column("subject", CheckedText, nullable=False),
    Column("text", CheckedLongText, nullable=False),
    Column("turn", CheckedInteger, nullable=False),
    Column("anonymous", Boolean, nullable=False),
    Column("veiled", Boolean, nullable=False),
    Column("opens", Boolean, nullable=False),
    Column("sent_at", CheckedText, nullable=False),
    Column("released_at", CheckedText),
    Index("messages_of_a_sender", "sender", "sent_at"),
    Index("messages_of_a_thread", "thread"),
    sqlite_autoincrement=True,
    info=since(13),
)
#: Copies of a message for its sender and recipients: each has a number per seat, and a token that
#: identifies replies by mail.
message_copies = Table(
    "message_copies",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("message", CheckedInteger, ForeignKey("messages.id"), nullable=False),
    Column("seat", CheckedText, ForeignKey("seats.name"), nullable=False),
    Column("number", CheckedInteger, nullable=False),
    Column("token", CheckedText, nullable=False, unique=True),
    Column("read_at", CheckedText),
    UniqueConstraint("seat", "number"),
    UniqueConstraint("message", "seat"),
    info=since(13),
)
#: Senders that a seat blocks: by name, or the anonymous writer of the message of this number (in
#: the seat's numbering; else 0). Blocking the writers of two messages must not reveal whether
#: they are the same: that makes two rows.
message_blocks = Table(
    "message_blocks",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("seat", CheckedText, ForeignKey("seats.name"), nullable=False),
    Column("sender", CheckedText, nullable=False),
    Column("anonymous", Boolean, nullable=False),
    Column("number", CheckedInteger, nullable=False),
    Column("at", CheckedText, nullable=False),
    UniqueConstraint("seat", "sender", "anonymous", "number"),
    info=since(13),
)
#: Messages that a seat has reported to the gamemaster.
message_reports = Table(
    "message_reports",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("message", CheckedInteger, ForeignKey("messages.id"), nullable=False),
    Column("seat", CheckedText, ForeignKey("seats.name"), nullable=False),
    Column("reason", CheckedText, nullable=False),
    Column("at", CheckedText, nullable=False),
    UniqueConstraint("message", "seat"),
    info=since(13),
)
MESSAGE_TABLES = (message_rules, messages, message_copies, message_blocks, message_reports)
