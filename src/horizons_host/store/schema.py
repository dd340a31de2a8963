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

#: Counts the shapes that the tables have had: `databases/migrations/game` has a step to each.
STORE_SCHEMA = 15
#: Marks the file as ours ("Hrzn"); kept in `PRAGMA application_id`.
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


# From here on: what came with version 2. A file of version 1 gets it when it is first written.

#: `address` is the one given at set-up or "", `redirect` one that the gamemaster set since.
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
#: Mails that were read. One that concerns several games is `done` once the last of them is.
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


# From here on: what came with version 3.

#: One row for each time that the gamemaster put off the end, with the turn after which it was so.
postponements = Table(
    "postponements",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, nullable=False),
    Column("not_before", Whole, nullable=False),
    Column("decided_at", Words, nullable=False),
    info=since(3),
)


# From here on: what came with version 4.

#: The roles of those who play no empire.
roles = Table(
    "roles",
    metadata,
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("role", Words, nullable=False),
    info=since(4),
)
#: Who joined after which turn, in their order, and the game with them.
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


# From here on: what came with version 5.

#: Mails that are being read, how often that was begun, and by which process at last: where that is
#: gone, it ended in the midst of the mail.
readings = Table(
    "readings",
    metadata,
    Column("key", Words, primary_key=True),
    Column("attempts", Whole, nullable=False),
    Column("process", Words, nullable=False),
    info=since(5),
)


# From here on: what came with version 6.

#: What the gamemaster arranged for seats since the set-up: who plays now, a password that holds
#: instead of the game's own ("": none), and what is done when orders are missing.
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
#: Orders that the program wrote for a turn: a bot's or standing ones. `instead` says what took the
#: place of a person's orders that were missing; "" for the orders of a bot's own seat.
written = Table(
    "written",
    metadata,
    Column("orders", Whole, ForeignKey("orders.id"), primary_key=True),
    Column("instead", Words, nullable=False),
    info=since(6),
)


# From here on: what came with version 7.

#: Turns that the gamemaster took back, in the order of that.
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


# From here on: what came with version 8.

#: One row: how the game was made ("new" or "import"), with which options, secret ones included, and
#: whose shares of chance, the gamemaster's included ({}: none).
set_ups = Table(
    "set_ups",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("made", Words, nullable=False),
    Column("options", Json(is_mapping), nullable=False),
    Column("shares", Json(is_mapping), nullable=False),
    info=since(8),
)


# From here on: what came with version 9.

#: Mails that held no orders, for the gamemaster to read.
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
#: That a mail gave a wrong password for a seat, and when.
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


# From here on: what came with version 10.

#: Players whom a turn brought into the game, by an order of an umpire's.
arrivals = Table(
    "arrivals",
    metadata,
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("turn", Whole, ForeignKey("turns.turn"), nullable=False),
    info=since(10),
)


# From here on: what came with version 11.

#: What the gamemaster decided on versions, in order: the game was pinned to one after a turn, that
#: was ended, or it was migrated to one, and what a check had found of that.
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


# From here on: what came with version 12.

#: What was done to the game by its gamemaster and the server, in order; rows are only ever added.
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
#: Actor and words of the audit with templates; entries of before version 15 have words alone.
audit_texts = Table(
    "audit_texts",
    metadata,
    Column("number", Whole, ForeignKey("audit.number"), primary_key=True),
    Column("text", Json(is_mapping), nullable=False),
    info=since(15),
)
#: Changes that the gamemaster made to the standing game after a turn, in scenario words, and the
#: game with them.
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
#: In which order players joined, the end was put off and edits were made after a turn, and which
#: attempt at the next was to come by then. `kind` says what was done, `number` is that of its row.
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
#: Reports of attempts that were taken back, as they had been sent.
undone_reports = Table(
    "undone_reports",
    metadata,
    Column("undone", Whole, ForeignKey("undone.id"), primary_key=True),
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("document", Packed, nullable=False),
    info=since(12),
)
#: Orders that somebody handed in for a seat that is another's, and why.
on_behalf = Table(
    "on_behalf",
    metadata,
    Column("orders", Whole, ForeignKey("orders.id"), primary_key=True),
    Column("actor", Words, nullable=False),
    Column("reason", Words, nullable=False),
    info=since(12),
)

name_columns(metadata)


#: The tables of a game, for the database they lie in.
TABLES = Tables(APPLICATION, STORE_SCHEMA, metadata, "game")
