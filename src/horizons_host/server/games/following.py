"""What the server's own tables keep of a game follows the game's store."""

from __future__ import annotations

from horizons_host.server.games import archiving, directory, reliability
from horizons_host.server.jobs import delivering
from horizons_host.server.service import Service
from horizons_host.store import GameStore


def follow(service: Service, key: str, store: GameStore) -> None:
    """Bring the directory up to date after something was done to a game; twice is once.

    Whether it is over, when its archive opens then, and how reliable its people are. What happened
    is told at once.
    """
    if store.snapshot().state.get("outcome") is None:
        directory.set_state(service, key, directory.ENDED, directory.RUNNING)
    else:
        directory.set_state(service, key, directory.RUNNING, directory.ENDED)
        archiving.plan(service, key)
    reliability.count(service, key, store)
    delivering.wake(service, key)
