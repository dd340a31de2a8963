"""Putting the game of a backup into a game's file: one transaction, so all of it or nothing.

What happened in the world since the backup was made is not undone by that: which mails were read
and sent, where mails go, who plays. It stays as the file has it.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from horizons_host.store import schema
from horizons_host.store.errors import damaged, told_plainly
from horizons_host.store.records import NewMail
from horizons_host.store.store import PATIENCE_SECONDS

#: What makes the game itself, in an order in which rows may refer to those before.
_GAME = (
    *("game", "set_ups", "seats", "roles", "turns", "reports"),
    *("joinings", "arrivals", "postponements", "endings"),
)
#: What the turns of a game that went another way since were run with.
_ORDERS = ("orders", "written", "undone")
_MAIL = (
    "INSERT INTO main.outbox (kind, seat, turn, recipient, subject, body, in_reply_to, thread,"
    " created_at, state, attempts, next_attempt, reason)"
    " VALUES (?, ?, ?, ?, ?, ?, '', '', ?, 'queued', 0, ?, '')"
)


@frozen
class Plan:
    """What a backup brings.

    Attributes:
        turn: the turn that it stands at.
        same_way: whether the file has come that way, too: then its orders stay.
        last_same: the last turn of which both hold the same reports.
        taken_back: the attempt at the turn after it that is taken back by this; 0 if none is.
        reason: why.
        redirects: by seat, where mails go in spite of the backup.
        passwords: by seat, the hash of the password that holds in spite of the backup.
        time: when this is done.
        mails: what goes out to players for it.
        notices: what they are told, by seat.
    """

    turn: int
    same_way: bool
    last_same: int
    taken_back: int
    reason: str
    redirects: Mapping[str, str]
    passwords: Mapping[str, str]
    time: str
    mails: Sequence[NewMail] = ()
    notices: Mapping[str, str] = {}


def transplant(file: Path, backup: Path, plan: Plan) -> None:
    """Put the game of a backup, whose tables are of today, into a game's file.

    Raises GameStoreError; nothing is changed then.
    """
    with told_plainly(file, PATIENCE_SECONDS), _writing(file, backup) as connection:
        arranged = _arranged(connection)
        _take_back(connection, plan)
        for table in reversed(_taken(plan)):
            connection.execute(f"DELETE FROM main.{table}")  # noqa: S608 - our own names
        for table in _taken(plan):
            connection.execute(f"INSERT INTO main.{table} SELECT * FROM backup.{table}")  # noqa: S608
        _reseat(connection, arranged, plan)
        _withdraw(connection, plan)
        if not plan.same_way:
            take_back_unknown(connection, plan.turn + 1, plan.taken_back, plan.reason, plan.time)
        connection.executemany(_MAIL, [_row(mail) for mail in plan.mails])


def _taken(plan: Plan) -> tuple[str, ...]:
    return _GAME if plan.same_way else (*_GAME, *_ORDERS)


@contextlib.contextmanager
def _writing(file: Path, backup: Path) -> Iterator[sqlite3.Connection]:
    uri = f"{file.absolute().as_uri()}?mode=rw"
    other = f"{backup.absolute().as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=PATIENCE_SECONDS)) as connection:
        connection.isolation_level = None
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("ATTACH ? AS backup", (other,))
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        # Checked here and not row by row: whole tables are taken out and put in again.
        if connection.execute("PRAGMA main.foreign_key_check").fetchone() is not None:
            raise damaged(backup, "its tables do not fit each other")
        connection.execute("COMMIT")


def _arranged(connection: sqlite3.Connection) -> list[tuple[str, str | None, str | None]]:
    return list(connection.execute("SELECT name, bot, password_hash FROM main.seats"))


def _take_back(connection: sqlite3.Connection, plan: Plan) -> None:
    """Note down the attempt at the next turn that the file holds and the backup does not."""
    if not (plan.same_way and plan.taken_back):
        return
    connection.execute(
        "INSERT INTO main.undone (turn, attempt, reason, undone_at, run_at, digest, events_digest,"
        " orders, orders_digest, turn_key, last_order) SELECT turn, ?, ?, ?, run_at, digest,"
        " events_digest, orders, orders_digest, turn_key,"
        " (SELECT coalesce(max(id), 0) FROM main.orders) FROM main.turns WHERE turn = ?",
        (plan.taken_back, plan.reason, plan.time, plan.turn + 1),
    )


def take_back_unknown(
    connection: sqlite3.Connection, turn: int, attempt: int, reason: str, time: str
) -> None:
    """Note down an attempt of which no more is known than that it may have been; 0: none."""
    if not attempt:
        return
    connection.execute(
        "INSERT INTO main.undone (turn, attempt, reason, undone_at, run_at, digest, events_digest,"
        " orders, orders_digest, turn_key, last_order)"
        " VALUES (?, ?, ?, ?, '', '', '', '{}', '', '',"
        " (SELECT coalesce(max(id), 0) FROM main.orders))",
        (turn, attempt, reason, time),
    )


def _row(mail: NewMail) -> tuple[object, ...]:
    return (mail.kind, mail.seat, mail.turn, mail.recipient, mail.subject, mail.body,
            mail.created_at, mail.created_at)  # fmt: skip


def _reseat(
    connection: sqlite3.Connection,
    arranged: Iterable[tuple[str, str | None, str | None]],
    plan: Plan,
) -> None:
    """Have everybody who still has a seat keep what was arranged for it; the others' is gone."""
    for name, bot, password in arranged:
        connection.execute(
            "UPDATE main.seats SET bot = ?, password_hash = ? WHERE name = ?",
            (bot, password, name),
        )
    _forget_those_gone(connection)
    for table in ("addresses", "arrangements"):
        connection.execute(
            f"INSERT INTO main.{table} SELECT * FROM backup.{table}"  # noqa: S608
            f" WHERE seat NOT IN (SELECT seat FROM main.{table})"
        )
    for seat, address in plan.redirects.items():
        connection.execute(
            "INSERT INTO main.addresses (seat, address, redirect) VALUES (?, '', ?)"
            " ON CONFLICT (seat) DO UPDATE SET redirect = excluded.redirect",
            (seat, address),
        )
    for seat, password in plan.passwords.items():
        connection.execute(
            "INSERT INTO main.arrangements (seat, person, password_hash, policy, standing_orders,"
            " bot, until_turn) VALUES (?, '', ?, 'wait', '', '', 0)"
            " ON CONFLICT (seat) DO UPDATE SET password_hash = excluded.password_hash",
            (seat, password),
        )


