"""Means of what was measured: by the bootstrap while that is quick, by Student's formula beyond."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from horizons_core import Stream
from horizons_lab.statistics import Estimate, mean, student_mean

WILSON, ANY_TIME, BOOTSTRAP, STUDENT = "Wilson", "any time", "bootstrap", "Student"
#: How many values a report draws for its bootstraps at most: some ten seconds' worth.
MOST_DRAWS = 100_000_000
_RESAMPLES = (9_999, 999)


@attrs.frozen
class Means:
    """Makes means with intervals.

    Attributes:
        key: the study's key, from which the dice of the bootstrap come.
        resamples: how often a sample is drawn anew; 0 for Student's intervals.
    """

    key: str | int
    resamples: int

    @property
    def interval(self) -> str:
        """How the intervals are made."""
        return BOOTSTRAP if self.resamples else STUDENT

    def of(self, values: Sequence[float], player: str, column: str) -> Estimate:
        """The mean of a player's values of a column: that of `Result.mean`, while it is quick."""
        if not self.resamples:
            return student_mean(values)
        stream = Stream.from_key("lab-mean", self.key, player, column)
        return mean(values, stream, resamples=self.resamples)


def means_for(key: str | int, values: int) -> Means:
    """What makes means of so many values, all columns and players together."""
    quick = (resamples for resamples in _RESAMPLES if values * resamples <= MOST_DRAWS)
    return Means(key, next(quick, 0))
