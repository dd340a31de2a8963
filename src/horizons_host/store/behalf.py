"""Orders that were submitted on behalf of another seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, insert, select

from horizons_host.store import schema
from horizons_host.store.records import OnBehalf


def insert_behalf(connection: Connection, orders: int, behalf: OnBehalf) -> None:
    """Store who submitted the orders of this number, and why."""
    connection.execute(
        insert(schema.on_behalf).values(orders=orders, actor=behalf.actor, reason=behalf.reason)
    )


def by_seat(connection: Connection, orders: Mapping[str, int]) -> dict[str, OnBehalf]:
    """Return the orders that were submitted on behalf of their seat."""
    behalves = _by_number(connection, orders.values())
    return {seat: behalves[number] for seat, number in orders.items() if number in behalves}


def _by_number(connection: Connection, orders: Iterable[int]) -> dict[int, OnBehalf]:
    if not schema.has(connection, schema.on_behalf):
        return {}
    table = schema.on_behalf
    statement = select(table).where(table.c.orders.in_(list(orders)))
    return {row.orders: OnBehalf(row.actor, row.reason) for row in connection.execute(statement)}
