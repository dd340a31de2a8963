"""The rules versions of a game, as decided by its gamemaster."""

from __future__ import annotations

from horizons_host.store import auditing, upgrading
from horizons_host.store.auditing import AuditEntry
from horizons_host.store.records import Upgrade
from horizons_host.store.store import GameStore


class Upgrades:
    """The decisions about a game's versions. Every method is one transaction."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def decided(self) -> tuple[Upgrade, ...]:
        """List all decisions, in order."""
        with self.store.reading() as connection:
            return upgrading.decided(connection)

    def decide(self, upgrade: Upgrade, entry: AuditEntry | None = None) -> None:
        """Store a decision after the latest turn.

        Raises TurnTakenError if another turn was run meanwhile, GameStoreError if the game was
        ended before.
        """
        with self.store.writing() as connection:
            upgrading.decide(connection, upgrade)
            auditing.insert_entry(connection, entry)
