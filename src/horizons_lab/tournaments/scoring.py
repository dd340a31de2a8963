"""Points of a tournament, and who was ahead of whom how often."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import permutations
from typing import TYPE_CHECKING

import attrs

from horizons_lab.records import GameRecord
from horizons_lab.tournaments.ratings import placed

if TYPE_CHECKING:
    from horizons_lab.statistics import Estimate


@attrs.frozen
class Encounter:
    """What came of the games that two players played together.

    Attributes:
        player: one of them.
        opponent: the other.
        ahead: in how many games the player was placed before the opponent.
        level: in how many they shared a place.
        games: how many games they played together.
    """

    player: str
    opponent: str
    ahead: int
    level: int
    games: int

    @property
    def points(self) -> float:
        """One for each game ahead, a half for each shared place."""
        return self.ahead + self.level / 2

    def share(self, confidence: float = 0.95) -> Estimate:
        """The share of the points that went to the player, with Wilson's interval.

        A half point is counted as none for the lower end and as one for the upper end, so that
        shared places never make the interval too narrow.
        """
        from horizons_lab.statistics import Estimate, share

        low = share(math.floor(self.points), self.games, confidence).low
        high = share(math.ceil(self.points), self.games, confidence).high
        return Estimate(self.points / self.games, low, high, self.games, confidence)


def encounters(records: Iterable[GameRecord]) -> dict[tuple[str, str], Encounter]:
    """What came of the games of each two players who met, by both labels, either way round."""
    games: Counter[tuple[str, str]] = Counter()
    ahead: Counter[tuple[str, str]] = Counter()
    level: Counter[tuple[str, str]] = Counter()
    for record in records:
        places = placed(record.seats)
        for pair in permutations(places, 2):
            games[pair] += 1
            ahead[pair] += places[pair[0]] < places[pair[1]]
            level[pair] += places[pair[0]] == places[pair[1]]
    return {pair: Encounter(*pair, ahead[pair], level[pair], games[pair]) for pair in games}


def points(records: Iterable[GameRecord]) -> dict[str, float]:
    """The points of each player in a round: the mean over the games that were played.

    A game gives one point to the first and none to the last, to the others in between by how many
    are behind them; who shares a place shares its points.
    """
    given: dict[str, list[float]] = defaultdict(list)
    for record in records:
        places = placed(record.seats)
        for player, place in places.items():
            others = [other for name, other in places.items() if name != player]
            behind = sum(place < other for other in others)
            level = sum(place == other for other in others)
            given[player].append((behind + level / 2) / len(others) if others else 0.0)
    return {player: math.fsum(found) / len(found) for player, found in given.items()}
