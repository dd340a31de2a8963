"""What waits in the games to be sent, noted by the jobs that look after each of them.

So nobody opens every game to say how much it is; it is as old as the latest look.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from horizons_host.server.monitoring import counters
from horizons_host.server.service import Service
from horizons_host.store import GameStore, Notices, Post

MAILS, NOTICES = "mails", "notices"
#: Later than every time: what was put off waits as well.
_LATEST = "9999"


def note(service: Service, store: GameStore, game: str) -> None:
    """Note what waits in a game."""
    for what, numbers in (
        (MAILS, Post(store).due(_LATEST, _LATEST)),
        (NOTICES, Notices(store).due(_LATEST, _LATEST)),
    ):
        counters.put(service, f"{_of(what)}{game}", len(numbers))


def totals(connection: Connection) -> Mapping[str, int]:
    """What waits in all games together."""
    return {what: counters.total(connection, _of(what)) for what in (MAILS, NOTICES)}


def _of(what: str) -> str:
    return f"waiting {what} "
