"""The results of a study, with tables and estimates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from horizons_core.errors import did_you_mean
from horizons_lab.checks import StudyError
from horizons_lab.plan import StudyPlan
from horizons_lab.records import GameRecord, SeatRecord
from horizons_lab.tables import game_table, turn_table

if TYPE_CHECKING:
    import polars as pl

    from horizons_lab.statistics import Estimate


@attrs.frozen(eq=False, slots=False)
class Result:
    """The games of a study that were played.

    Attributes:
        study: the plan of the study.
        records: one record per game, in the order of cells and games.
    """

    study: StudyPlan
    records: tuple[GameRecord, ...]

    @cached_property
    def table(self) -> pl.DataFrame:
        """One row per game and seat (see `tables.GAME_COLUMNS`), with factors and measures."""
        return game_table(self.study, self.records)

    @cached_property
    def turns(self) -> pl.DataFrame:
        """One row per game, turn and seat with the measures by turn."""
        return turn_table(self.study, self.records)

    @property
    def games(self) -> int:
        """Number of games that were played, in all cells together."""
        return len(self.records)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The labels of the players, in the order of their first seats."""
        return tuple(dict.fromkeys(s.player for record in self.records for s in record.seats))

    def players_of(self, cell: int) -> tuple[str, ...]:
        """Return the labels of the players of a cell; raises StudyError for an unknown cell."""
        key = self._cell_key(cell)
        return tuple(_labels([record for record in self.records if record.cell == key]))

    def win_rate(
        self, player: str, *, cell: int | None = None, confidence: float = 0.95
    ) -> Estimate:
        """Return the share of a player's games that it won, with its interval.

        A player with several seats has won if any of them has. `cell` selects the games of one
        cell. The interval is Wilson's, or, for a study that may `stop` early, one that holds at all
        looks at once. Raises StudyError for a player without games.
        """
        from horizons_lab.statistics import share, share_at_any_time

        wins = self.outcomes(player, cell=cell)
        estimate = share if self.study.stop is None else share_at_any_time
        return estimate(sum(wins), len(wins), confidence)

    def outcomes(self, player: str, *, cell: int | None = None) -> list[bool]:
        """Return whether a player has won, game by game, in the order of the games.

        Raises StudyError for a player without games.
        """
        return [any(seat.won for seat in seats) for seats in self._games_of(player, cell)]

    def values(self, player: str, column: str, *, cell: int | None = None) -> list[float]:
        """Return a player's scores, places or a measure, by game: the mean over its seats.

        Games without a value are left out. Raises StudyError for a player without games, and for a
        column without numbers.
        """
        means = []
        for seats in self._games_of(player, cell):
            values = [value for seat in seats if (value := _value(seat, column)) is not None]
            if values:
                means.append(sum(values) / len(values))
        return means

    def mean(
        self, player: str, column: str, *, cell: int | None = None, confidence: float = 0.95
    ) -> Estimate:
        """Return the mean of a player's score, place or measure, with its bootstrap interval.

        The dice of the bootstrap depend on the study's key. Raises the errors of `values`.
        """
        from horizons_core import Stream
        from horizons_lab.statistics import mean

        stream = Stream.from_key("lab-mean", self.study.key, player, column)
        values = self.values(player, column, cell=cell)
        return mean(values, stream, confidence=confidence)

    def _games_of(self, player: str, cell: int | None) -> list[list[SeatRecord]]:
        """Return the seats of a player, game by game."""
        key = None if cell is None else self._cell_key(cell)
        chosen = [record for record in self.records if key is None or record.cell == key]
        games = [[seat for seat in record.seats if seat.player == player] for record in chosen]
        taken_part = [seats for seats in games if seats]
        if not taken_part:
            hint = did_you_mean(player, _labels(chosen))
            raise StudyError(f"'{player}' plays in none of these {len(chosen)} games", hint)
        return taken_part

    def _cell_key(self, cell: int) -> str:
        cells = self.study.cells
        if not 0 <= cell < len(cells):
            raise StudyError(f"there is no cell {cell}", f"choose one from 0 to {len(cells) - 1}")
        return cells[cell].key


def _labels(records: Iterable[GameRecord]) -> Sequence[str]:
    return list(dict.fromkeys(seat.player for record in records for seat in record.seats))


def _value(seat: SeatRecord, column: str) -> float | None:
    if column in {"score", "place"}:
        value = seat.score if column == "score" else seat.place
    elif column in seat.measures:
        value = seat.measures[column]
    else:
        known = ["score", "place", *seat.measures]
        raise StudyError(f"there is no column '{column}'", did_you_mean(column, known))
    if isinstance(value, str):
        raise StudyError(
            f"'{column}' contains text, which has no mean", "choose a column of numbers"
        )
    return None if value is None else float(value)
