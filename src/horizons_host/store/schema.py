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
    Integer,
    LargeBinary,
    MetaData,
    NullPool,
    String,
    Table,
    Text,
    create_engine,
    event,
)

#: Counts the shapes that the tables have had; kept in `PRAGMA user_version`.
STORE_SCHEMA = 5
#: Marks the file as ours ("Hrzn"); kept in `PRAGMA application_id`.
APPLICATION = 0x48727A6E

metadata = MetaData()

game = Table(
    "game",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("variant", String, nullable=False),
    Column("mods", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seeded", Boolean, nullable=False),
    Column("created_at", String, nullable=False),
)
seats = Table(
    "seats",
    metadata,
    Column("position", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("bot", String),
    Column("password_hash", String),
)
orders = Table(
    "orders",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("seat", String, ForeignKey("seats.name"), nullable=False),
    Column("text", Text, nullable=False),
    Column("submitted_at", String, nullable=False),
    Column("source", String, nullable=False),
    Column("diagnostics", Text, nullable=False),
    Index("orders_of_a_turn", "turn", "seat", "id"),
    sqlite_autoincrement=True,
)
turns = Table(
    "turns",
    metadata,
    Column("turn", Integer, primary_key=True),
    Column("state", LargeBinary, nullable=False),
    Column("digest", String, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("events_digest", String, nullable=False),
    Column("orders", Text, nullable=False),
    Column("orders_digest", String, nullable=False),
    Column("turn_key", String, nullable=False),
    Column("versions", Text, nullable=False),
    Column("run_at", String, nullable=False),
)
reports = Table(
    "reports",
    metadata,
    Column("turn", Integer, ForeignKey("turns.turn"), primary_key=True),
    Column("empire", String, ForeignKey("seats.name"), primary_key=True),
    Column("document", LargeBinary, nullable=False),
)


# From here on: what came with version 2. A file of version 1 gets it when it is first written.

#: `address` is the one given at set-up or "", `redirect` one that the gamemaster set since.
addresses = Table(
    "addresses",
    metadata,
    Column("seat", String, ForeignKey("seats.name"), primary_key=True),
    Column("address", String, nullable=False),
    Column("redirect", String),
)
#: One row if the gamemaster ended the game.
endings = Table(
    "endings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("reason", String, nullable=False),
    Column("winners", Text, nullable=False),
    Column("ended_at", String, nullable=False),
)
#: Mails that were read. One that concerns several games is `done` once the last of them is.
mails = Table(
    "mails",
    metadata,
    Column("key", String, primary_key=True),
    Column("message_id", String, nullable=False),
    Column("sender", String, nullable=False),
    Column("read_at", String, nullable=False),
    Column("outcome", String, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("parts", Text, nullable=False),
)
outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("seat", String, ForeignKey("seats.name")),
    Column("turn", Integer),
    Column("recipient", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("body", Text),
    Column("in_reply_to", String, nullable=False),
    Column("thread", String, nullable=False),
    Column("created_at", String, nullable=False),
    Column("state", String, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_attempt", String, nullable=False),
    Column("message_id", String, unique=True),
    Column("reason", String, nullable=False),
    Index("mails_that_are_due", "state", "next_attempt", "id"),
    sqlite_autoincrement=True,
)
deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("mail", Integer, ForeignKey("outbox.id"), nullable=False),
    Column("at", String, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("recipient", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("message_id", String, nullable=False),
    Column("outcome", String, nullable=False),
    Column("reply", String, nullable=False),
    sqlite_autoincrement=True,
)
_SINCE_2 = (addresses, endings, mails, outbox, deliveries)


# From here on: what came with version 3.

#: One row for each time that the gamemaster put off the end, with the turn after which it was so.
postponements = Table(
    "postponements",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("not_before", Integer, nullable=False),
    Column("decided_at", String, nullable=False),
)
_SINCE_3 = (postponements,)


# From here on: what came with version 4.

#: The roles of those who play no empire.
roles = Table(
    "roles",
    metadata,
    Column("seat", String, ForeignKey("seats.name"), primary_key=True),
    Column("role", String, nullable=False),
)
#: Who joined after which turn, in their order, and the game with them.
joinings = Table(
    "joinings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("turn", Integer, ForeignKey("turns.turn"), nullable=False),
    Column("seat", String, ForeignKey("seats.name"), nullable=False, unique=True),
    Column("options", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("digest", String, nullable=False),
    Column("joined_at", String, nullable=False),
)
_SINCE_4 = (roles, joinings)


# From here on: what came with version 5.

#: Mails that are being read, how often that was begun, and by which process at last: where that is
#: gone, it ended in the midst of the mail.
readings = Table(
    "readings",
    metadata,
    Column("key", String, primary_key=True),
    Column("attempts", Integer, nullable=False),
    Column("process", String, nullable=False),
)
_SINCE_5 = (readings,)


def version_of(connection: Connection) -> int:
    """The version of the tables in the file."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())


def bring_up_to_date(connection: Connection) -> None:
    """Give an older file the tables of today, inside the transaction that is going to write it."""
    if version_of(connection) < STORE_SCHEMA:
        later = (*_SINCE_2, *_SINCE_3, *_SINCE_4, *_SINCE_5)
        metadata.create_all(connection, tables=later, checkfirst=True)
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
