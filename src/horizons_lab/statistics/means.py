"""The mean of very many values, by its standard error."""

from __future__ import annotations

import math

from horizons_lab.statistics.checks import StatisticsError, chance
from horizons_lab.statistics.estimate import Estimate

__all__ = ["MANY", "mean_of_many"]

#: From how many values on the interval below is good; for fewer there is the bootstrap (`mean`).
MANY = 1_000


def mean_of_many(value: float, deviation: float, n: int, confidence: float = 0.95) -> Estimate:
    """The mean of at least `MANY` values, with Student's interval.

    `value` is their mean and `deviation` their standard deviation, as an estimate from a sample.
    The number of values must be fixed beforehand.
    Raises StatisticsError for fewer values, a deviation below 0, and a wrong setting.
    Source: Student, "The probable error of a mean" (1908).
    """
    from scipy.special import stdtrit

    level = chance("confidence", confidence)
    if n < MANY:
        raise StatisticsError(f"{n} values are few", "take `mean`, which resamples them")
    if not (math.isfinite(value) and math.isfinite(deviation) and deviation >= 0):
        raise StatisticsError(f"a mean of {value} with a standard deviation of {deviation}")
    half = float(stdtrit(n - 1, (1 + level) / 2)) * deviation / math.sqrt(n)
    return Estimate(value, value - half, value + half, n, level)
