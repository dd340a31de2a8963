"""Turns that were taken back: what is kept of them, and which orders count no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from horizons_host.databases.engines import read_once
from horizons_host.store import schema
from horizons_host.store.records import Undone, next_attempt

#: What belongs to a turn and goes with it, in an order in which rows may refer to those behind.
_OF_A_TURN = (
    *(schema.reports, schema.postponements, schema.between_turns, schema.edits, schema.turns),
)
#: Why a report that waited is not sent.
WITHDRAWN = "turn {turn} was taken back"


def attempts(connection: Connection, turn: int) -> tuple[Undone, ...]:
    """The attempts at a turn that were taken back since the turn before it was run, in order."""
    if not schema.has(connection, schema.undone):
        return ()
    known = _all(connection)
    since = max((row.id for row in known if row.turn < turn), default=0)
    return tuple(_undone(row) for row in known if row.turn == turn and row.id > since)


@read_once
def _all(connection: Connection) -> Sequence[Row[Any]]:
    """All that was ever taken back, in order; of most games nothing was."""
    table = schema.undone
    return connection.execute(select(table).order_by(table.c.id)).all()


def _undone(row: Any) -> Undone:
    return Undone(**{name: getattr(row, name) for name in Undone.__annotations__})


def counting(connection: Connection, turn: int) -> ColumnElement[bool]:
    """A condition for orders of a turn: not made for a turn that was taken back."""
    orders, written = schema.orders, schema.written
    counts = orders.c.turn == turn
    if not schema.has(connection, schema.undone):
        return counts
    known = _all(connection)
    before = max((row.last_order for row in known if row.turn < turn), default=0)
    same = max((row.last_order for row in known if row.turn == turn), default=0)
    if not same:
        return and_(counts, orders.c.id > before) if before else counts
    by_program = orders.c.id.in_(select(written.c.orders))
    return and_(counts, orders.c.id > before, or_(orders.c.id > same, ~by_program))


def take_back(connection: Connection, turn: int, reason: str, time: str) -> None:
    """Take the latest turn and its reports out; what it was run with is noted down.

    Its reports that wait are withdrawn, and so is an end that was put off after it.
    """
    row = connection.execute(select(schema.turns).where(schema.turns.c.turn == turn)).one()
    last = connection.execute(select(func.coalesce(func.max(schema.orders.c.id), 0))).scalar_one()
    added = connection.execute(
        insert(schema.undone)
        .values(
            turn=turn,
            attempt=next_attempt(attempts(connection, turn)),
            reason=reason,
            undone_at=time,
            run_at=row.run_at,
            digest=row.digest,
            events_digest=row.events_digest,
            orders=row.orders,
            orders_digest=row.orders_digest,
            turn_key=row.turn_key,
            last_order=last,
        )
        .returning(schema.undone.c.id)
    )
    _withdraw(connection, turn)
    _keep_reports(connection, turn, added.scalar_one())
    for table in _OF_A_TURN:
        connection.execute(delete(table).where(table.c.turn == turn))


def _keep_reports(connection: Connection, turn: int, undone: int) -> None:
    """Keep the reports of a turn that is taken back: players have them."""
    table, kept = schema.reports, schema.undone_reports
    sent = select(literal(undone), table.c.empire, table.c.document)
    sent = sent.where(table.c.turn == turn)
    connection.execute(
        insert(kept).from_select([kept.c.undone, kept.c.seat, kept.c.document], sent)
    )


def runs(connection: Connection, turn: int) -> list[tuple[int, Undone]]:
    """All runs of a turn that were ever taken back, in order, with the numbers of their rows."""
    if not schema.has(connection, schema.undone):
        return []
    return [(row.id, _undone(row)) for row in _all(connection) if row.turn == turn]


def _withdraw(connection: Connection, turn: int) -> None:
    outbox = schema.outbox
    waits = outbox.c.state.in_(("queued", "held", "failed"))
    reports = outbox.c.kind == "report", outbox.c.turn == turn
    withdrawn = {"state": "withdrawn", "reason": WITHDRAWN.format(turn=turn)}
    connection.execute(update(outbox).where(*reports, waits).values(**withdrawn))
