"""Map documents of a stored game, as a player's report has them or for the gamemaster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import horizons_core as hz
from horizons_host.seating import seat_of
from horizons_host.store import GameStore


def chart(store: GameStore, player: str | None, turn: int | None = None) -> dict[str, Any]:
    """Return the map a player knew after a turn (None: the latest), or all of it for player None.

    Raises SeatError for an unknown player, GameStoreError for a turn that was not run.
    """
    number = store.latest() if turn is None else turn
    if player is not None:
        seat = seat_of(store.seats(), player)
        report = store.report(number, seat.name)
        return _in_order(report["map"], [empire["name"] for empire in report["empires"]])
    game = hz.load(dict(store.stored(number).current_state))
    variant = hz.variant_of(game)
    document = variant.map(variant.view(game, None))
    return _in_order(document, [empire.name for empire in game.empires])


def _in_order(document: Mapping[str, Any], empires: Sequence[str]) -> dict[str, Any]:
    """Add the game's list of empires, whose order decides the markers, as on report pages."""
    return {**document, "empires": list(empires)}
