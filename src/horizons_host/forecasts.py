"""Forecasts: one player's orders tried on what that player knows."""

from __future__ import annotations

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.order_texts import OrderText
from horizons_host.seating import seat_of
from horizons_host.store import GameStore


@frozen
class Forecast:
    """The foreseen view, and where the orders came from."""

    view: hz.View
    source: str


def forecast_of(store: GameStore, player: str, text: OrderText | None = None) -> Forecast:
    """Foresee the coming turn by this text, or by the orders that the player handed in.

    Raises HorizonsError if there are neither, SeatError for a name that does not play.
    """
    snapshot = store.snapshot()
    seat = seat_of(snapshot.seats, player)
    given = snapshot.orders.get(seat.name)
    if text is None and given is None:
        raise HorizonsError(
            f"{seat.name} has not submitted orders for turn {snapshot.turn + 1}",
            "use a file with orders",
        )
    game = hz.load(snapshot.state)
    words, source = (text.text, text.source) if text else (given.text, "the submitted orders")  # type: ignore[union-attr]
    return Forecast(hz.variant_of(game).forecast(game, seat.name, words), source)
