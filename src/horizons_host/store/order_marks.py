"""Marks of orders as final or draft."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, func, insert, select

from horizons_host.databases.engines import read_once
from horizons_host.store import schema, undoing
from horizons_host.store.records import next_attempt


@read_once
def finals(connection: Connection, turn: int) -> Callable[[int], bool]:
    """Return a function that tells whether orders of a turn, by their id, are final.

    Orders that were final when the turn was undone no longer are: it would run again at once.
    """
    undone = undoing.attempts(connection, turn)
    attempt, last = next_attempt(undone), undone[-1].last_order if undone else 0
    marks: dict[int, bool] = {}
    if schema.has(connection, schema.order_marks):
        table, orders = schema.order_marks.c, schema.orders.c
        statement = select(table.orders, table.final, table.attempt).join(
            schema.orders, orders.id == table.orders
        )
        for row in connection.execute(statement.where(orders.turn == turn).order_by(table.id)):
            marks[row.orders] = row.final and row.attempt == attempt
    return lambda number: marks.get(number, number > last)


def mark(connection: Connection, number: int, turn: int, time: str, *, final: bool) -> None:
    """Mark orders of a turn as final, or as a draft."""
    attempt = next_attempt(undoing.attempts(connection, turn))
    connection.execute(
        insert(schema.order_marks).values(
            orders=number, final=final, attempt=attempt, marked_at=time
        )
    )


def latest(connection: Connection, turn: int, seat: str) -> int | None:
    """Return the id of a seat's latest orders for a turn, or None."""
    table = schema.orders.c
    statement = select(func.max(table.id)).where(undoing.counting(connection, turn))
    number = connection.execute(statement.where(table.seat == seat)).scalar()
    return None if number is None else int(number)
