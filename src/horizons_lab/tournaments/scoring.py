"""Points of a tournament, and results of players against each other."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import permutations
from typing import TYPE_CHECKING

import attrs

from horizons_lab.records import GameRecord
from horizons_lab.tournaments.ratings import places_in

if TYPE_CHECKING:
    from horizons_lab.statistics import Estimate


@attrs.frozen
class Encounter:
    """The results of two players against each other.

    Attributes:
        player: the label of one player.
        opponent: the label of the other.
        ahead: number of games with the player placed before the opponent.
        level: number of games with a shared place.
        games: number of games that they played together.
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
        """Return the player's share of the points, with Wilson's interval.

        A half point counts as none for the lower end and as one for the upper end, so that shared
        places never make the interval too narrow.
        """
        from horizons_lab.statistics import Estimate, share

        low = share(math.floor(self.points), self.games, confidence).low
        high = share(math.ceil(self.points), self.games, confidence).high
        return Estimate(self.points / self.games, low, high, self.games, confidence)


def encounters(records: Iterable[GameRecord]) -> dict[tuple[str, str], Encounter]:
    """Return the results of each pair of players who met, by both labels, in either order."""
    games: Counter[tuple[str, str]] = Counter()
    ahead: Counter[tuple[str, str]] = Counter()
    level: Counter[tuple[str, str]] = Counter()
    for record in records:
        places = places_in(record.seats)
        for pair in permutations(places, 2):
            games[pair] += 1
            ahead[pair] += places[pair[0]] < places[pair[1]]
            level[pair] += places[pair[0]] == places[pair[1]]
    return {pair: Encounter(*pair, ahead[pair], level[pair], games[pair]) for pair in games}


def points(records: Iterable[GameRecord]) -> dict[str, float]:
    """Return the points of each player in a round: the mean over the player's games.

    A game gives one point to the first and none to the last, and to the others by the number of
    players behind them; a shared place shares its points.
    """
    points_by_player: dict[str, list[float]] = defaultdict(list)
    for record in records:
        places = places_in(record.seats)
        for player, place in places.items():
            opponents = [other for name, other in places.items() if name != player]
            behind = sum(place < other for other in opponents)
            level = sum(place == other for other in opponents)
            points_by_player[player].append(
                (behind + level / 2) / len(opponents) if opponents else 0.0
            )
    return {player: math.fsum(values) / len(values) for player, values in points_by_player.items()}