def _forget_those_gone(connection: sqlite3.Connection) -> None:
    """Take out what refers to seats that are no more; mails to them stay, as nobody's."""
    gone = "seat NOT IN (SELECT name FROM main.seats)"
    for table in schema.metadata.tables.values():
        if "seat" not in table.c or not table.c.seat.foreign_keys:
            continue
        forget = f"DELETE FROM main.{table.name}"  # noqa: S608 - our own names
        if table.c.seat.nullable:
            forget = f"UPDATE main.{table.name} SET seat = NULL"  # noqa: S608
        connection.execute(f"{forget} WHERE {gone}")
    connection.execute("DELETE FROM main.written WHERE orders NOT IN (SELECT id FROM main.orders)")


def _withdraw(connection: sqlite3.Connection, plan: Plan) -> None:
    """Have reports of turns that are no more, or are others now, not be sent."""
    connection.execute(
        "UPDATE main.outbox SET state = 'withdrawn', reason = ? WHERE kind = 'report'"
        " AND turn > ? AND state IN ('queued', 'held', 'failed')",
        (plan.reason, plan.last_same),
    )


def in_place_of_lost(file: Path, plan: Plan) -> None:
    """Make a copy of a backup ready to stand in the place of a file that is lost.

    Nobody knows what was sent since, nor where mails go by now: they are held.
    """
    with (
        told_plainly(file, PATIENCE_SECONDS),
        contextlib.closing(sqlite3.connect(file)) as connection,
        connection,
    ):
        take_back_unknown(connection, plan.turn + 1, plan.taken_back, plan.reason, plan.time)
        connection.executemany(_MAIL, [_row(mail) for mail in plan.mails])
        connection.execute(
            "UPDATE outbox SET state = 'held', reason = ? WHERE state IN ('queued', 'sending')",
            ("a backup was restored: see whether this was sent, and whether the address holds",),
        )


def attempts_made(file: Path, turn: int) -> int:
    """How many attempts at a turn a file knows of: those taken back, and the one that stands.

    A file that cannot be read knows of none.
    """
    uri = f"{file.absolute().as_uri()}?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(uri, uri=True)) as connection:
            back, stands = 0, 0
            if connection.execute("PRAGMA user_version").fetchone()[0] >= schema.UNDONE_SINCE:
                query = "SELECT coalesce(max(attempt), 0) FROM undone WHERE turn = ?"
                back = connection.execute(query, (turn,)).fetchone()[0]
            query = "SELECT count(*) FROM turns WHERE turn = ?"
            stands = connection.execute(query, (turn,)).fetchone()[0]
            return int(back) + int(stands)
    except sqlite3.Error:
        return 0
