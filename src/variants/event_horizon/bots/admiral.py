"""A bot that ends games: it mines the map, builds a fleet, seeks the enemy and destroys it.

It knows what its report says and nothing else; it remembers nothing between turns. Its rooms are
`board` (what the report says), `chart` (ways on the map), `odds` (who wins), `mining`, `war` and
`yard`. It builds small ships, which hull carries best, and always wants to be twice as many.
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
    """The bot; see the module. What ships cost and need, it asks the economy."""

    economy: Mining

    def orders(self, view: View, stream: Stream) -> str:
        """Moves of unarmed ships and of warships, then what is built."""
        board = Board.of(view, self.economy)
        settlement = Settlement(board)
        settlement.settle(stream)
        War.of(board).wage(stream)
        if board.mothership:
            Yard(board, dict(view["stock"])).build(settlement)
        return "\n".join([*board.lines, ""])
