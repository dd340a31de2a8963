"""Bots that play to win by scouting, settling, developing colonies, arming and fighting.

They know only their report, and remember nothing between turns except the names of their fleets,
their routes and their wars.
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.galaxy_g.bots import designs, industry, probes, settling, war
from variants.galaxy_g.bots.board import BotView, Squad
from variants.galaxy_g.bots.situation import Situation, Strategy
from variants.galaxy_g.combat import RULEBOOK_COMBAT, GameCombat
from variants.galaxy_g.economy import RULEBOOK_ECONOMY, Industry

WORTHWHILE_UPGRADE = 0.2  #: minimum cost of an upgrade, as a share of the price of a new ship
UPGRADE_SHARE = 0.7  #: share of a planet's points spent on upgrades


def upgrade_warships(situation: Situation) -> None:
    """Upgrade as many old warships as their planets can pay for.

    Yards do not upgrade, because a ship with fewer points than planned would stay unfinished.
    """
    board = situation.board
    for name, planet in board.planets.items():
        if board.products[name] in board.types:
            continue
        points = UPGRADE_SHARE * planet["production"]
        squads = [s for s in board.at(name) if s.design.warship]
        for squad in sorted(squads, key=lambda s: (-_cost(board, s) / _price(board, s), s.number)):
            cost = _cost(board, squad)
            if cost < WORTHWHILE_UPGRADE * _price(board, squad):
                break
            ships = min(squad.ships, int(points / cost))
            if ships:
                board.add_order("G", squad.number, ships)
                points -= ships * cost


def _cost(board: BotView, squad: Squad) -> float:
    """Points to upgrade one ship of a squad."""
    current = board.techs.fitting(squad.design)
    return board.industry.upgrade_cost(squad.design, squad.techs, current)


def _price(board: BotView, squad: Squad) -> float:
    """Points for a new ship of a squad."""
    return board.industry.ship_cost(squad.design)


@frozen
class StrategicBot:
    """A bot with a strategy, which uses no dice."""

    strategy: Strategy
    industry: Industry = RULEBOOK_ECONOMY
    combat: GameCombat = RULEBOOK_COMBAT

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - signature of bots
        board = BotView.of(view, self.industry, self.combat)
        if not board.planets:
            return board.text()
        situation = Situation.of(board, self.strategy)
        settling.enable_autounload(board)
        designs.erase_unused_types(board)
        designs.ensure_types(board, situation.reach, board.planets[situation.hub])
        probes.scout(board)
        war.command(situation)
        settling.settle(situation)
        industry.assign_products(situation)
        upgrade_warships(situation)
        return board.text()
