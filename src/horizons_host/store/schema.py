"""The tables of a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from sqlalchemy import Column, ForeignKey, Index, MetaData, Table, UniqueConstraint

from horizons_host.store import message_records, records
from horizons_host.store.columns import (
    CheckedInteger,
    CheckedJson,
    CheckedText,
    CompressedData,
    declare_table,
    is_mapping,
    name_columns,
)
from horizons_host.store.database import Tables, since
from horizons_host.store.records import LongText, SeatName, StoredTurnNumber

#: The version of the tables, and that of Horizons 0.2.0, the oldest known. `store/migrations/game`
#: has a step to each version after it.
STORE_SCHEMA, OLDEST_SCHEMA = 16, 14
#: Marks the file as a game ("Hrzn") in `PRAGMA application_id`.
APPLICATION = 0x48727A6E

metadata = MetaData()
_table = partial(declare_table, metadata)


class _Row:
    """Fields of rows that are not, or not only, records."""

    anonymous: bool
    at: str
    attempt: int
    attempts: int
    bot: str
    document: Annotated[Mapping[str, Any], CompressedData]
    empire: SeatName
    event: Annotated[int, "happenings.id"]
    final: bool
    instead: str
    key: str
    kind: str
    made_at: str
    marked_at: str
    message: Annotated[int, "messages.id"]
    number: int
    orders: Annotated[int, "orders.id"]
    policy: str
    position: int
    process: str
    read_at: str | None
    seat: SeatName
    sender: str
    standing_orders: LongText
    token: str
    turn: StoredTurnNumber
    undone: Annotated[int, "undone.id"]
    until_turn: int


class _Attempt:
    """An attempt at a turn that need not be stored yet."""

    turn: int
    attempt: int


# the game, its seats and turns

game = _table("game", "id name variant mods options seeded created_at", (records.GameInfo,))
#: One row: how the game was created ("new" or "import"), with its options, secret ones included,
#: and the shares of the random seed, the gamemaster's included ({}: none).
set_ups = _table("set_ups", "id made:origin options shares", (records.SetUp,))
seats = _table(
    "seats", "position name bot password_hash", (_Row, records.SeatRecord), unique="name"
)
#: `address` is the one given at set-up or "", `redirect` a later one set by the gamemaster.
addresses = _table("addresses", "seat address redirect", (records.SeatRecord, _Row))
#: Roles of seats without an empire.
roles = _table("roles", "seat role", (records.SeatRecord, _Row))
#: The gamemaster's settings of seats since the set-up: the current player, a password that
#: replaces the game's own ("": none), and the missing-orders policy.
arrangements = _table(
    "arrangements",
    "seat person password_hash policy standing_orders bot until_turn",
    (records.SeatRecord, _Row),
)
turns = _table(
    "turns",
    "turn state digest events events_digest orders orders_digest turn_key versions run_at",
    (records.StoredTurn,),
)
reports = _table("reports", "turn empire document", (_Row,), keys=2)
#: One row if the gamemaster ended the game.
endings = _table("endings", "id turn reason winners ended_at", (records.GameEnding,))

# orders

orders = _table(
    "orders",
    "id turn seat text submitted_at source diagnostics",
    (records.SubmittedOrders,),
    Index("orders_of_a_turn", "turn", "seat", "id"),
    numbered=True,
)
#: Marks of orders as final or draft, the last one counts, and the attempt at the turn at which the
#: mark was made. Orders without a mark are final.
order_marks = _table(
    "order_marks",
    "id orders final attempt marked_at",
    (_Row,),
    Index("marks_of_orders", "orders", "id"),
    numbered=True,
)
#: Orders that the program wrote for a turn: a bot's or standing ones. `instead` names the source of
#: orders that replace a player's missing ones; "" for the orders of a bot's own seat.
written = _table("written", "orders instead", (_Row,))
#: Orders that were submitted on behalf of another's seat, and the reason.
on_behalf = _table("on_behalf", "orders actor reason", (records.OnBehalf, _Row))

# changes between turns, and undone turns

#: Postponements of the end by the gamemaster, with the turn after which they were decided.
postponements = _table("postponements", "id turn not_before decided_at", (records.Postponement,))
#: Seats that joined after a turn, in order, and the state with them.
joinings = _table(
    "joinings", "id turn seat options state digest joined_at", (records.Joining,), unique="seat"
)
#: Players that joined by a turn, through an umpire's order.
arrivals = _table("arrivals", "seat turn", (_Row,))
#: Edits of the position by the gamemaster after a turn, in scenario notation, and the resulting
#: state.
edits = _table(
    "edits",
    "id turn text words reason actor state digest edited_at",
    (records.Edit,),
    numbered=True,
)
#: Order of the joinings, postponements and edits after a turn, and the next attempt at the
#: following turn. `kind` is the kind of change, `number` that of its row.
between_turns = _table("between_turns", "id turn attempt kind number", (_Row,), numbered=True)
#: Turns that the gamemaster undid, in that order.
undone = _table(
    "undone",
    "id turn attempt reason undone_at run_at digest events_digest orders orders_digest turn_key"
    " last_order",
    (records.UndoneTurn,),
    numbered=True,
)
#: Reports of undone attempts, as they had been sent.
undone_reports = _table("undone_reports", "undone seat document", (_Row,), keys=2)
#: The gamemaster's decisions about versions, in order: the game was pinned or unpinned after a
#: turn, or migrated, with the result of its check.
upgrades = _table(
    "upgrades",
    "id turn kind versions before found:result says:summary decided_at",
    (records.Upgrade,),
    numbered=True,
)
#: The audit log of actions by the gamemaster and the server, in order; rows are only ever added.
audit = _table(
    "audit", "number at turn actor action facts words public", (records.AuditEntry,), numbered=True
)
#: Actor and words of the audit log with templates; entries before version 15 have words alone.
audit_texts = Table(
    "audit_texts",
    metadata,
    Column("number", CheckedInteger, ForeignKey("audit.number"), primary_key=True),
    Column("text", CheckedJson(is_mapping), nullable=False),
    info=since(15),
)

# deadlines

#: Decisions about deadlines, in order and never changed: made before turn `turn`, at this attempt
#: at it. `seat` is that of a vacation.
deadline_changes = _table(
    "deadline_changes",
    "id turn attempt kind seat facts reason decided_by decided_at",
    (records.DeadlineChange,),
    numbered=True,
)
#: Reminders that were sent for a deadline, so that each is sent once; `seat` "" is the gamemaster.
reminded = _table(
    "reminded",
    "id turn attempt deadline seat what:kind told_at:reminded_at",
    (records.Reminder, _Attempt),
    UniqueConstraint("turn", "attempt", "deadline", "seat", "kind", name="told_once"),
    numbered=True,
)

# emails

#: Emails that were read. An email to several games is done once the last of them is.
mails = _table(
    "mails", "key message_id sender read_at outcome done:is_done parts", (records.ReadMail,)
)
#: Emails that are being read, how often that was tried, and the latest process: if that is gone,
#: it ended while reading the mail.
readings = _table("readings", "key attempts process", (_Row,))
outbox = _table(
    "outbox",
    "id kind seat turn recipient subject body in_reply_to thread created_at state attempts"
    " next_attempt message_id reason",
    (records.NewMail, records.OutgoingMail),
    Index("mails_that_are_due", "state", "next_attempt", "id"),
    unique="message_id",
    numbered=True,
)
deliveries = _table(
    "deliveries",
    "id mail at attempt recipient subject message_id outcome reply",
    (records.MailAttempt,),
    numbered=True,
)
#: Emails without orders, for the gamemaster to read.
inbox_mails = _table(
    "letters", "id sender subject text came_at", (records.InboxMail,), numbered=True
)
#: Failed passwords for a seat in emails.
wrong_passwords = _table(
    "wrong_passwords",
    "id seat sender at",
    (records.WrongPassword,),
    Index("wrong_passwords_of_a_seat", "seat", "at"),
)

# messages

#: Rules for messages; the last row is the current one. Each change was announced to all.
message_rules = _table(
    "press_rules",
    "id at who anonymous with_turn opened",
    (message_records.MessagingRule, _Row),
    numbered=True,
)
#: Messages of seats, or of the gamemaster (no sender). `thread` is the first message of its
#: thread, 0 for that message itself; `audience` names the recipients, unless it is to everyone.
#: Whether it is anonymous, and published after the end, follows the rule at its writing.
#: `veiled`: the recipients would reveal the sender, and are hidden.
messages = _table(
    "messages",
    "id sender audience everybody:to_all gamemaster thread subject text turn anonymous veiled opens"
    " sent_at",
    (message_records.NewMessage,),
    Column("released_at", CheckedText),
    Index("messages_of_a_sender", "sender", "sent_at"),
    Index("messages_of_a_thread", "thread"),
    numbered=True,
)
#: Copies of a message for its sender and recipients: each has a number per seat, and a token that
#: identifies replies by mail.
message_copies = _table(
    "message_copies",
    "id message seat number token read_at",
    (_Row,),
    UniqueConstraint("seat", "number"),
    UniqueConstraint("message", "seat"),
    unique="token",
)
#: Senders that a seat blocks: by name, or the anonymous writer of the message of this number (in
#: the seat's numbering; else 0). Blocking the writers of two messages must not reveal whether
#: they are the same: that makes two rows.
message_blocks = _table(
    "message_blocks",
    "id seat sender anonymous number at",
    (_Row,),
    UniqueConstraint("seat", "sender", "anonymous", "number"),
)
#: Messages that a seat has reported to the gamemaster.
message_reports = _table(
    "message_reports",
    "id message seat reason at",
    (message_records.MessageReport,),
    UniqueConstraint("message", "seat"),
)

# events, subscriptions and their notifications

#: Events, written together with the change they report. `number` counts the public ones, and is 0
#: for others; an event with a `key` is stored once.
events_table = _table(
    "happenings",
    "id number kind at turn everybody:to_all gamemaster facts key",
    (message_records.GameEvent,),
    unique="key",
    numbered=True,
)
#: Recipients of an event, each seat with its own numbering.
event_recipients = _table(
    "happening_hearers",
    "id happening:event seat number",
    (_Row,),
    UniqueConstraint("seat", "number"),
    UniqueConstraint("event", "seat"),
)
#: Subscriptions: `channel` is "webhook" or "mail", `scope` whether it belongs to a "seat" (it is
#: removed with its player), to the "game" or to the "gamemaster".
subscriptions_table = _table(
    "notice_ways",
    "id how:channel scope seat address secret kinds added_at",
    (message_records.Subscription,),
    Column("removed_at", CheckedText),
    numbered=True,
)
#: Deliveries of an event to a subscription, each once, and their state.
deliveries_table = _table(
    "tellings",
    "id way:subscription happening:event state attempts next_attempt reason",
    (message_records.NotificationDelivery,),
    UniqueConstraint("subscription", "event"),
    Index("tellings_that_are_due", "state", "next_attempt", "id"),
    numbered=True,
)
#: The delivery log: attempts at deliveries, and their outcomes.
attempts_table = _table(
    "telling_attempts",
    "id telling:delivery at attempt outcome reply",
    (message_records.NotificationAttempt,),
    numbered=True,
)
#: Feeds of seats by tokens in the store, as older versions had them; no longer read.
feeds = _table("feeds", "seat token made_at", (_Row,), unique="token")
#: Kinds of events that a seat wants no emails about.
notice_mutes = _table("notice_mutes", "seat kind", (_Row,), keys=2)

#: Drafts that the web page saved while they were written, and the number of earlier ones whose
#: place each has taken.
saved_drafts = Table(
    "saved_drafts",
    metadata,
    Column("orders", CheckedInteger, ForeignKey("orders.id"), primary_key=True),
    Column("replaced", CheckedInteger, nullable=False),
    info=since(16),
)

name_columns(metadata)

#: The schema of a game's tables.
TABLES = Tables(APPLICATION, STORE_SCHEMA, metadata, "game", OLDEST_SCHEMA)
