"""Seats of a game, as everyone in it may see them."""

from __future__ import annotations

from horizons_host.order_intake import order_status
from horizons_host.server.api.shapes import SeatSummary
from horizons_host.store import GameStore


def seat_summaries(store: GameStore) -> list[SeatSummary]:
    """List the seats and whether they have submitted orders, without the orders themselves."""
    words = {"none": "none", "by bot": "by bot"}
    _, lines = order_status(store)
    return [
        SeatSummary(line.seat, line.bot, line.role, words.get(line.state, "in"), line.ready)
        for line in lines
    ]
