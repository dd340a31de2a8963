"""What the processes of a server have done in all: counted in its database, so that it is one."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from horizons_host.server import tables
from horizons_host.server.service import Service

#: Turns that were run.
TURNS = "turns"


def add(service: Service, name: str) -> None:
    """Count one more."""
    table = tables.counters
    more = update(table).where(table.c.name == name).values(value=table.c.value + 1)
    with service.database.writing() as connection:
        if connection.execute(more).rowcount == 0:
            connection.execute(insert(table).values(name=name, value=1))


def counted(connection: Connection, name: str) -> int:
    """How many there were."""
    table = tables.counters
    found = connection.execute(select(table.c.value).where(table.c.name == name)).scalar()
    return int(found or 0)
