"""The tables of a game, and how a connection to its file is made."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Index,
    MetaData,
    NullPool,
    Table,
    create_engine,
    event,
)

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

#: Counts the shapes that the tables have had; kept in `PRAGMA user_version`.
STORE_SCHEMA = 11
#: Marks the file as ours ("Hrzn"); kept in `PRAGMA application_id`.
APPLICATION = 0x48727A6E

metadata = MetaData()

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
)
_SINCE_2 = (addresses, endings, mails, outbox, deliveries)


# From here on: what came with version 3.

#: One row for each time that the gamemaster put off the end, with the turn after which it was so.
postponements = Table(
    "postponements",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, nullable=False),
    Column("not_before", Whole, nullable=False),
    Column("decided_at", Words, nullable=False),
)
_SINCE_3 = (postponements,)


# From here on: what came with version 4.

#: The roles of those who play no empire.
roles = Table(
    "roles",
    metadata,
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("role", Words, nullable=False),
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
)
_SINCE_4 = (roles, joinings)


# From here on: what came with version 5.

#: Mails that are being read, how often that was begun, and by which process at last: where that is
#: gone, it ended in the midst of the mail.
readings = Table(
    "readings",
    metadata,
    Column("key", Words, primary_key=True),
    Column("attempts", Whole, nullable=False),
    Column("process", Words, nullable=False),
)
_SINCE_5 = (readings,)


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
)
#: Orders that the program wrote for a turn: a bot's or standing ones. `instead` says what took the
#: place of a person's orders that were missing; "" for the orders of a bot's own seat.
written = Table(
    "written",
    metadata,
    Column("orders", Whole, ForeignKey("orders.id"), primary_key=True),
    Column("instead", Words, nullable=False),
)
_SINCE_6 = (arrangements, written)


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
)
_SINCE_7 = (undone,)
#: The version since which there are turns that were taken back.
UNDONE_SINCE = 7


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
)
_SINCE_8 = (set_ups,)


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
)
_SINCE_9 = (letters, wrong_passwords)


# From here on: what came with version 10.

#: Players whom a turn brought into the game, by an order of an umpire's.
arrivals = Table(
    "arrivals",
    metadata,
    Column("seat", Words, ForeignKey("seats.name"), primary_key=True),
    Column("turn", Whole, ForeignKey("turns.turn"), nullable=False),
)
_SINCE_10 = (arrivals,)


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
)
_SINCE_11 = (upgrades,)
_LATER = (
    *_SINCE_2,
    *_SINCE_3,
    *_SINCE_4,
    *_SINCE_5,
    *_SINCE_6,
    *_SINCE_7,
    *_SINCE_8,
    *_SINCE_9,
    *_SINCE_10,
    *_SINCE_11,
)

name_columns(metadata)


def version_of(connection: Connection) -> int:
    """The version of the tables in the file."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())


def bring_up_to_date(connection: Connection) -> None:
    """Give an older file the tables of today, inside the transaction that is going to write it."""
    if version_of(connection) < STORE_SCHEMA:
        metadata.create_all(connection, tables=_LATER, checkfirst=True)
        connection.exec_driver_sql(f"PRAGMA user_version = {STORE_SCHEMA}")


def engine_for(file: Path, patience: float) -> Engine:
    """An engine on a file that exists already.

    A transaction with the execution option `writes` takes the write lock at its beginning, so that
    what it reads first cannot change under it.
    """
    made = create_engine(
        "sqlite://", creator=lambda: _connected(file, patience), poolclass=NullPool
    )
    event.listen(made, "connect", _prepare)
    event.listen(made, "begin", _begin)
    return made


def _connected(file: Path, patience: float) -> sqlite3.Connection:
    # `mode=rw` never makes a file, and opens one that is read-only for reading.
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=patience)


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says, not by guess
    connection.execute("PRAGMA foreign_keys = ON")
    # The default rollback journal: a folder may be read-only, and be copied file by file.
    connection.execute("PRAGMA synchronous = EXTRA")
    connection.execute("PRAGMA secure_delete = ON")  # the text of a mail that was sent is gone


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
