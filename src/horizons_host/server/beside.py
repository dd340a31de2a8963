"""Commands on the folder of a game, beside the server that it is a game of."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_host.clock import now
from horizons_host.server.database import Database
from horizons_host.server.jobs import deadlines
from horizons_host.server.service import Service
from horizons_host.store import GameStore


def orders_came(data: Path, store: GameStore) -> None:
    """Have a server look at its game now, if the orders that a command took in make a turn due.

    `data` is the server's folder. Where that cannot be done the server comes to it within a minute.
    """
    with suppress(HorizonsError), closing(Database(data)) as database:
        deadlines.wake_if_due(Service(database, clock=now), store.folder.absolute().name, store)
