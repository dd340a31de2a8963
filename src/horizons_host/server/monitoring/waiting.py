"""Number of outgoing messages per game, noted by the jobs that look after it.

So the metrics need not open every game; a number is as old as the latest check.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from horizons_host.server.monitoring import counters
from horizons_host.server.service import Service
from horizons_host.store import GameMails, GameStore, Notifications

MAILS, NOTICES = "mails", "notices"
#: Later than every time, to include messages that are postponed.
_LATEST = "9999"


def note_waiting(service: Service, store: GameStore, game: str) -> None:
    """Note the number of messages that wait in a game."""
    for kind, numbers in (
        (MAILS, GameMails(store).due(_LATEST, _LATEST)),
        (NOTICES, Notifications(store).due(_LATEST, _LATEST)),
    ):
        counters.set_counter(service, f"{_prefix(kind)}{game}", len(numbers))


def waiting_totals(connection: Connection) -> Mapping[str, int]:
    """Return the number of waiting messages over all games."""
    return {kind: counters.sum_of_counters(connection, _prefix(kind)) for kind in (MAILS, NOTICES)}


def _prefix(kind: str) -> str:
    return f"waiting {kind} "
