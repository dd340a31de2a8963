"""Means of the measures by turn, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_lab.factors import Cell
from horizons_lab.records import GameRecord
from horizons_lab.report.estimates import MEAN, ReportEstimate
from horizons_lab.report.means import STUDENT
from horizons_lab.results import Result
from horizons_lab.statistics import student_mean
from horizons_lab.tables import level_values


def turn_means(
    cells: Sequence[tuple[Cell, Result]], columns: Sequence[str]
) -> Iterator[ReportEstimate]:
    """Yield the mean of every column for every player after every turn, with Student's interval.

    A game counts as long as it lasts; a player with several seats counts by their mean.
    """
    for column in columns:
        for cell, result in cells:
            levels = level_values(cell)
            for (player, turn), values in _values(result, column).items():
                yield ReportEstimate(
                    quantity=MEAN,
                    estimate=student_mean(values),
                    interval=STUDENT,
                    cell=cell.index,
                    levels=levels,
                    player=player,
                    column=column,
                    turn=turn,
                )


def _values(result: Result, column: str) -> dict[tuple[str, int], list[float]]:
    """Return the values of a column by player and turn, one per game, with players in order."""
    samples: dict[tuple[str, int], list[float]] = {}
    for record in result.records:
        for key, values in _values_of_game(record, column).items():
            samples.setdefault(key, []).append(sum(values) / len(values))
    index = {player: i for i, player in enumerate(result.players)}
    return dict(sorted(samples.items(), key=lambda item: (index[item[0][0]], item[0][1])))


def _values_of_game(record: GameRecord, column: str) -> dict[tuple[str, int], list[float]]:
    players = {seat.seat: seat.player for seat in record.seats}
    samples: dict[tuple[str, int], list[float]] = {}
    for row in record.by_turn:
        if (value := row.measures[column]) is not None:
            samples.setdefault((players[row.seat], row.turn), []).append(float(value))
    return samples
