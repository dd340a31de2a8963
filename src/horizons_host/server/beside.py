"""Notify a server of changes that a command made in the folder of one of its games."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_host.clock import now
from horizons_host.server.database import ServerDatabase
from horizons_host.server.jobs import deadlines
from horizons_host.server.service import Service
from horizons_host.store import GameStore


def notify_of_orders(data: Path, store: GameStore) -> None:
    """Tell a server to look at its game now, if the orders that a command read make a turn due.

    `data` is the server's folder. If that fails the server looks within a minute anyway.
    """
    with suppress(HorizonsError), closing(ServerDatabase(data)) as database:
        deadlines.wake_if_due(Service(database, clock=now), store.folder.absolute().name, store)
