"""Orders that somebody handed in for a seat that is another's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, insert, select

from horizons_host.store import schema
from horizons_host.store.records import OnBehalf


def insert_behalf(connection: Connection, orders: int, behalf: OnBehalf) -> None:
    """Note down who handed in the orders of this number, and why."""
    connection.execute(
        insert(schema.on_behalf).values(orders=orders, actor=behalf.actor, reason=behalf.reason)
    )


def by_seat(connection: Connection, orders: Mapping[str, int]) -> dict[str, OnBehalf]:
    """Of orders by seat, those that were handed in by another."""
    found = _by_number(connection, orders.values())
    return {seat: found[number] for seat, number in orders.items() if number in found}


def _by_number(connection: Connection, orders: Iterable[int]) -> dict[int, OnBehalf]:
    if not schema.has(connection, schema.on_behalf):
        return {}
    table = schema.on_behalf
    wanted = select(table).where(table.c.orders.in_(list(orders)))
    return {row.orders: OnBehalf(row.actor, row.reason) for row in connection.execute(wanted)}
