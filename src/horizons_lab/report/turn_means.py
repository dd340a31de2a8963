"""How what was measured after each turn goes on average, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_lab.factors import Cell
from horizons_lab.records import GameRecord
from horizons_lab.report.findings import MEAN, Finding
from horizons_lab.report.means import STUDENT
from horizons_lab.results import Result
from horizons_lab.statistics import student_mean
from horizons_lab.tables import level_values


def turn_means(cells: Sequence[tuple[Cell, Result]], columns: Sequence[str]) -> Iterator[Finding]:
    """The mean of every column for every player after every turn, with Student's interval.

    A game counts as long as it lasts; a player who has several seats in it counts by their mean.
    """
    for column in columns:
        for cell, result in cells:
            told = level_values(cell)
            for (player, turn), values in _values(result, column).items():
                yield Finding(
                    quantity=MEAN,
                    estimate=student_mean(values),
                    interval=STUDENT,
                    cell=cell.index,
                    levels=told,
                    player=player,
                    column=column,
                    turn=turn,
                )


def _values(result: Result, column: str) -> dict[tuple[str, int], list[float]]:
    """The values of a column by player and turn, one a game, players in their order."""
    found: dict[tuple[str, int], list[float]] = {}
    for record in result.records:
        for key, values in _values_of_game(record, column).items():
            found.setdefault(key, []).append(sum(values) / len(values))
    place = {player: index for index, player in enumerate(result.players)}
    return dict(sorted(found.items(), key=lambda item: (place[item[0][0]], item[0][1])))


def _values_of_game(record: GameRecord, column: str) -> dict[tuple[str, int], list[float]]:
    players = {seat.seat: seat.player for seat in record.seats}
    found: dict[tuple[str, int], list[float]] = {}
    for one in record.by_turn:
        if (value := one.measures[column]) is not None:
            found.setdefault((players[one.seat], one.turn), []).append(float(value))
    return found
