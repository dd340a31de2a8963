"""Targets of warships: foreign planets to take, and own ones to relieve."""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import define, field

from variants.galaxy_g.bots.board import BotView, Facts, Squad
from variants.galaxy_g.bots.odds import chance_to_win
from variants.galaxy_g.bots.realm import NEVER, Situation

GOOD_ODDS = 0.8  #: to attack
FAIR_ODDS = 0.6  #: to relieve an own planet
LONGEST_MARCH = 8  #: turns
NEAR = 12.0  #: distance of an enemy's warships that may help, in light years
LEAST_PRIZE = 40.0  #: size of a planet worth a war
OWN = 3.0  #: factor on the value of a threatened own planet
ENEMY = 2.0  #: factor on the value of a planet whose owner is at war already


def marching_turns(board: BotView, squads: Sequence[Squad], start: str, end: str) -> int:
    """Turns that squads take together; NEVER if they do not move."""
    pace = min(squad.speed() for squad in squads)
    return max(1, math.ceil(board.distance(start, end) / pace)) if pace else NEVER


@define
class Targets:
    """Chooses the targets of a turn. `occupied`: where fleets are or go. `wars`: the enemies."""

    situation: Situation
    wars: set[str]
    occupied: set[str] = field(factory=set)

    @property
    def board(self) -> BotView:
        return self.situation.board

    def best(self, squads: Sequence[Squad], start: str) -> str | None:
        """The best target in reach that the squads would take with good odds, or None."""
        prizes = {name: self._worth_relief(p) for name, p in self.board.planets.items()}
        if not math.isinf(self.situation.strategy.patience):
            prizes |= {name: self._prize(p) for name, p in self.board.scanned.items()}
        near = {
            name: prizes[name] / (2 + turns)
            for name in prizes
            if prizes[name] > 0 and name not in self.occupied
            if (turns := marching_turns(self.board, squads, start, name)) <= LONGEST_MARCH
        }
        in_order = sorted(near, key=lambda name: (-near[name], name))
        return next((name for name in in_order if self._will_win(squads, name)), None)

    def _will_win(self, squads: Sequence[Squad], place: str) -> bool:
        if place in self.board.planets:
            return chance_to_win(self.board, squads, self.board.armed_aliens_at(place)) >= FAIR_ODDS
        return chance_to_win(self.board, squads, self._defenders(place)) >= GOOD_ODDS

    def _worth_relief(self, planet: Facts) -> float:
        """The value of relieving an own planet from armed ships."""
        if not self.board.armed_aliens_at(planet["name"]):
            return 0.0
        return float(OWN * (planet["size"] + planet["production"]))

    def _prize(self, planet: Facts) -> float:
        """The value of an alien planet, or of one to settle that armed ships hold."""
        owner = planet["owner"]
        if planet["size"] < LEAST_PRIZE:
            return 0.0
        if not owner and not self.board.armed_aliens_at(planet["name"]):
            return 0.0
        return float(
            (ENEMY if owner in self.wars else 1.0) * (planet["size"] + planet["production"])
        )

    def _defenders(self, place: str) -> list[Facts]:
        """Ships there that would defend the planet, and the owner's warships near it."""
        board, owner = self.board, self.board.scanned[place]["owner"]
        present = [a for a in board.aliens_at(place) if a["race"] == owner or not owner]
        if not owner:
            return present
        return present + [group for group in self.armed_near(place) if group["race"] == owner]

    def armed_near(self, place: str) -> list[Facts]:
        """Armed ships of others at other planets, near enough to come and help."""
        board = self.board
        return [
            group
            for other, armed_aliens in board.armed_aliens.items()
            if other != place and other in board.places and board.distance(other, place) <= NEAR
            for group in armed_aliens
        ]
