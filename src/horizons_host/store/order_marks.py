"""Which orders are final and which a draft."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, func, insert, select

from horizons_host.databases.engines import read_once
from horizons_host.store import schema, undoing
from horizons_host.store.records import next_attempt


@read_once
def finals(connection: Connection, turn: int) -> Callable[[int], bool]:
    """Whether orders of a turn, by their id, are final.

    What was final when the turn was taken back is so no more: it would run again at once.
    """
    undone = undoing.attempts(connection, turn)
    attempt, last = next_attempt(undone), undone[-1].last_order if undone else 0
    marks: dict[int, bool] = {}
    if schema.has(connection, schema.order_marks):
        table, orders = schema.order_marks.c, schema.orders.c
        wanted = select(table.orders, table.final, table.attempt).join(
            schema.orders, orders.id == table.orders
        )
        for row in connection.execute(wanted.where(orders.turn == turn).order_by(table.id)):
            marks[row.orders] = row.final and row.attempt == attempt
    return lambda number: marks.get(number, number > last)


def mark(connection: Connection, number: int, turn: int, time: str, *, final: bool) -> None:
    """Note down that orders of a turn are final, or a draft."""
    attempt = next_attempt(undoing.attempts(connection, turn))
    connection.execute(
        insert(schema.order_marks).values(
            orders=number, final=final, attempt=attempt, marked_at=time
        )
    )


def latest(connection: Connection, turn: int, seat: str) -> int | None:
    """The id of a seat's latest orders for a turn; None if there are none."""
    table = schema.orders.c
    wanted = select(func.max(table.id)).where(undoing.counting(connection, turn))
    found = connection.execute(wanted.where(table.seat == seat)).scalar()
    return None if found is None else int(found)
