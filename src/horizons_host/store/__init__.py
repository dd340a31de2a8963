"""The store of a game: one SQLite file in its folder, and one class that reads and writes it."""

from horizons_host.store.errors import GameStoreError, TurnTakenError
from horizons_host.store.post import Post
from horizons_host.store.records import (
    Delivery,
    Ending,
    GivenOrders,
    Joining,
    Mark,
    NewMail,
    NewTurn,
    OutgoingMail,
    Plate,
    Postponement,
    ReadMail,
    Seat,
    Snapshot,
    StoredTurn,
    UsedOrders,
)
from horizons_host.store.store import DATABASE, GameStore

__all__ = [
    "DATABASE",
    "Delivery",
    "Ending",
    "GameStore",
    "GameStoreError",
    "GivenOrders",
    "Joining",
    "Mark",
    "NewMail",
    "NewTurn",
    "OutgoingMail",
    "Plate",
    "Post",
    "Postponement",
    "ReadMail",
    "Seat",
    "Snapshot",
    "StoredTurn",
    "TurnTakenError",
    "UsedOrders",
]
