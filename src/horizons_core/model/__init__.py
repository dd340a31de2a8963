"""The parts of a game, the visibility of each, events, and the ledger of every change of stock."""

import warnings
from typing import TYPE_CHECKING

from horizons_core.codec.limits import Between, IdOf, Matching, OneOf
from horizons_core.model.entities import (
    Empire,
    Entity,
    Game,
    NoVictory,
    Outcome,
    Rank,
    Seat,
    Unit,
    Victory,
    World,
    folded,
    highest_number,
    typed,
)
from horizons_core.model.events import (
    EVERYONE,
    NO_ONE,
    Dice,
    Event,
    EventKind,
    audience_prefix,
    sentence,
    visible,
    visible_to_each,
)
from horizons_core.model.knowledge import Observer, SelectiveObserver, Shared, known_game
from horizons_core.model.ledger import Accounts, Economy, Entry, Ledger, imbalances
from horizons_core.model.places import places_of
from horizons_core.model.sight import (
    Sight,
    known,
    maker_of,
    placeholder,
    secret,
    seen_from,
    sight_of_field,
)
from horizons_core.model.views import GAMEMASTER, SPECTATOR, Role, Thing, View, ViewModel, facts_in

__all__ = [
    "EVERYONE",
    "GAMEMASTER",
    "NO_ONE",
    "SPECTATOR",
    "Accounts",
    "Between",
    "Dice",
    "Economy",
    "Empire",
    "Entity",
    "Entry",
    "Event",
    "EventKind",
    "Game",
    "IdOf",
    "Ledger",
    "Matching",
    "NoVictory",
    "Observer",
    "OneOf",
    "Outcome",
    "Rank",
    "Role",
    "Seat",
    "SelectiveObserver",
    "Shared",
    "Sight",
    "Thing",
    "Unit",
    "Victory",
    "View",
    "ViewModel",
    "World",
    "audience_prefix",
    "facts_in",
    "folded",
    "highest_number",
    "imbalances",
    "known",
    "known_game",
    "maker_of",
    "placeholder",
    "places_of",
    "secret",
    "seen_from",
    "sentence",
    "sight_of_field",
    "typed",
    "visible",
    "visible_to_each",
]  # fmt: skip

_RENAMED = {"EVERYBODY": "EVERYONE", "NOBODY": "NO_ONE"}

if not TYPE_CHECKING:  # mypy would take any name from a module with a __getattr__

    def __getattr__(name: str) -> str:
        if name not in _RENAMED:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        warnings.warn(f"{name} is now {_RENAMED[name]}", DeprecationWarning, stacklevel=2)
        return globals()[_RENAMED[name]]
