"""Bots that play to win: they scout, settle, develop their colonies, arm and fight.

They know only their report and remember nothing between turns except the names of their fleets,
their routes and their wars.
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.galaxy_g.bots import designs, industry, scouting, settling, upkeep, war
from variants.galaxy_g.bots.board import Board
from variants.galaxy_g.bots.realm import Realm
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
        board = Board.of(view, self.industry, self.combat)
        if not board.planets:
            return board.text()
        realm = Realm.of(board, self.strategy)
        settling.take_in(board)
        designs.forget(board)
        designs.update(board, realm.reach, board.planets[realm.hub])
        scouting.scout(board)
        war.command(realm)
        settling.settle(realm)
        industry.allot(realm)
        upkeep.upgrade(realm)
        return board.text()
