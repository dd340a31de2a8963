"""Ratings: the strength of a player as a number, from games of any number of players.

The model is Plackett and Luce's in the form of Weng and Lin, by `openskill`: a rating is a mean
with a standard deviation, and every game moves both. Players do not change from game to game, so
nothing is added to the deviation between games.
Source: Weng and Lin, "A Bayesian approximation method for online ranking" (2011).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist

import attrs

from horizons_lab.records import GameRecord, SeatRecord

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
