"""Bots that play to win: they scout, settle, develop their colonies, arm and fight.

They know only their report and remember nothing between turns except the names of their fleets,
their routes and their wars.
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.galaxy_g.bots import designs, industry, scouting, settling, upkeep, war
from variants.galaxy_g.bots.board import BotView
from variants.galaxy_g.bots.realm import Situation
from variants.galaxy_g.bots.strategy import Strategy
from variants.galaxy_g.combat import RULEBOOK_COMBAT, Resolver
from variants.galaxy_g.economy import RULEBOOK_ECONOMY, Industry


@frozen
class StrategicBot:
    """A bot with a strategy; see the module. It uses no dice."""

    strategy: Strategy
    industry: Industry = RULEBOOK_ECONOMY
    combat: Resolver = RULEBOOK_COMBAT

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - signature of bots
        board = BotView.of(view, self.industry, self.combat)
        if not board.planets:
            return board.text()
        situation = Situation.of(board, self.strategy)
        settling.enable_autounload(board)
        designs.erase_unused_types(board)
        designs.ensure_types(board, situation.reach, board.planets[situation.hub])
        scouting.scout(board)
        war.command(situation)
        settling.settle(situation)
        industry.assign_products(situation)
        upkeep.upgrade_warships(situation)
        return board.text()
