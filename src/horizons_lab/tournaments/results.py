"""The results of a tournament, with points, ratings and tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from horizons_lab.records import GameRecord, atomic_path
from horizons_lab.report.csv_files import without_formulas
from horizons_lab.results import Result
from horizons_lab.tournaments.plan import GameTable, TournamentPlan
from horizons_lab.tournaments.ratings import Encounter, Rating, encounters, points, rate_players

if TYPE_CHECKING:
    import polars as pl


#: The points for a round that a player sits out: those of winning it.
SITTING_OUT = 1.0
STANDINGS, PAIRS, CROSS_TABLE = "standings.csv", "pairs.csv", "cross-table.csv"


@attrs.frozen
class TournamentStanding:
    """A player's standing in a tournament.

    Attributes:
        rank: 1 for the highest rating, or by the Swiss system for the most points.
        player: the player's label.
        points: the sum of the points of all rounds, each from 0 to 1.
        rating: the player's strength.
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
        tables: the player numbers at each table.
        sitting_out: the numbers of the players who did not play.
    """

    result: Result
    tables: tuple[GameTable, ...]
    sitting_out: tuple[int, ...] = ()

    @property
    def records(self) -> list[GameRecord]:
        """Its games in playing order: the first of every table, then the second."""
        index = {cell.key: cell.index for cell in self.result.study.cells}
        return sorted(self.result.records, key=lambda record: (record.game, index[record.cell]))

    def points(self, labels: Sequence[str]) -> dict[str, float]:
        """Return the points of each player in this round, by label."""
        sitting_out = (labels[player] for player in self.sitting_out)
        return {**points(self.records), **dict.fromkeys(sitting_out, SITTING_OUT)}


def points_so_far(labels: Sequence[str], rounds: Iterable[Round]) -> dict[str, float]:
    """Return the sum of every player's points, by label."""
    scores = [round_.points(labels) for round_ in rounds]
    return {name: math.fsum(points_[name] for points_ in scores) for name in labels}


@attrs.frozen(eq=False, slots=False)
class TournamentResult:
    """The games of a tournament.

    Attributes:
        plan: the plan of the tournament.
        rounds: its rounds, in order.
    """

    plan: TournamentPlan
    rounds: tuple[Round, ...]

    @property
    def records(self) -> list[GameRecord]:
        """All games, in the order in which they are rated."""
        return [record for round_ in self.rounds for record in round_.records]

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """The rating of every player, by label."""
        ratings = rate_players(self.records)
        return {name: ratings.get(name, Rating()) for name in self.plan.labels}

    @cached_property
    def encounters(self) -> dict[tuple[str, str], Encounter]:
        """The results of each pair of players who met, by both labels."""
        return encounters(self.records)

    @cached_property
    def standings(self) -> tuple[TournamentStanding, ...]:
        """The standings, by rating; in the Swiss system, where few players meet, by points."""
        total = points_so_far(self.plan.labels, self.rounds)
        ratings = self.ratings
        by_points = self.plan.is_swiss

        def order(name: str) -> tuple[float, float]:
            key = (-total[name], -ratings[name].mean)
            return key if by_points else (key[1], key[0])

        ranked = sorted(self.plan.labels, key=order)
        return tuple(
            TournamentStanding(rank, name, total[name], ratings[name])
            for rank, name in enumerate(ranked, start=1)
        )

    @property
    def table(self) -> pl.DataFrame:
        """One row per player, best first: rank, player, points, rating with its ends, games."""
        import polars as pl

        rows = []
        for standing in self.standings:
            low, high = standing.rating.interval()
            rows.append(
                {
                    "rank": standing.rank,
                    "player": standing.player,
                    "points": standing.points,
                    "rating": standing.rating.mean,
                    "low": low,
                    "high": high,
                    "deviation": standing.rating.deviation,
                    "games": standing.rating.games,
                }
            )
        return pl.DataFrame(rows)

    @property
    def pairs(self) -> pl.DataFrame:
        """One row per pair of players who met: games, ahead, level, and the share with its ends."""
        import polars as pl

        rows = []
        names = [standing.player for standing in self.standings]
        for index, name in enumerate(names):
            for other in names[index + 1 :]:
                if (encounter := self.encounters.get((name, other))) is None:
                    continue
                share = encounter.share()
                rows.append(
                    {
                        **attrs.asdict(encounter),
                        "share": share.value,
                        "low": share.low,
                        "high": share.high,
                    }
                )
        return pl.DataFrame(rows)

    @property
    def cross_table(self) -> pl.DataFrame:
        """One row per player, best first, with the points against each other as columns.

        "7.5/10" is seven and a half points in ten games; players who never met have an empty cell.
        """
        import polars as pl

        names = [standing.player for standing in self.standings]
        rows = []
        for rank, name in enumerate(names, start=1):
            cells = {f"against {other}": self._cell(name, other) for other in names}
            rows.append({"rank": rank, "player": name, **cells})
        return pl.DataFrame(rows)

    def _cell(self, name: str, other: str) -> str:
        encounter = self.encounters.get((name, other))
        return "" if encounter is None else f"{encounter.points:g}/{encounter.games}"


def write_tables(result: TournamentResult, folder: Path) -> list[Path]:
    """Write the tables of a tournament into a folder; returns their paths. Raises OSError."""
    tables = {STANDINGS: result.table, PAIRS: result.pairs, CROSS_TABLE: result.cross_table}
    for name, table in tables.items():
        with atomic_path(folder / name) as partial:
            without_formulas(table).write_csv(partial, line_terminator="\n")
    return [folder / name for name in tables]
