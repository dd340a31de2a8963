"""What came of a tournament: points, ratings, and the tables of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from horizons_lab.records import GameRecord
from horizons_lab.results import Result
from horizons_lab.tournaments.pairings import Table
from horizons_lab.tournaments.plan import TournamentPlan
from horizons_lab.tournaments.ratings import Rating, rated
from horizons_lab.tournaments.scoring import Encounter, encounters, points

if TYPE_CHECKING:
    import polars as pl

#: The points of a round that a player sits out: those of winning it.
SITTING_OUT = 1.0


@attrs.frozen
class Standing:
    """Where a player stands in a tournament.

    Attributes:
        rank: 1 for the highest rating, or by the Swiss system for the most points.
        player: the player's label.
        points: the sum of the points of all rounds, each from 0 to 1.
        rating: how strong the player is.
    """

    rank: int
    player: str
    points: float
    rating: Rating


@attrs.frozen
class Round:
    """One round of a tournament.

    Attributes:
        result: the games of its tables.
        tables: who played together, by the players' numbers.
        sitting_out: the numbers of those who did not play.
    """

    result: Result
    tables: tuple[Table, ...]
    sitting_out: tuple[int, ...] = ()

    @property
    def records(self) -> list[GameRecord]:
        """Its games as they are played: the first of every table, then the second."""
        index = {cell.key: cell.index for cell in self.result.study.cells}
        return sorted(self.result.records, key=lambda one: (one.game, index[one.cell]))

    def points(self, labels: Sequence[str]) -> dict[str, float]:
        """The points of each player in this round, by label."""
        sitting_out = (labels[player] for player in self.sitting_out)
        return {**points(self.records), **dict.fromkeys(sitting_out, SITTING_OUT)}


def points_so_far(labels: Sequence[str], rounds: Iterable[Round]) -> dict[str, float]:
    """The sum of every player's points, by label."""
    told = [one.points(labels) for one in rounds]
    return {name: math.fsum(one[name] for one in told) for name in labels}


@attrs.frozen(eq=False, slots=False)
class TournamentResult:
    """The games of a tournament.

    Attributes:
        plan: what was played.
        rounds: its rounds, in order.
    """

    plan: TournamentPlan
    rounds: tuple[Round, ...]

    @property
    def records(self) -> list[GameRecord]:
        """All games in the order in which they are rated."""
        return [record for one in self.rounds for record in one.records]

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """The rating of every player, by label."""
        found = rated(self.records)
        return {name: found.get(name, Rating()) for name in self.plan.labels}

    @cached_property
    def encounters(self) -> dict[tuple[str, str], Encounter]:
        """What came of the games of each two players who met, by both labels."""
        return encounters(self.records)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Who stands where: by rating, or by points where the Swiss system brought few together."""
        total = points_so_far(self.plan.labels, self.rounds)
        ratings = self.ratings
        by_points = self.plan.is_swiss

        def order(name: str) -> tuple[float, float]:
            told = (-total[name], -ratings[name].mean)
            return told if by_points else (told[1], told[0])

        ranked = sorted(self.plan.labels, key=order)
        return tuple(
            Standing(rank, name, total[name], ratings[name])
            for rank, name in enumerate(ranked, start=1)
        )

    @property
    def table(self) -> pl.DataFrame:
        """One row a player, the best first: rank, player, points, rating with its ends, games."""
        import polars as pl

        rows = []
        for one in self.standings:
            low, high = one.rating.interval()
            rows.append(
                {
                    "rank": one.rank,
                    "player": one.player,
                    "points": one.points,
                    "rating": one.rating.mean,
                    "low": low,
                    "high": high,
                    "deviation": one.rating.deviation,
                    "games": one.rating.games,
                }
            )
        return pl.DataFrame(rows)

    @property
    def pairs(self) -> pl.DataFrame:
        """One row for each two who met: games, ahead, level, and the share with its ends."""
        import polars as pl

        rows = []
        names = [one.player for one in self.standings]
        for place, name in enumerate(names):
            for other in names[place + 1 :]:
                if (found := self.encounters.get((name, other))) is None:
                    continue
                told = found.share()
                rows.append(
                    {
                        **attrs.asdict(found),
                        "share": told.value,
                        "low": told.low,
                        "high": told.high,
                    }
                )
        return pl.DataFrame(rows)

    @property
    def cross_table(self) -> pl.DataFrame:
        """One row a player, the best first, with the points against each other as columns.

        "7.5/10" is seven and a half points in ten games; an empty cell is for two who never met.
        """
        import polars as pl

        names = [one.player for one in self.standings]
        rows = []
        for rank, name in enumerate(names, start=1):
            cells = {f"against {other}": self._cell(name, other) for other in names}
            rows.append({"rank": rank, "player": name, **cells})
        return pl.DataFrame(rows)

    def _cell(self, name: str, other: str) -> str:
        found = self.encounters.get((name, other))
        return "" if found is None else f"{found.points:g}/{found.games}"
