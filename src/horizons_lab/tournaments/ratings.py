"""Ratings of players, points, and results of players against each other.

The model is Plackett and Luce's in the form of Weng and Lin, by `openskill`: a rating is a mean
with a standard deviation, and every game moves both. Players do not change from game to game, so
nothing is added to the deviation between games.
Source: Weng and Lin, "A Bayesian approximation method for online ranking" (2011).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from statistics import NormalDist
from typing import TYPE_CHECKING

import attrs

from horizons_lab.records import GameRecord, SeatRecord

if TYPE_CHECKING:
    from horizons_lab.statistics import Estimate


#: The rating of a newcomer, and its standard deviation.
UNKNOWN_MEAN, UNKNOWN_DEVIATION = 25.0, 25.0 / 3.0


@attrs.frozen
class Rating:
    """The strength of a player.

    Attributes:
        mean: the rating in points: 25 for a newcomer. Of two players with certain ratings, the one
            with 6.5 points more wins three games of four.
        deviation: the standard deviation, in points.
        games: number of games behind it.
    """

    mean: float = UNKNOWN_MEAN
    deviation: float = UNKNOWN_DEVIATION
    games: int = 0

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return the ends between which the rating lies with this probability."""
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * self.deviation
        return self.mean - reach, self.mean + reach

    def __str__(self) -> str:
        """Format it as "27.3 (24.1 to 30.5, 40 games)"."""
        low, high = self.interval()
        return f"{self.mean:.1f} ({low:.1f} to {high:.1f}, {self.games:,} games)"


def rate_players(
    records: Iterable[GameRecord], known: Mapping[str, Rating] | None = None
) -> dict[str, Rating]:
    """Return the ratings of all players, by their labels, after games in this order.

    `known` are the ratings before the games, of players who have one. A player with several seats
    of a game plays with the best of them.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    ratings = dict(known or {})
    for record in records:
        places = places_in(record.seats)
        names = list(places)
        for name in names:
            ratings.setdefault(name, Rating())
        if len(names) < 2:
            continue
        teams = [[model.create_rating([ratings[n].mean, ratings[n].deviation])] for n in names]
        after = model.rate(teams, ranks=[float(places[name]) for name in names])
        for name, (rating,) in zip(names, after, strict=True):
            ratings[name] = Rating(rating.mu, rating.sigma, ratings[name].games + 1)
    return ratings


def places_in(seats: Sequence[SeatRecord]) -> dict[str, int]:
    """Return each player's place in a game, 1 for the best; 1 for winners if unknown."""
    places: dict[str, int] = {}
    for seat in seats:
        place = seat.place if seat.place is not None else (1 if seat.won else 2)
        places[seat.player] = min(place, places.get(seat.player, place))
    return places


def chance_of_winning(rating: Rating, other: Rating) -> float:
    """Return the chance of one player against another by their ratings and deviations."""
    beta = UNKNOWN_MEAN / 6
    spread = math.sqrt(rating.deviation**2 + other.deviation**2 + 2 * beta**2)
    return 1 / (1 + math.exp((other.mean - rating.mean) / spread))


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
