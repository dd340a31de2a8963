"""Results of a study of battles, with distributions and estimates for each cell and side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from numpy.typing import NDArray

import horizons_core as hz
from horizons_core.errors import did_you_mean
from horizons_lab.checks import StudyError
from horizons_lab.plan import Cell
from horizons_lab.statistics import Estimate, mean, mean_of_many, share
from horizons_lab.statistics.intervals import MANY, student_mean

if TYPE_CHECKING:
    import polars as pl


#: Integers within a range of this width are counted with a table, others by sorting.
_WIDEST = 4_000_000
#: Quantiles in the table, by the suffix of their columns' names.
QUANTILES = {"5%": 0.05, "50%": 0.5, "95%": 0.95}


@attrs.frozen(eq=False)
class Distribution:
    """The distinct values in rising order and the count of each: arrays of one shape.

    A million runs have few distinct values, so all statistics are cheap to compute from these.
    """

    values: NDArray[Any]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, sample: NDArray[Any]) -> Distribution:
        """Return the distribution of a sample of at least one value, shape (runs,)."""
        if np.issubdtype(sample.dtype, np.integer):
            minimum, maximum = int(sample.min()), int(sample.max())
            if maximum - minimum < _WIDEST:
                counts = np.bincount(sample - minimum)
                present = np.flatnonzero(counts)
                return cls(present + minimum, counts[present])
        values, counts = np.unique(sample, return_counts=True)
        return cls(values, counts)

    @property
    def n(self) -> int:
        """Number of values."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Mean of the values."""
        return float(np.dot(self.values, self.counts) / self.n)

    @property
    def deviation(self) -> float:
        """Standard deviation, estimated from a sample; 0 for a single value."""
        squares = float(np.dot((self.values - self.mean) ** 2, self.counts))
        return float(np.sqrt(squares / max(1, self.n - 1)))

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """Return, for each share from 0 to 1, the least value that this share does not exceed."""
        reached = np.cumsum(self.counts)
        ranks = np.ceil(np.asarray(shares) * self.n).clip(1, self.n)
        return [float(self.values[index]) for index in np.searchsorted(reached, ranks)]

    def sample(self) -> NDArray[Any]:
        """Return the values in rising order, shape (n,)."""
        return np.repeat(self.values, self.counts)


@attrs.frozen(eq=False)
class FoughtCell:
    """A summary of the runs of one cell.

    Attributes:
        cell: the combination of levels.
        sides: the names of the sides.
        runs: number of runs.
        wins: number of runs that each side won, by its name.
        measures: distribution of each measure, by its name and that of the side.
        rounds: distribution of the number of rounds.
    """

    cell: Cell
    sides: tuple[str, ...]
    runs: int
    wins: Mapping[str, int]
    measures: Mapping[str, Mapping[str, Distribution]]
    rounds: Distribution

    @classmethod
    def of(cls, cell: Cell, statistics: hz.BattleStatistics) -> FoughtCell:
        """Summarize the runs of a cell."""
        sides = statistics.sides
        return cls(
            cell,
            sides,
            statistics.runs,
            {side: statistics.wins(index) for index, side in enumerate(sides)},
            {
                name: {side: Distribution.of(values[:, i]) for i, side in enumerate(sides)}
                for name, values in statistics.measures.items()
            },
            Distribution.of(statistics.rounds),
        )


@attrs.frozen(eq=False, slots=False)
class BattleResult:
    """The results of a study of battles.

    Attributes:
        key: the key of the study.
        factors: the varied places.
        cells: one summary per cell, in order.
    """

    key: str
    factors: tuple[str, ...]
    cells: tuple[FoughtCell, ...]

    @cached_property
    def table(self) -> pl.DataFrame:
        """One row per cell and side.

        Its columns are `cell`, one per factor, `side`, `runs`, `wins`, the share of runs won as
        `share` with its interval from `low` to `high` (95%, Wilson's), and for each measure NAME
        `NAME mean` with its interval from `NAME low` to `NAME high` (95%, Student's), and the
        quantiles `NAME 5%`, `NAME 50%` and `NAME 95%`.
        """
        import polars as pl

        return pl.DataFrame(list(self._rows()))

    def win_rate(self, side: str, *, cell: int = 0, confidence: float = 0.95) -> Estimate:
        """Return the share of a cell's runs that a side won, with its interval.

        Raises StudyError for an unknown side or cell.
        """
        fought = self._fought(cell, side)
        return share(fought.wins[side], fought.runs, confidence)

    def mean(self, side: str, measure: str, *, cell: int = 0, confidence: float = 0.95) -> Estimate:
        """Return the mean of a measure of a side, with its interval.

        Raises StudyError for an unknown side, measure or cell.
        """
        values = self.distribution(side, measure, cell=cell)
        if values.n >= MANY:
            return mean_of_many(values.mean, values.deviation, values.n, confidence)
        stream = hz.Stream.from_key("battle-mean", self.key, cell, side, measure)
        return mean(values.sample(), stream, confidence=confidence)

    def distribution(self, side: str, measure: str, *, cell: int = 0) -> Distribution:
        """Return the distribution of a measure of a side; raises what `mean` raises."""
        measures = self._fought(cell, side).measures
        if measure not in measures:
            raise StudyError(
                f"there is no measure '{measure}'", did_you_mean(measure, list(measures))
            )
        return measures[measure][side]

    def _fought(self, cell: int, side: str) -> FoughtCell:
        if not 0 <= cell < len(self.cells):
            raise StudyError(
                f"there is no cell {cell}", f"choose one from 0 to {len(self.cells) - 1}"
            )
        fought = self.cells[cell]
        if side not in fought.sides:
            raise StudyError(f"there is no side '{side}'", did_you_mean(side, fought.sides))
        return fought

    def _rows(self) -> Iterator[dict[str, Any]]:
        for index, fought in enumerate(self.cells):
            for side in fought.sides:
                rate = self.win_rate(side, cell=index)
                yield {
                    "cell": index,
                    **{name: _cell_value(fought.cell.levels[name]) for name in self.factors},
                    "side": side,
                    "runs": fought.runs,
                    "wins": fought.wins[side],
                    "share": rate.value,
                    "low": rate.low,
                    "high": rate.high,
                    **self._measured(index, side),
                }

    def _measured(self, cell: int, side: str) -> dict[str, float]:
        """Return the columns of all measures of a side."""
        columns: dict[str, float] = {}
        for name, by_side in self.cells[cell].measures.items():
            average = _student(by_side[side])
            columns |= {f"{name} mean": average.value, f"{name} low": average.low}
            columns[f"{name} high"] = average.high
            values = by_side[side].quantiles(list(QUANTILES.values()))
            columns |= {f"{name} {q}": value for q, value in zip(QUANTILES, values, strict=True)}
        return columns


def _student(values: Distribution) -> Estimate:
    """Return the mean with Student's interval: a bootstrap for each row would be slow."""
    if values.n >= MANY:
        return mean_of_many(values.mean, values.deviation, values.n)
    return student_mean(values.sample())


def _cell_value(level: Any) -> Any:
    """Return a level as a table value: numbers and strings unchanged, everything else as JSON."""
    if level is None or isinstance(level, str | int | float | bool):
        return level
    return hz.canonical(level).decode()
