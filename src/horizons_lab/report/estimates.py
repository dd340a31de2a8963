"""The estimates in a report, each with its quantity, player and interval."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from horizons_core import Stream, canonical
from horizons_lab.plan import Cell, StudyPlan
from horizons_lab.records import GameRecord
from horizons_lab.results import Result
from horizons_lab.statistics import Estimate, mean, share, share_at_any_time, student_mean
from horizons_lab.tables import level_values

WILSON, ANY_TIME, BOOTSTRAP, STUDENT = "Wilson", "any time", "bootstrap", "Student"
#: Maximum number of values that a report draws for its bootstraps: some ten seconds' worth.
MAX_DRAWS = 100_000_000
_RESAMPLES = (9_999, 999)

WON = "share of games won"
WON_BY_SEAT = "share of games won by the seat"
ENDED = "share of games that ended by the rules"
FORFEIT_RATE = "share of games given up"
MEAN = "mean"


@attrs.frozen
class MeanEstimator:
    """Computes means with intervals.

    Attributes:
        key: the study's key, which determines the dice of the bootstrap.
        resamples: number of resamples; 0 for Student's intervals.
    """

    key: str | int
    resamples: int

    @property
    def interval(self) -> str:
        """The kind of the intervals."""
        return BOOTSTRAP if self.resamples else STUDENT

    def of(self, values: Sequence[float], player: str, column: str) -> Estimate:
        """Return a player's mean of a column, as `Result.mean` does if that is fast."""
        if not self.resamples:
            return student_mean(values)
        stream = Stream.from_key("lab-mean", self.key, player, column)
        return mean(values, stream, resamples=self.resamples)


def mean_estimator(key: str | int, values: int) -> MeanEstimator:
    """Return the means for this number of values, over all columns and players."""
    quick = (resamples for resamples in _RESAMPLES if values * resamples <= MAX_DRAWS)
    return MeanEstimator(key, next(quick, 0))


@attrs.frozen(kw_only=True)
class ReportEstimate:
    """One estimate with its subject.

    Attributes:
        quantity: the quantity in words.
        estimate: its value, interval and number of games.
        interval: the kind of the interval: Wilson, any time, bootstrap or Student.
        cell: the index of the cell; None for games of several cells.
        levels: the levels of factors that these games share.
        player: the player's label; "" for all.
        seat: the seat's number; None for all.
        column: the column of a mean; "" for shares.
        turn: the turn before the measurement; None for the end of the game.
    """

    quantity: str
    estimate: Estimate
    interval: str
    cell: int | None = None
    levels: Mapping[str, Any] = attrs.field(factory=dict)
    player: str = ""
    seat: int | None = None
    column: str = ""
    turn: int | None = None


@attrs.frozen
class ShareEstimator:
    """Computes shares of games, with intervals that suit how the games were chosen.

    Attributes:
        fixed: whether the number of games was fixed beforehand; if it depends on results, or on
            the time of a look at them, intervals hold at all looks at once.
    """

    fixed: bool

    @property
    def interval(self) -> str:
        """The kind of the intervals."""
        return WILSON if self.fixed else ANY_TIME

    def of(self, outcomes: Sequence[bool]) -> Estimate:
        """Return the share of true outcomes."""
        estimate = share if self.fixed else share_at_any_time
        return estimate(sum(outcomes), len(outcomes))


def by_cell(result: Result) -> list[tuple[Cell, Result]]:
    """Return the results of every cell with finished games."""
    records: dict[str, list[Any]] = {}
    for record in result.records:
        records.setdefault(record.cell, []).append(record)
    return [
        (cell, Result(result.study, tuple(records[cell.key])))
        for cell in result.study.cells
        if cell.key in records
    ]


