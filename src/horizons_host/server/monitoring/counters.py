"""Totals over all processes of the server, counted in its database."""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select, update

from horizons_host.server import tables
from horizons_host.server.service import Service

#: Turns that were run.
TURNS = "turns"


def increment(service: Service, name: str) -> None:
    """Increment a counter."""
    table = tables.counters
    more = update(table).where(table.c.name == name).values(value=table.c.value + 1)
    with service.database.writing() as connection:
        if connection.execute(more).rowcount == 0:
            connection.execute(insert(table).values(name=name, value=1))


def counter_value(connection: Connection, name: str) -> int:
    """Return the value of a counter."""
    table = tables.counters
    value = connection.execute(select(table.c.value).where(table.c.name == name)).scalar()
    return int(value or 0)


def set_counter(service: Service, name: str, value: int) -> None:
    """Set a counter, and write only if it changes."""
    table = tables.counters
    with service.database.reading() as connection:
        if counter_value(connection, name) == value:
            return
    with service.database.writing() as connection:
        connection.execute(table.delete().where(table.c.name == name))
        connection.execute(insert(table).values(name=name, value=value))


def sum_of_counters(connection: Connection, beginning: str) -> int:
    """Return the sum of all counters with a common prefix."""
    table = tables.counters
    ours = table.c.name.startswith(beginning, autoescape=True)
    return int(connection.execute(select(func.sum(table.c.value)).where(ours)).scalar() or 0)
