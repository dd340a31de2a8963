"""Ratings: one number for how strong a player is, from games of any number of players.

The model is Plackett and Luce's in the form of Weng and Lin, by `openskill`: a rating is a mean
with a standard deviation, both of which every game moves. Players do not change from game to game,
so nothing is added to the deviation between games.
Source: Weng and Lin, "A Bayesian approximation method for online ranking" (2011).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist

import attrs

from horizons_lab.records import GameRecord, SeatRecord

#: The rating of one of whom nothing is known, and its standard deviation.
UNKNOWN_MEAN, UNKNOWN_DEVIATION = 25.0, 25.0 / 3.0


@attrs.frozen
class Rating:
    """How strong a player is.

    Attributes:
        mean: the rating itself, in points: 25 for one of whom nothing is known. Of two who are
            rated for certain, the one with 6.5 points more wins three games of four.
        deviation: the standard deviation, in points.
        games: how many games it was made from.
    """

    mean: float = UNKNOWN_MEAN
    deviation: float = UNKNOWN_DEVIATION
    games: int = 0

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The ends between which the rating lies with such a probability."""
        far = NormalDist().inv_cdf((1 + confidence) / 2) * self.deviation
        return self.mean - far, self.mean + far

    def __str__(self) -> str:
        """It as "27.3 (24.1 to 30.5, 40 games)"."""
        low, high = self.interval()
        return f"{self.mean:.1f} ({low:.1f} to {high:.1f}, {self.games:,} games)"


def rated(
    records: Iterable[GameRecord], known: Mapping[str, Rating] | None = None
) -> dict[str, Rating]:
    """The ratings of all who played, by their labels, after games in this order.

    `known` are the ratings before the games, of those who have one. One who sits on several seats
    of a game plays with the best of them.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    ratings = dict(known or {})
    for record in records:
        places = placed(record.seats)
        names = list(places)
        for name in names:
            ratings.setdefault(name, Rating())
        if len(names) < 2:
            continue
        teams = [[model.create_rating([ratings[n].mean, ratings[n].deviation])] for n in names]
        after = model.rate(teams, ranks=[float(places[name]) for name in names])
        for name, (one,) in zip(names, after, strict=True):
            ratings[name] = Rating(one.mu, one.sigma, ratings[name].games + 1)
    return ratings


def placed(seats: Sequence[SeatRecord]) -> dict[str, int]:
    """The place of each player in a game, 1 for the best; winners and others if none is known."""
    found: dict[str, int] = {}
    for seat in seats:
        place = seat.place if seat.place is not None else (1 if seat.won else 2)
        found[seat.player] = min(place, found.get(seat.player, place))
    return found


def chance_of_winning(one: Rating, other: Rating) -> float:
    """The chance of one against another by their ratings, their deviations counted in."""
    beta = UNKNOWN_MEAN / 6
    spread = math.sqrt(one.deviation**2 + other.deviation**2 + 2 * beta**2)
    return 1 / (1 + math.exp((other.mean - one.mean) / spread))
