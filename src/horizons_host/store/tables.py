"""Tables of deadlines, messages and events, and the metadata of all tables of a game."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    MetaData,
    Table,
    UniqueConstraint,
)

from horizons_host.store.columns import (
    CheckedInteger,
    CheckedJson,
    CheckedLongText,
    CheckedText,
    are_texts,
    is_mapping,
)
from horizons_host.store.database import version_of

metadata = MetaData()

_SINCE = "since"


def since(version: int) -> dict[Any, Any]:
    """Return the `info` of a table that was added in a version of the schema after the first.

    Older games are read without it, and get it when they are written.
    """
    return {_SINCE: version}


def has(connection: Connection, table: Table) -> bool:
    """Tell whether the game that a transaction reads has this table."""
    first: int = table.info.get(_SINCE, 1)
    return version_of(connection) >= first


#: Decisions about deadlines, in order and never changed: made before turn `turn`, at this attempt
#: at it. `seat` is that of a vacation.
deadline_changes = Table(
    "deadline_changes",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, nullable=False),
    Column("attempt", CheckedInteger, nullable=False),
    Column("kind", CheckedText, nullable=False),
    Column("seat", CheckedText, ForeignKey("seats.name")),
    Column("facts", CheckedJson(is_mapping), nullable=False),
    Column("reason", CheckedText, nullable=False),
    Column("decided_by", CheckedText, nullable=False),
    Column("decided_at", CheckedText, nullable=False),
    sqlite_autoincrement=True,
)
#: Marks of orders as final or draft, the last one counts, and the attempt at the turn at which the
#: mark was made. Orders without a mark are final.
order_marks = Table(
    "order_marks",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("orders", CheckedInteger, ForeignKey("orders.id"), nullable=False),
    Column("final", Boolean, nullable=False),
    Column("attempt", CheckedInteger, nullable=False),
    Column("marked_at", CheckedText, nullable=False),
    Index("marks_of_orders", "orders", "id"),
    sqlite_autoincrement=True,
)
#: Reminders that were sent for a deadline, so that each is sent once; `seat` "" is the gamemaster.
reminded = Table(
    "reminded",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, nullable=False),
    Column("attempt", CheckedInteger, nullable=False),
    Column("deadline", CheckedText, nullable=False),
    Column("seat", CheckedText, nullable=False),
    Column("what", CheckedText, key="kind", nullable=False),
    Column("told_at", CheckedText, key="reminded_at", nullable=False),
    UniqueConstraint("turn", "attempt", "deadline", "seat", "kind", name="told_once"),
    sqlite_autoincrement=True,
)


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
)


#: Events, written together with the change they report. `number` counts the public ones, and is 0
#: for others; an event with a `key` is stored once.
events_table = Table(
    "happenings",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("number", CheckedInteger, nullable=False),
    Column("kind", CheckedText, nullable=False),
    Column("at", CheckedText, nullable=False),
    Column("turn", CheckedInteger, nullable=False),
    Column("everybody", Boolean, key="to_all", nullable=False),
    Column("gamemaster", Boolean, nullable=False),
    Column("facts", CheckedJson(is_mapping), nullable=False),
    Column("key", CheckedText, unique=True),
    sqlite_autoincrement=True,
)
#: Recipients of an event, each seat with its own numbering.
event_recipients = Table(
    "happening_hearers",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("happening", CheckedInteger, ForeignKey("happenings.id"), key="event", nullable=False),
    Column("seat", CheckedText, ForeignKey("seats.name"), nullable=False),
    Column("number", CheckedInteger, nullable=False),
    UniqueConstraint("seat", "number"),
    UniqueConstraint("event", "seat"),
)
#: Subscriptions: `channel` is "webhook" or "mail", `scope` whether it belongs to a "seat" (it is
#: removed with its player), to the "game" or to the "gamemaster".
subscriptions_table = Table(
    "notice_ways",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("how", CheckedText, key="channel", nullable=False),
    Column("scope", CheckedText, nullable=False),
    Column("seat", CheckedText, ForeignKey("seats.name")),
    Column("address", CheckedText, nullable=False),
    Column("secret", CheckedText, nullable=False),
    Column("kinds", CheckedJson(are_texts), nullable=False),
    Column("added_at", CheckedText, nullable=False),
    Column("removed_at", CheckedText),
    sqlite_autoincrement=True,
)
#: Deliveries of an event to a subscription, each once, and their state.
deliveries_table = Table(
    "tellings",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("way", CheckedInteger, ForeignKey("notice_ways.id"), key="subscription", nullable=False),
    Column("happening", CheckedInteger, ForeignKey("happenings.id"), key="event", nullable=False),
    Column("state", CheckedText, nullable=False),
    Column("attempts", CheckedInteger, nullable=False),
    Column("next_attempt", CheckedText, nullable=False),
    Column("reason", CheckedText, nullable=False),
    UniqueConstraint("subscription", "event"),
    Index("tellings_that_are_due", "state", "next_attempt", "id"),
    sqlite_autoincrement=True,
)
#: The delivery log: attempts at deliveries, and their outcomes.
attempts_table = Table(
    "telling_attempts",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("telling", CheckedInteger, ForeignKey("tellings.id"), key="delivery", nullable=False),
    Column("at", CheckedText, nullable=False),
    Column("attempt", CheckedInteger, nullable=False),
    Column("outcome", CheckedText, nullable=False),
    Column("reply", CheckedText, nullable=False),
    sqlite_autoincrement=True,
)
#: Feeds of seats by tokens in the store, as older versions had them; not read any more.
feeds = Table(
    "feeds",
    metadata,
    Column("seat", CheckedText, ForeignKey("seats.name"), primary_key=True),
    Column("token", CheckedText, nullable=False, unique=True),
    Column("made_at", CheckedText, nullable=False),
)
#: Kinds of events that a seat wants no mails about.
notice_mutes = Table(
    "notice_mutes",
    metadata,
    Column("seat", CheckedText, ForeignKey("seats.name"), primary_key=True),
    Column("kind", CheckedText, primary_key=True),
)
