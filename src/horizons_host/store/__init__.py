"""The store of a game: one SQLite file in its folder, and one class that reads and writes it."""

from horizons_host.store.errors import GameStoreError, LostGameError, TurnTakenError
from horizons_host.store.inbox import Inbox
from horizons_host.store.post import Post
from horizons_host.store.records import (
    Delivery,
    Ending,
    GivenOrders,
    Joining,
    Letter,
    Mark,
    NewMail,
    NewTurn,
    OutgoingMail,
    Plate,
    Policy,
    Postponement,
    ReadMail,
    Seat,
    SetUp,
    Snapshot,
    StoredTurn,
    Undone,
    UsedOrders,
    WrongPassword,
    next_attempt,
)
from horizons_host.store.seating_plan import SeatingPlan
from horizons_host.store.store import DATABASE, GameStore

__all__ = [
    "DATABASE",
    "Delivery",
    "Ending",
    "GameStore",
    "GameStoreError",
    "GivenOrders",
    "Inbox",
    "Joining",
    "Letter",
    "LostGameError",
    "Mark",
    "NewMail",
    "NewTurn",
    "OutgoingMail",
    "Plate",
    "Policy",
    "Post",
    "Postponement",
    "ReadMail",
    "Seat",
    "SeatingPlan",
    "SetUp",
    "Snapshot",
    "StoredTurn",
    "TurnTakenError",
    "Undone",
    "UsedOrders",
    "WrongPassword",
    "next_attempt",
]
