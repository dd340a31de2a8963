"""Totals over all processes of the server, counted in its database."""

from __future__ import annotations

import os
from collections.abc import Mapping

from sqlalchemy import Connection, func, insert, select, update

from horizons_host.server import tables
from horizons_host.server.service import Service
from horizons_host.store import GameMails, GameStore, Notifications

#: Folder of the shared metrics: the environment variable that the Prometheus client reads when it
#: is imported.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
#: Turns that were run.
TURNS = "turns"

MAILS, NOTICES = "mails", "notices"
#: Later than every time, to include messages that are postponed.
_LATEST = "9999"


def is_multiprocess() -> bool:
    """Return whether this process is one of several that answer requests."""
    return FOLDER in os.environ


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


def counter_total(connection: Connection, beginning: str) -> int:
    """Return the sum of all counters with a common prefix."""
    table = tables.counters
    ours = table.c.name.startswith(beginning, autoescape=True)
    return int(connection.execute(select(func.sum(table.c.value)).where(ours)).scalar() or 0)


def note_waiting(service: Service, store: GameStore, game: str) -> None:
    """Note the number of messages that wait in a game."""
    for kind, numbers in (
        (MAILS, GameMails(store).due(_LATEST, _LATEST)),
        (NOTICES, Notifications(store).due(_LATEST, _LATEST)),
    ):
        set_counter(service, f"{_prefix(kind)}{game}", len(numbers))


def waiting_totals(connection: Connection) -> Mapping[str, int]:
    """Return the number of waiting messages over all games."""
    return {kind: counter_total(connection, _prefix(kind)) for kind in (MAILS, NOTICES)}


def _prefix(kind: str) -> str:
    return f"waiting {kind} "
