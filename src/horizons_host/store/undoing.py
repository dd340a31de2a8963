"""Undone turns: what is stored about them, and the orders that no longer count."""

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
from horizons_host.store.records import UndoneTurn, next_attempt

#: Tables with rows of a turn, which are deleted with it; rows refer only to later ones.
_TURN_TABLES = (
    *(schema.reports, schema.postponements, schema.between_turns, schema.edits, schema.turns),
)
#: The reason for withdrawing a queued report.
WITHDRAWN = "turn {turn} was taken back"


def attempts(connection: Connection, turn: int) -> tuple[UndoneTurn, ...]:
    """List the undone attempts at a turn since the turn before it was run, in order."""
    if not schema.has(connection, schema.undone):
        return ()
    undone_rows = _all(connection)
    since = max((row.id for row in undone_rows if row.turn < turn), default=0)
    return tuple(_undone(row) for row in undone_rows if row.turn == turn and row.id > since)


@read_once
def _all(connection: Connection) -> Sequence[Row[Any]]:
    """Return the rows of all undone turns, in order; most games have none."""
    table = schema.undone
    return connection.execute(select(table).order_by(table.c.id)).all()


def _undone(row: Any) -> UndoneTurn:
    return UndoneTurn(**{name: getattr(row, name) for name in UndoneTurn.__annotations__})


def counting(connection: Connection, turn: int) -> ColumnElement[bool]:
    """Return the condition for orders of a turn that were not made for an undone turn."""
    orders, written = schema.orders, schema.written
    counts = orders.c.turn == turn
    if not schema.has(connection, schema.undone):
        return counts
    undone_rows = _all(connection)
    before = max((row.last_order for row in undone_rows if row.turn < turn), default=0)
    same = max((row.last_order for row in undone_rows if row.turn == turn), default=0)
    if not same:
        return and_(counts, orders.c.id > before) if before else counts
    by_program = orders.c.id.in_(select(written.c.orders))
    return and_(counts, orders.c.id > before, or_(orders.c.id > same, ~by_program))


def undo_latest_turn(connection: Connection, turn: int, reason: str, time: str) -> None:
    """Undo the latest turn: delete it with its reports, and store what it was run with.

    Its queued reports are withdrawn, and a postponement of the end after it is deleted.
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
    for table in _TURN_TABLES:
        connection.execute(delete(table).where(table.c.turn == turn))


def _keep_reports(connection: Connection, turn: int, undone: int) -> None:
    """Keep the reports of an undone turn, as players have them."""
    table, copies = schema.reports, schema.undone_reports
    sent = select(literal(undone), table.c.empire, table.c.document)
    sent = sent.where(table.c.turn == turn)
    connection.execute(
        insert(copies).from_select([copies.c.undone, copies.c.seat, copies.c.document], sent)
    )


def runs(connection: Connection, turn: int) -> list[tuple[int, UndoneTurn]]:
    """List all undone runs of a turn, in order, with the numbers of their rows."""
    if not schema.has(connection, schema.undone):
        return []
    return [(row.id, _undone(row)) for row in _all(connection) if row.turn == turn]


def _withdraw(connection: Connection, turn: int) -> None:
    outbox = schema.outbox
    waits = outbox.c.state.in_(("queued", "held", "failed"))
    reports = outbox.c.kind == "report", outbox.c.turn == turn
    withdrawn = {"state": "withdrawn", "reason": WITHDRAWN.format(turn=turn)}
    connection.execute(update(outbox).where(*reports, waits).values(**withdrawn))
