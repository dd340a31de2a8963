"""Updates of the server's own tables after a change of a game's store."""

from __future__ import annotations

from horizons_host.server.games import archiving, directory, reliability
from horizons_host.server.jobs import delivering
from horizons_host.server.service import Service
from horizons_host.store import GameStore


def update_after_change(service: Service, key: str, store: GameStore) -> None:
    """Update the directory after a change of a game; calling it again changes nothing.

    It notes whether the game is over, plans its archive, counts its players' reliability, and
    delivers notifications.
    """
    if store.snapshot().state.get("outcome") is None:
        directory.set_state(service, key, directory.ENDED, directory.RUNNING)
    else:
        directory.set_state(service, key, directory.RUNNING, directory.ENDED)
        archiving.schedule_opening(service, key)
    reliability.count_turns(service, key, store)
    delivering.wake_delivery(service, key)
