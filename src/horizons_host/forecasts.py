"""Forecasts: the effect of a player's orders on the player's view of the game."""

from __future__ import annotations

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.order_texts import OrderText
from horizons_host.seating import seat_of
from horizons_host.store import GameStore


@frozen
class Forecast:
    """A forecast view and the source of its orders."""

    view: hz.View
    source: str


def forecast_of(store: GameStore, player: str, text: OrderText | None = None) -> Forecast:
    """Forecast the next turn with this order text, or with the orders the player submitted.

    Raises HorizonsError if there are neither, SeatError for an unknown player.
    """
    snapshot = store.snapshot()
    seat = seat_of(snapshot.seats, player)
    submitted = snapshot.orders.get(seat.name)
    if text is None and submitted is None:
        raise HorizonsError(
            f"{seat.name} has not submitted orders for turn {snapshot.turn + 1}",
            "use a file with orders",
        )
    game = hz.load(snapshot.state)
    words, source = (text.text, text.source) if text else (submitted.text, "the submitted orders")  # type: ignore[union-attr]
    return Forecast(hz.variant_of(game).forecast(game, seat.name, words), source)
