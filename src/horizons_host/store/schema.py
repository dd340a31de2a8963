"""The tables of a game."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table

from horizons_host.store.columns import (
    CheckedInteger,
    CheckedJson,
    CheckedLongText,
    CheckedText,
    CompressedData,
    are_mappings,
    are_mods,
    are_numbers_by_name,
    are_remarks,
    are_texts,
    is_mapping,
    name_columns,
)
from horizons_host.store.database import Tables
from horizons_host.store.tables import deadline_changes, has, metadata, order_marks, reminded, since

__all__ = ["deadline_changes", "has", "order_marks", "reminded"]

#: The version of the tables, and that of Horizons 0.2.0, the oldest known. `store/migrations/game`
#: has a step to each version from it on.
STORE_SCHEMA, OLDEST_SCHEMA = 15, 14
#: Marks the file as a game ("Hrzn") in `PRAGMA application_id`.
APPLICATION = 0x48727A6E

game = Table(
    "game",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("name", CheckedText, nullable=False),
    Column("variant", CheckedText, nullable=False),
    Column("mods", CheckedJson(are_mods), nullable=False),
    Column("options", CheckedJson(is_mapping), nullable=False),
    Column("seeded", Boolean, nullable=False),
    Column("created_at", CheckedText, nullable=False),
)
seats = Table(
    "seats",
    metadata,
    Column("position", CheckedInteger, primary_key=True),
    Column("name", CheckedText, nullable=False, unique=True),
    Column("bot", CheckedText),
    Column("password_hash", CheckedText),
)
orders = Table(
    "orders",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, nullable=False),
    Column("seat", CheckedText, ForeignKey("seats.name"), nullable=False),
    Column("text", CheckedLongText, nullable=False),
    Column("submitted_at", CheckedText, nullable=False),
    Column("source", CheckedText, nullable=False),
    Column("diagnostics", CheckedJson(are_remarks), nullable=False),
    Index("orders_of_a_turn", "turn", "seat", "id"),
    sqlite_autoincrement=True,
)
turns = Table(
    "turns",
    metadata,
    Column("turn", CheckedInteger, primary_key=True),
    Column("state", CompressedData, nullable=False),
    Column("digest", CheckedText, nullable=False),
    Column("events", CompressedData, nullable=False),
    Column("events_digest", CheckedText, nullable=False),
    Column("orders", CheckedJson(are_numbers_by_name), nullable=False),
    Column("orders_digest", CheckedText, nullable=False),
    Column("turn_key", CheckedText, nullable=False),
    Column("versions", CheckedJson(is_mapping), nullable=False),
    Column("run_at", CheckedText, nullable=False),
)
reports = Table(
    "reports",
    metadata,
    Column("turn", CheckedInteger, ForeignKey("turns.turn"), primary_key=True),
    Column("empire", CheckedText, ForeignKey("seats.name"), primary_key=True),
    Column("document", CompressedData, nullable=False),
)


#: `address` is the one given at set-up or "", `redirect` a later one set by the gamemaster.
addresses = Table(
    "addresses",
    metadata,
    Column("seat", CheckedText, ForeignKey("seats.name"), primary_key=True),
    Column("address", CheckedText, nullable=False),
    Column("redirect", CheckedText),
)
#: One row if the gamemaster ended the game.
endings = Table(
    "endings",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, nullable=False),
    Column("reason", CheckedText, nullable=False),
    Column("winners", CheckedJson(are_texts), nullable=False),
    Column("ended_at", CheckedText, nullable=False),
)
#: Mails that were read. A mail to several games is done once the last of them is.
mails = Table(
    "mails",
    metadata,
    Column("key", CheckedText, primary_key=True),
    Column("message_id", CheckedText, nullable=False),
    Column("sender", CheckedText, nullable=False),
    Column("read_at", CheckedText, nullable=False),
    Column("outcome", CheckedText, nullable=False),
    Column("done", Boolean, key="is_done", nullable=False),
    Column("parts", CheckedJson(are_mappings), nullable=False),
)
outbox = Table(
    "outbox",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("kind", CheckedText, nullable=False),
    Column("seat", CheckedText, ForeignKey("seats.name")),
    Column("turn", CheckedInteger),
    Column("recipient", CheckedText, nullable=False),
    Column("subject", CheckedText, nullable=False),
    Column("body", CheckedLongText),
    Column("in_reply_to", CheckedText, nullable=False),
    Column("thread", CheckedText, nullable=False),
    Column("created_at", CheckedText, nullable=False),
    Column("state", CheckedText, nullable=False),
    Column("attempts", CheckedInteger, nullable=False),
    Column("next_attempt", CheckedText, nullable=False),
    Column("message_id", CheckedText, unique=True),
    Column("reason", CheckedText, nullable=False),
    Index("mails_that_are_due", "state", "next_attempt", "id"),
    sqlite_autoincrement=True,
)
deliveries = Table(
    "deliveries",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("mail", CheckedInteger, ForeignKey("outbox.id"), nullable=False),
    Column("at", CheckedText, nullable=False),
    Column("attempt", CheckedInteger, nullable=False),
    Column("recipient", CheckedText, nullable=False),
    Column("subject", CheckedText, nullable=False),
    Column("message_id", CheckedText, nullable=False),
    Column("outcome", CheckedText, nullable=False),
    Column("reply", CheckedText, nullable=False),
    sqlite_autoincrement=True,
)


#: Postponements of the end by the gamemaster, with the turn after which they were decided.
postponements = Table(
    "postponements",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, nullable=False),
    Column("not_before", CheckedInteger, nullable=False),
    Column("decided_at", CheckedText, nullable=False),
)


#: Roles of seats without an empire.
roles = Table(
    "roles",
    metadata,
    Column("seat", CheckedText, ForeignKey("seats.name"), primary_key=True),
    Column("role", CheckedText, nullable=False),
)
#: Seats that joined after a turn, in order, and the state with them.
joinings = Table(
    "joinings",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, ForeignKey("turns.turn"), nullable=False),
    Column("seat", CheckedText, ForeignKey("seats.name"), nullable=False, unique=True),
    Column("options", CheckedJson(is_mapping), nullable=False),
    Column("state", CompressedData, nullable=False),
    Column("digest", CheckedText, nullable=False),
    Column("joined_at", CheckedText, nullable=False),
)


#: Mails that are being read, how often that was tried, and the latest process: if that is gone,
#: it ended while reading the mail.
readings = Table(
    "readings",
    metadata,
    Column("key", CheckedText, primary_key=True),
    Column("attempts", CheckedInteger, nullable=False),
    Column("process", CheckedText, nullable=False),
)


#: The gamemaster's settings of seats since the set-up: the current player, a password that
#: replaces the game's own ("": none), and the missing-orders policy.
arrangements = Table(
    "arrangements",
    metadata,
    Column("seat", CheckedText, ForeignKey("seats.name"), primary_key=True),
    Column("person", CheckedText, nullable=False),
    Column("password_hash", CheckedText),
    Column("policy", CheckedText, nullable=False),
    Column("standing_orders", CheckedLongText, nullable=False),
    Column("bot", CheckedText, nullable=False),
    Column("until_turn", CheckedInteger, nullable=False),
)
#: Orders that the program wrote for a turn: a bot's or standing ones. `instead` names the source of
#: orders that replace a player's missing ones; "" for the orders of a bot's own seat.
written = Table(
    "written",
    metadata,
    Column("orders", CheckedInteger, ForeignKey("orders.id"), primary_key=True),
    Column("instead", CheckedText, nullable=False),
)


#: Turns that the gamemaster undid, in that order.
undone = Table(
    "undone",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, nullable=False),
    Column("attempt", CheckedInteger, nullable=False),
    Column("reason", CheckedText, nullable=False),
    Column("undone_at", CheckedText, nullable=False),
    Column("run_at", CheckedText, nullable=False),
    Column("digest", CheckedText, nullable=False),
    Column("events_digest", CheckedText, nullable=False),
    Column("orders", CheckedJson(are_numbers_by_name), nullable=False),
    Column("orders_digest", CheckedText, nullable=False),
    Column("turn_key", CheckedText, nullable=False),
    Column("last_order", CheckedInteger, nullable=False),
    sqlite_autoincrement=True,
)


#: One row: how the game was created ("new" or "import"), with its options, secret ones included,
#: and the shares of the random seed, the gamemaster's included ({}: none).
set_ups = Table(
    "set_ups",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("made", CheckedText, key="origin", nullable=False),
    Column("options", CheckedJson(is_mapping), nullable=False),
    Column("shares", CheckedJson(is_mapping), nullable=False),
)


#: Mails without orders, for the gamemaster to read.
inbox_mails = Table(
    "letters",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("sender", CheckedText, nullable=False),
    Column("subject", CheckedText, nullable=False),
    Column("text", CheckedLongText, nullable=False),
    Column("came_at", CheckedText, nullable=False),
    sqlite_autoincrement=True,
)
#: Failed passwords for a seat in mails.
wrong_passwords = Table(
    "wrong_passwords",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("seat", CheckedText, ForeignKey("seats.name"), nullable=False),
    Column("sender", CheckedText, nullable=False),
    Column("at", CheckedText, nullable=False),
    Index("wrong_passwords_of_a_seat", "seat", "at"),
)


#: Players that joined by a turn, through an umpire's order.
arrivals = Table(
    "arrivals",
    metadata,
    Column("seat", CheckedText, ForeignKey("seats.name"), primary_key=True),
    Column("turn", CheckedInteger, ForeignKey("turns.turn"), nullable=False),
)


#: The gamemaster's decisions about versions, in order: the game was pinned or unpinned after a
#: turn, or migrated, with the result of its check.
upgrades = Table(
    "upgrades",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, nullable=False),
    Column("kind", CheckedText, nullable=False),
    Column("versions", CheckedJson(is_mapping), nullable=False),
    Column("before", CheckedJson(is_mapping), nullable=False),
    Column("found", CheckedText, key="result", nullable=False),
    Column("says", CheckedLongText, key="summary", nullable=False),
    Column("decided_at", CheckedText, nullable=False),
    sqlite_autoincrement=True,
)


#: The audit log of actions by the gamemaster and the server, in order; rows are only ever added.
audit = Table(
    "audit",
    metadata,
    Column("number", CheckedInteger, primary_key=True),
    Column("at", CheckedText, nullable=False),
    Column("turn", CheckedInteger, nullable=False),
    Column("actor", CheckedText, nullable=False),
    Column("action", CheckedText, nullable=False),
    Column("facts", CheckedJson(is_mapping), nullable=False),
    Column("words", CheckedLongText, nullable=False),
    Column("public", Boolean, nullable=False),
    sqlite_autoincrement=True,
)
#: Actor and words of the audit log with templates; entries before version 15 have words alone.
audit_texts = Table(
    "audit_texts",
    metadata,
    Column("number", CheckedInteger, ForeignKey("audit.number"), primary_key=True),
    Column("text", CheckedJson(is_mapping), nullable=False),
    info=since(15),
)
#: Edits of the position by the gamemaster after a turn, in scenario notation, and the resulting
#: state.
edits = Table(
    "edits",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, ForeignKey("turns.turn"), nullable=False),
    Column("text", CheckedLongText, nullable=False),
    Column("words", CheckedText, nullable=False),
    Column("reason", CheckedText, nullable=False),
    Column("actor", CheckedText, nullable=False),
    Column("state", CompressedData, nullable=False),
    Column("digest", CheckedText, nullable=False),
    Column("edited_at", CheckedText, nullable=False),
    sqlite_autoincrement=True,
)
#: Order of the joinings, postponements and edits after a turn, and the next attempt at the
#: following turn. `kind` is the kind of change, `number` that of its row.
between_turns = Table(
    "between_turns",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, ForeignKey("turns.turn"), nullable=False),
    Column("attempt", CheckedInteger, nullable=False),
    Column("kind", CheckedText, nullable=False),
    Column("number", CheckedInteger, nullable=False),
    sqlite_autoincrement=True,
)
#: Reports of undone attempts, as they had been sent.
undone_reports = Table(
    "undone_reports",
    metadata,
    Column("undone", CheckedInteger, ForeignKey("undone.id"), primary_key=True),
    Column("seat", CheckedText, ForeignKey("seats.name"), primary_key=True),
    Column("document", CompressedData, nullable=False),
)
#: Orders that were submitted on behalf of another's seat, and the reason.
on_behalf = Table(
    "on_behalf",
    metadata,
    Column("orders", CheckedInteger, ForeignKey("orders.id"), primary_key=True),
    Column("actor", CheckedText, nullable=False),
    Column("reason", CheckedText, nullable=False),
)

name_columns(metadata)


#: The schema of a game's tables.
TABLES = Tables(APPLICATION, STORE_SCHEMA, metadata, "game", OLDEST_SCHEMA)
