"""How the seats of a game stand, as everybody in it may know."""

from __future__ import annotations

from horizons_host.order_intake import standing
from horizons_host.server.api.shapes import SeatSummary
from horizons_host.store import GameStore


def seat_lines(store: GameStore) -> list[SeatSummary]:
    """The seats: whose orders are in, and nothing of what is in them."""
    words = {"none": "none", "by bot": "by bot"}
    _, found = standing(store)
    return [
        SeatSummary(one.seat, one.bot, one.role, words.get(one.state, "in"), one.ready)
        for one in found
    ]
