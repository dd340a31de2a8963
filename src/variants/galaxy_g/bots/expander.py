"""A bot that plays to grow: it scouts, settles, builds up its colonies, arms itself and conquers.

It knows what its report says and nothing else; it remembers nothing between turns but what its
fleets are called, how its routes lead and whom it is at war with.
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.galaxy_g.bots import designs, industry, scouting, settling, upkeep, war
from variants.galaxy_g.bots.board import Board
from variants.galaxy_g.bots.realm import Realm
from variants.galaxy_g.combat import RULEBOOK_COMBAT, Resolver
from variants.galaxy_g.economy import RULEBOOK_ECONOMY, Industry


@frozen
class ExpanderBot:
    """The bot; see the module."""

    industry: Industry = RULEBOOK_ECONOMY
    combat: Resolver = RULEBOOK_COMBAT

    def orders(self, view: View, stream: Stream) -> str:
        board = Board.of(view, self.industry, self.combat)
        if not board.planets:
            return board.text()
        realm = Realm.of(board)
        settling.take_in(board)
        designs.forget(board)
        designs.update(board, realm.reach, board.planets[realm.hub]["production"])
        scouting.scout(board)
        war.command(realm, stream)
        upkeep.upgrade(realm)
        settling.settle(realm)
        industry.allot(realm)
        return board.text()
