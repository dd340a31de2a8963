"""Ratings of people by variant, with their uncertainty.

The model is Plackett and Luce's in the form of Weng and Lin, by `openskill`, as in tournaments of
the lab; but people learn, so a little is added to the deviation before each game. Ratings follow
from the stored results alone and are always computed from all of them, in the order in which the
games ended, so that the same results give the same ratings.
Source: Weng and Lin, "A Bayesian approximation method for online ranking" (2011).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any

from attrs import frozen
from sqlalchemy import Row, delete, insert, select

from horizons_host.server import tables
from horizons_host.server.jobs.queue import Job
from horizons_host.server.service import Service

#: The rating of a newcomer, and its standard deviation.
NEW_MEAN, NEW_DEVIATION = 25.0, 25.0 / 3.0
#: Number of games from which a rating is shown.
LEAST_GAMES = 5
#: Ratings are stored in thousandths.
_SCALE = 1000
#: Half the width of an interval of 95 %, in standard deviations.
_REACH = 1.96


@frozen
class Rating:
    """The strength of a person in a variant: mean, standard deviation, and games behind it."""

    mean: float = NEW_MEAN
    deviation: float = NEW_DEVIATION
    games: int = 0

    @property
    def is_shown(self) -> bool:
        """True if there are enough games."""
        return self.games >= LEAST_GAMES

    @property
    def reach(self) -> float:
        """Half the width of the interval in which the strength lies with 95 %."""
        return _REACH * self.deviation

    @property
    def low(self) -> float:
        """The lower end of that interval, by which ladders are ordered."""
        return self.mean - self.reach


def compute_ratings(service: Service, variant: str) -> int:
    """Compute all ratings of a variant again, and return the number of rated people."""
    results, games, table = tables.results.c, tables.games.c, tables.ratings
    statement = (
        select(results.game, results.account, results.place)
        .join(tables.games, games.key == results.game)
        .where(games.variant == variant, results.rated == 1)
        .order_by(results.at, results.game, results.account)
    )
    with service.database.writing() as connection:
        ratings = rate(connection.execute(statement).all())
        connection.execute(delete(table).where(table.c.variant == variant))
        rows = [
            {
                "account": account,
                "variant": variant,
                "mean": round(rating.mean * _SCALE),
                "deviation": round(rating.deviation * _SCALE),
                "games": rating.games,
            }
            for account, rating in ratings.items()
        ]
        if rows:
            connection.execute(insert(table), rows)
    return len(ratings)


def rate(results: Iterable[Any]) -> dict[int, Rating]:
    """Return the rating of each account after these results.

    They have a game, an account and a place, and are ordered by game.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[int, Rating] = {}
    for _, group in groupby(results, attrgetter("game")):
        players = list(group)
        if len(players) < 2:
            continue
        before = [ratings.get(player.account, Rating()) for player in players]
        teams = [[model.create_rating([rating.mean, rating.deviation])] for rating in before]
        after = model.rate(teams, ranks=[float(player.place) for player in players])
        for player, old, (new,) in zip(players, before, after, strict=True):
            ratings[player.account] = Rating(new.mu, new.sigma, old.games + 1)
    return ratings


def run_ratings_job(service: Service, job: Job) -> str:
    """Compute the ratings of a job's variant, and return a message about it."""
    return f"{compute_ratings(service, job.facts['variant'])} people are rated"


def rating_from_row(row: Row[Any]) -> Rating:
    """Read a rating from a row of its table."""
    return Rating(row.mean / _SCALE, row.deviation / _SCALE, row.games)


def ratings_of(service: Service, account: int) -> Mapping[str, Rating]:
    """Return the ratings of an account by variant."""
    table = tables.ratings
    statement = select(table).where(table.c.account == account).order_by(table.c.variant)
    rows = service.database.select_rows(statement)
    return {row.variant: rating_from_row(row) for row in rows}
