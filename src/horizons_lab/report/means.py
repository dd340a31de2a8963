"""Means of measures: bootstrap intervals while they are fast, Student's beyond."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from horizons_core import Stream
from horizons_lab.statistics import Estimate, mean, student_mean

WILSON, ANY_TIME, BOOTSTRAP, STUDENT = "Wilson", "any time", "bootstrap", "Student"
#: Most values that a report draws for its bootstraps: some ten seconds' worth.
MOST_DRAWS = 100_000_000
_RESAMPLES = (9_999, 999)


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
        """Return the mean of a player's values of a column; while fast, that of `Result.mean`."""
        if not self.resamples:
            return student_mean(values)
        stream = Stream.from_key("lab-mean", self.key, player, column)
        return mean(values, stream, resamples=self.resamples)


def mean_estimator(key: str | int, values: int) -> MeanEstimator:
    """Return the means for this number of values, over all columns and players."""
    quick = (resamples for resamples in _RESAMPLES if values * resamples <= MOST_DRAWS)
    return MeanEstimator(key, next(quick, 0))
