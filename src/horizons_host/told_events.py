"""Events of a stored turn, all of them or those visible to a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.model import EVERYONE
from horizons_core.turn import dice_key
from horizons_host.seating import seat_of
from horizons_host.store import GameStore


@frozen
class TurnEvents:
    """A turn's events as plain data, with the keys of their dice by audience.

    `empires` are all empires of the game, in order.
    """

    turn: int
    keys: Callable[[str], str]
    empires: Sequence[str]
    events: Sequence[Mapping[str, Any]]


def events_of_turn(store: GameStore, player: str | None, turn: int | None = None) -> TurnEvents:
    """Return the events of a turn (None: the latest) in a player's report, or all for player None.

    Raises SeatError for an unknown player, GameStoreError for a turn that was not run.
    """
    number = store.latest() if turn is None else turn
    if player is None:
        stored = store.stored(number)
        keys = partial(dice_key, stored.state["secret"], number)
        empires = [empire.name for empire in hz.load(dict(stored.current_state)).empires]
        return TurnEvents(number, keys, empires, stored.events)
    seat = seat_of(store.seats(), player).name
    report = store.report(number, seat)
    published = {EVERYONE: report["turn_key"], seat: report["own_key"]}
    empires = [empire["name"] for empire in report["empires"]]
    return TurnEvents(number, published.__getitem__, empires, report["events"])
