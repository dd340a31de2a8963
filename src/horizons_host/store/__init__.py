"""The store of a game: one SQLite file in its folder, and one class that reads and writes it."""

from horizons_host.store.errors import GameStoreError, TurnTakenError
from horizons_host.store.records import (
    GivenOrders,
    NewTurn,
    Plate,
    Seat,
    Snapshot,
    StoredTurn,
    UsedOrders,
)
from horizons_host.store.store import DATABASE, GameStore

__all__ = [
    "DATABASE",
    "GameStore",
    "GameStoreError",
    "GivenOrders",
    "NewTurn",
    "Plate",
    "Seat",
    "Snapshot",
    "StoredTurn",
    "TurnTakenError",
    "UsedOrders",
]
