"""The events of a stored turn, as the gamemaster knows them or as a player was told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_host.seating import seat_of
from horizons_host.store import GameStore


@frozen
class ToldEvents:
    """A turn's events as plain data, with the key of its dice."""

    turn: int
    turn_key: str
    events: Sequence[Mapping[str, Any]]


def told_events(store: GameStore, player: str | None, turn: int | None = None) -> ToldEvents:
    """The events of a turn (None: the latest): a player's report's, or all for player None.

    Raises SeatError for a name that does not play, GameStoreError for a turn that was not run.
    """
    number = store.latest() if turn is None else turn
    if player is None:
        stored = store.stored(number)
        return ToldEvents(number, stored.turn_key, stored.events)
    report = store.report(number, seat_of(store.seats(), player).name)
    return ToldEvents(number, report["turn_key"], report["events"])
