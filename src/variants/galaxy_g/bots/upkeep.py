"""Upgrades of old warships, where the points are well spent."""

from __future__ import annotations

from variants.galaxy_g.bots.board import BotView, Squad
from variants.galaxy_g.bots.realm import Situation

OLD = 0.2  #: minimum cost of an upgrade in terms of a new ship
SHARE = 0.7  #: share of a planet's points for upgrades


def upgrade_warships(situation: Situation) -> None:
    """Upgrade as many old warships as their planets can pay for.

    Yards are left alone: a ship with fewer points than planned would stay unfinished.
    """
    board = situation.board
    for name, planet in board.planets.items():
        if board.products[name] in board.types:
            continue
        points = SHARE * planet["production"]
        squads = [s for s in board.at(name) if s.design.warship]
        for squad in sorted(squads, key=lambda s: (-_cost(board, s) / _price(board, s), s.number)):
            cost = _cost(board, squad)
            if cost < OLD * _price(board, squad):
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