def win_rates(
    cells: Sequence[tuple[Cell, Result]], shares: ShareEstimator
) -> Iterator[ReportEstimate]:
    """Yield the win rate of every player in every cell."""
    for cell, result in cells:
        for player in result.players:
            yield ReportEstimate(
                quantity=WON,
                estimate=shares.of(result.outcomes(player)),
                interval=shares.interval,
                player=player,
                **_place(cell),
            )


def win_rates_by_level(
    plan: StudyPlan, cells: Sequence[tuple[Cell, Result]], shares: ShareEstimator
) -> Iterator[ReportEstimate]:
    """Yield the win rate of every player at each level of each factor, over all other levels."""
    for factor in plan.factors:
        games: dict[bytes, list[Any]] = {}
        values: dict[bytes, Any] = {}
        for cell, result in cells:
            level = canonical(json.loads(cell.key)[factor])
            values[level] = level_values(cell)[factor]
            games.setdefault(level, []).extend(result.records)
        for level, records in games.items():
            combined = Result(plan, tuple(records))
            for player in combined.players:
                yield ReportEstimate(
                    quantity=WON,
                    estimate=shares.of(combined.outcomes(player)),
                    interval=shares.interval,
                    levels={factor: values[level]},
                    player=player,
                )


def seat_shares(
    cells: Sequence[tuple[Cell, Result]], shares: ShareEstimator
) -> Iterator[ReportEstimate]:
    """Yield the win rate of every seat, over all players."""
    for cell, result in cells:
        won: dict[int, list[bool]] = {}
        for record in result.records:
            for seat in record.seats:
                won.setdefault(seat.seat, []).append(seat.won)
        for seat_number, outcomes in won.items():
            yield ReportEstimate(
                quantity=WON_BY_SEAT,
                estimate=shares.of(outcomes),
                interval=shares.interval,
                seat=seat_number,
                **_place(cell),
            )


def lengths(
    cells: Sequence[tuple[Cell, Result]], shares: ShareEstimator, means: MeanEstimator
) -> Iterator[ReportEstimate]:
    """Yield the mean length of games, and the share that ended by the rules."""
    for cell, result in cells:
        yield ReportEstimate(
            quantity=MEAN,
            estimate=means.of([record.turns for record in result.records], "", "turns"),
            interval=means.interval,
            column="turns",
            **_place(cell),
        )
        yield ReportEstimate(
            quantity=ENDED,
            estimate=shares.of([record.ended for record in result.records]),
            interval=shares.interval,
            **_place(cell),
        )


def measure_means(
    cells: Sequence[tuple[Cell, Result]], columns: Sequence[str], means: MeanEstimator
) -> Iterator[ReportEstimate]:
    """Yield the mean of every numeric column for every player in every cell."""
    for column in columns:
        for cell, result in cells:
            for player in result.players:
                if values := result.values(player, column):
                    yield ReportEstimate(
                        quantity=MEAN,
                        estimate=means.of(values, player, column),
                        interval=means.interval,
                        player=player,
                        column=column,
                        **_place(cell),
                    )


def forfeit_rates(
    cells: Sequence[tuple[Cell, Result]], shares: ShareEstimator
) -> Iterator[ReportEstimate]:
    """Yield the share of games given up, for players who gave up any."""
    for cell, result in cells:
        gave_up: dict[str, list[bool]] = {}
        for record in result.records:
            forfeited: dict[str, bool] = {}
            for seat in record.seats:
                forfeited[seat.player] = forfeited.get(seat.player, False) or bool(seat.forfeit)
            for player, has_forfeited in forfeited.items():
                gave_up.setdefault(player, []).append(has_forfeited)
        for player, outcomes in gave_up.items():
            if any(outcomes):
                yield ReportEstimate(
                    quantity=FORFEIT_RATE,
                    estimate=shares.of(outcomes),
                    interval=shares.interval,
                    player=player,
                    **_place(cell),
                )


def _place(cell: Cell) -> dict[str, Any]:
    return {"cell": cell.index, "levels": level_values(cell)}


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
