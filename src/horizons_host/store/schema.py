"""The tables of a game."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Table,
)

from horizons_host.databases.engines import Tables
from horizons_host.store.columns import (
    Json,
    LongText,
    Packed,
    Whole,
    Words,
    are_mappings,
    are_mods,
    are_numbers_by_name,
    are_remarks,
    are_texts,
    is_mapping,
    name_columns,
)
from horizons_host.store.deadline_tables import (
    deadline_changes,
    order_marks,
    reminded,
)
from horizons_host.store.tables import has, metadata, since

__all__ = ["deadline_changes", "has", "order_marks", "reminded"]

#: Version of the tables: `databases/migrations/game` has a step to each.
STORE_SCHEMA = 15
#: Marks the file as a game ("Hrzn") in `PRAGMA application_id`.
APPLICATION = 0x48727A6E

game = Table(
    "game",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("name", Words, nullable=False),
    Column("variant", Words, nullable=False),
    Column("mods", Json(are_mods), nullable=False),
    Column("options", Json(is_mapping), nullable=False),
    Column("seeded", Boolean, nullable=False),
    Column("created_at", Words, nullable=False),
)
seats = Table(
    "seats",
    metadata,
    Column("position", Whole, primary_key=True),
    Column("name", Words, nullable=False, unique=True),
    Column("bot", Words),
    Column("password_hash", Words),
)
orders = Table(
    "orders",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, nullable=False),
    Column("seat", Words, ForeignKey("seats.name"), nullable=False),
    Column("text", LongText, nullable=False),
    Column("submitted_at", Words, nullable=False),
    Column("source", Words, nullable=False),
    Column("diagnostics", Json(are_remarks), nullable=False),
    Index("orders_of_a_turn", "turn", "seat", "id"),
    sqlite_autoincrement=True,
)
turns = Table(
    "turns",
    metadata,
    Column("turn", Whole, primary_key=True),
    Column("state", Packed, nullable=False),
    Column("digest", Words, nullable=False),
    Column("events", Packed, nullable=False),
    Column("events_digest", Words, nullable=False),
    Column("orders", Json(are_numbers_by_name), nullable=False),
    Column("orders_digest", Words, nullable=False),
    Column("turn_key", Words, nullable=False),
    Column("versions", Json(is_mapping), nullable=False),
    Column("run_at", Words, nullable=False),
)
reports = Table(
    "reports",
    metadata,
    Column("turn", Whole, ForeignKey("turns.turn"), primary_key=True),
    Column("empire", Words, ForeignKey("seats.name"), primary_key=True),
    Column("document", Packed, nullable=False),
)


# Since version 2. A file of version 1 gets these tables when it is first written.

#: `address` is the one given at set-up or "", `redirect` a later one set by the gamemaster.
addresses = Table(
    "addresses",
    metadata,
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("address", Words, nullable=False),
    Column("redirect", Words),
    info=since(2),
)
#: One row if the gamemaster ended the game.
endings = Table(
    "endings",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, nullable=False),
    Column("reason", Words, nullable=False),
    Column("winners", Json(are_texts), nullable=False),
    Column("ended_at", Words, nullable=False),
    info=since(2),
)
#: Mails that were read. A mail to several games is `done` once the last of them is.
mails = Table(
    "mails",
    metadata,
    Column("key", Words, primary_key=True),
    Column("message_id", Words, nullable=False),
    Column("sender", Words, nullable=False),
    Column("read_at", Words, nullable=False),
    Column("outcome", Words, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("parts", Json(are_mappings), nullable=False),
    info=since(2),
)
outbox = Table(
    "outbox",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("kind", Words, nullable=False),
    Column("seat", Words, ForeignKey("seats.name")),
    Column("turn", Whole),
    Column("recipient", Words, nullable=False),
    Column("subject", Words, nullable=False),
    Column("body", LongText),
    Column("in_reply_to", Words, nullable=False),
    Column("thread", Words, nullable=False),
    Column("created_at", Words, nullable=False),
    Column("state", Words, nullable=False),
    Column("attempts", Whole, nullable=False),
    Column("next_attempt", Words, nullable=False),
    Column("message_id", Words, unique=True),
    Column("reason", Words, nullable=False),
    Index("mails_that_are_due", "state", "next_attempt", "id"),
    sqlite_autoincrement=True,
    info=since(2),
)
deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("mail", Whole, ForeignKey("outbox.id"), nullable=False),
    Column("at", Words, nullable=False),
    Column("attempt", Whole, nullable=False),
    Column("recipient", Words, nullable=False),
    Column("subject", Words, nullable=False),
    Column("message_id", Words, nullable=False),
    Column("outcome", Words, nullable=False),
    Column("reply", Words, nullable=False),
    sqlite_autoincrement=True,
    info=since(2),
)


# Since version 3.

#: Postponements of the end by the gamemaster, with the turn after which they were decided.
postponements = Table(
    "postponements",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, nullable=False),
    Column("not_before", Whole, nullable=False),
    Column("decided_at", Words, nullable=False),
    info=since(3),
)


# Since version 4.

#: Roles of seats without an empire.
roles = Table(
    "roles",
    metadata,
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("role", Words, nullable=False),
    info=since(4),
)
#: Seats that joined after a turn, in order, and the state with them.
joinings = Table(
    "joinings",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, ForeignKey("turns.turn"), nullable=False),
    Column("seat", Words, ForeignKey("seats.name"), nullable=False, unique=True),
    Column("options", Json(is_mapping), nullable=False),
    Column("state", Packed, nullable=False),
    Column("digest", Words, nullable=False),
    Column("joined_at", Words, nullable=False),
    info=since(4),
)


# Since version 5.

#: Mails that are being read, how often that was tried, and the latest process: if that is gone,
#: it ended while reading the mail.
readings = Table(
    "readings",
    metadata,
    Column("key", Words, primary_key=True),
    Column("attempts", Whole, nullable=False),
    Column("process", Words, nullable=False),
    info=since(5),
)


# Since version 6.

#: The gamemaster's settings of seats since the set-up: the current player, a password that
#: replaces the game's own ("": none), and the missing-orders policy.
arrangements = Table(
    "arrangements",
    metadata,
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("person", Words, nullable=False),
    Column("password_hash", Words),
    Column("policy", Words, nullable=False),
    Column("standing_orders", LongText, nullable=False),
    Column("bot", Words, nullable=False),
    Column("until_turn", Whole, nullable=False),
    info=since(6),
)
#: Orders that the program wrote for a turn: a bot's or standing ones. `instead` names the source of
#: orders that replace a player's missing ones; "" for the orders of a bot's own seat.
written = Table(
    "written",
    metadata,
    Column("orders", Whole, ForeignKey("orders.id"), primary_key=True),
    Column("instead", Words, nullable=False),
    info=since(6),
)


# Since version 7.

#: Turns that the gamemaster undid, in that order.
undone = Table(
    "undone",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, nullable=False),
    Column("attempt", Whole, nullable=False),
    Column("reason", Words, nullable=False),
    Column("undone_at", Words, nullable=False),
    Column("run_at", Words, nullable=False),
    Column("digest", Words, nullable=False),
    Column("events_digest", Words, nullable=False),
    Column("orders", Json(are_numbers_by_name), nullable=False),
    Column("orders_digest", Words, nullable=False),
    Column("turn_key", Words, nullable=False),
    Column("last_order", Whole, nullable=False),
    sqlite_autoincrement=True,
    info=since(7),
)


# Since version 8.

#: One row: how the game was created ("new" or "import"), with its options, secret ones included,
#: and the shares of the random seed, the gamemaster's included ({}: none).
set_ups = Table(
    "set_ups",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("made", Words, nullable=False),
    Column("options", Json(is_mapping), nullable=False),
    Column("shares", Json(is_mapping), nullable=False),
    info=since(8),
)


# Since version 9.

#: Mails without orders, for the gamemaster to read.
letters = Table(
    "letters",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("sender", Words, nullable=False),
    Column("subject", Words, nullable=False),
    Column("text", LongText, nullable=False),
    Column("came_at", Words, nullable=False),
    sqlite_autoincrement=True,
    info=since(9),
)
#: Failed passwords for a seat in mails.
wrong_passwords = Table(
    "wrong_passwords",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("seat", Words, ForeignKey("seats.name"), nullable=False),
    Column("sender", Words, nullable=False),
    Column("at", Words, nullable=False),
    Index("wrong_passwords_of_a_seat", "seat", "at"),
    info=since(9),
)


# Since version 10.

#: Players that joined by a turn, through an umpire's order.
arrivals = Table(
    "arrivals",
    metadata,
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("turn", Whole, ForeignKey("turns.turn"), nullable=False),
    info=since(10),
)


# Since version 11.

#: The gamemaster's decisions about versions, in order: the game was pinned or unpinned after a
#: turn, or migrated, with the result of its check.
upgrades = Table(
    "upgrades",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, nullable=False),
    Column("kind", Words, nullable=False),
    Column("versions", Json(is_mapping), nullable=False),
    Column("before", Json(is_mapping), nullable=False),
    Column("found", Words, nullable=False),
    Column("says", LongText, nullable=False),
    Column("decided_at", Words, nullable=False),
    sqlite_autoincrement=True,
    info=since(11),
)


# Since version 12.

#: The audit log of actions by the gamemaster and the server, in order; rows are only ever added.
audit = Table(
    "audit",
    metadata,
    Column("number", Whole, primary_key=True),
    Column("at", Words, nullable=False),
    Column("turn", Whole, nullable=False),
    Column("actor", Words, nullable=False),
    Column("action", Words, nullable=False),
    Column("facts", Json(is_mapping), nullable=False),
    Column("words", LongText, nullable=False),
    Column("public", Boolean, nullable=False),
    sqlite_autoincrement=True,
    info=since(12),
)
#: Actor and words of the audit log with templates; entries before version 15 have words alone.
audit_texts = Table(
    "audit_texts",
    metadata,
    Column("number", Whole, ForeignKey("audit.number"), primary_key=True),
    Column("text", Json(is_mapping), nullable=False),
    info=since(15),
)
#: Edits of the position by the gamemaster after a turn, in scenario notation, and the resulting
#: state.
edits = Table(
    "edits",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, ForeignKey("turns.turn"), nullable=False),
    Column("text", LongText, nullable=False),
    Column("words", Words, nullable=False),
    Column("reason", Words, nullable=False),
    Column("actor", Words, nullable=False),
    Column("state", Packed, nullable=False),
    Column("digest", Words, nullable=False),
    Column("edited_at", Words, nullable=False),
    sqlite_autoincrement=True,
    info=since(12),
)
#: Order of the joinings, postponements and edits after a turn, and the next attempt at the
#: following turn. `kind` is the kind of change, `number` that of its row.
between_turns = Table(
    "between_turns",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, ForeignKey("turns.turn"), nullable=False),
    Column("attempt", Whole, nullable=False),
    Column("kind", Words, nullable=False),
    Column("number", Whole, nullable=False),
    sqlite_autoincrement=True,
    info=since(12),
)
#: Reports of undone attempts, as they had been sent.
undone_reports = Table(
    "undone_reports",
    metadata,
    Column("undone", Whole, ForeignKey("undone.id"), primary_key=True),
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("document", Packed, nullable=False),
    info=since(12),
)
#: Orders that were submitted on behalf of another's seat, and the reason.
on_behalf = Table(
    "on_behalf",
    metadata,
    Column("orders", Whole, ForeignKey("orders.id"), primary_key=True),
    Column("actor", Words, nullable=False),
    Column("reason", Words, nullable=False),
    info=since(12),
)

name_columns(metadata)


#: The schema of a game's tables.
TABLES = Tables(APPLICATION, STORE_SCHEMA, metadata, "game")
