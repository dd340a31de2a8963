"""A bot that ends games: it mines the map, builds a fleet, seeks the enemy and destroys it.

It knows only its report, and has no memory between turns. Its modules are `board` (facts from the
report), `chart` (routes on the map), `odds` (the strength of ships), `mining`, `war` and `yard`.
It builds small ships, which hull carries best, and always wants to be twice as many.
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.event_horizon.bots.board import Board
from variants.event_horizon.bots.mining import Settlement
from variants.event_horizon.bots.war import War
from variants.event_horizon.bots.yard import Yard
from variants.event_horizon.economy import Mining


@frozen
class AdmiralBot:
    """The bot of this module. It asks the economy for the cost and needs of ships."""

    economy: Mining

    def orders(self, view: View, stream: Stream) -> str:
        """Return moves of unarmed ships and of warships, then build orders."""
        board = Board.of(view, self.economy)
        settlement = Settlement(board)
        settlement.settle(stream)
        War.of(board).wage(stream)
        if board.mothership:
            Yard(board, dict(view["stock"])).build(settlement)
        return "\n".join([*board.lines, ""])
