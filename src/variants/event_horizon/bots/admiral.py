"""A bot that ends games: it mines the map, builds a fleet, seeks the enemy and destroys it.

It knows only its report, and has no memory between turns. It builds small ships, which hull carries
best, and always wants to be twice as many.
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.event_horizon.bots.board import BotView
from variants.event_horizon.bots.mining import MiningPlan
from variants.event_horizon.bots.war import WarPlan
from variants.event_horizon.bots.yard import PurchasePlan
from variants.event_horizon.economy import Mining


@frozen
class AdmiralBot:
    """The bot of this module; it asks the economy for the cost and needs of ships."""

    economy: Mining

    def orders(self, view: View, stream: Stream) -> str:
        """Return moves of unarmed ships and of warships, then build orders."""
        board = BotView.of(view, self.economy)
        mining_plan = MiningPlan(board)
        mining_plan.order_moves(stream)
        WarPlan.of(board).order_moves(stream)
        if board.mothership:
            PurchasePlan(board, dict(view["stock"])).build(mining_plan)
        return "\n".join([*board.lines, ""])
