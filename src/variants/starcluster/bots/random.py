"""The random bot: gives legal orders by chance and spends part of its money."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.starcluster.bots import fleet_whims, settling, whims
from variants.starcluster.bots.board import Board

#: The share of its money to spend in a turn.
SPENT = 0.2


@frozen
class RandomBot:
    """The random bot; see the module."""

    rules: VariantRules

    def orders(self, view: View, stream: Stream) -> str:
        if not view["colonies"]:
            return ""
        board = Board.of(view, self.rules.economy)
        settling.serve(board)  # without freighters people earn nothing
        board.cash *= SPENT
        for whim, chance in {**whims.WHIMS, **fleet_whims.WHIMS}.items():
            if stream.chance(chance):
                whim(board, stream)
        return board.text()
