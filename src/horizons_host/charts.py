"""Map documents of a stored game: a player's as it was reported, or the gamemaster's."""

from __future__ import annotations

from typing import Any

import horizons_core as hz
from horizons_host.seating import seat_of
from horizons_host.store import GameStore


def chart(store: GameStore, player: str | None, turn: int | None = None) -> dict[str, Any]:
    """The map that this player knew after a turn (None: the latest); everything for player None.

    Raises SeatError for a name that does not play, GameStoreError for a turn that was not run.
    """
    number = store.latest() if turn is None else turn
    if player is not None:
        seat = seat_of(store.seats(), player)
        known: dict[str, Any] = store.report(number, seat.name)["map"]
        return known
    game = hz.load(dict(store.stored(number).standing))
    variant = hz.variant_of(game)
    return variant.map(variant.view(game, None))
