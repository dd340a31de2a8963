"""Means by their standard error: of very many values, or where a bootstrap would take long."""

from __future__ import annotations

import math
from collections.abc import Iterable

from horizons_lab.statistics.checks import StatisticsError, chance, sample
from horizons_lab.statistics.estimate import Estimate

__all__ = ["MANY", "mean_of_many", "student_mean"]

#: From how many values on `mean_of_many` is good; for fewer there is the bootstrap (`mean`).
MANY = 1_000


def mean_of_many(value: float, deviation: float, n: int, confidence: float = 0.95) -> Estimate:
    """The mean of at least `MANY` values, with Student's interval.

    `value` is their mean and `deviation` their standard deviation, as an estimate from a sample.
    The number of values must be fixed beforehand.
    Raises StatisticsError for fewer values, a deviation below 0, and a wrong setting.
    Source: Student, "The probable error of a mean" (1908).
    """
    level = chance("confidence", confidence)
    if n < MANY:
        raise StatisticsError(f"{n} values are few", "take `mean`, which resamples them")
    if not (math.isfinite(value) and math.isfinite(deviation) and deviation >= 0):
        raise StatisticsError(f"a mean of {value} with a standard deviation of {deviation}")
    return _student(value, deviation, n, level)


def student_mean(values: Iterable[float], confidence: float = 0.95) -> Estimate:
    """The mean of measured values, one a game, with Student's interval.

    It supposes that the mean of so many values is nearly normal: of few values from a skewed
    distribution `mean` holds the truth more often. Values that are all the same give an interval
    without width, and a single value one without bounds. Sums are exact, so that the order of
    values changes nothing.
    Raises StatisticsError for no values, values that are not finite, and a wrong setting.
    Source: Student, "The probable error of a mean" (1908).
    """
    found, level = sample(values), chance("confidence", confidence)
    size = found.size
    if size == 1:
        return Estimate(float(found[0]), -math.inf, math.inf, 1, level)
    if (found == found[0]).all():
        return Estimate(float(found[0]), float(found[0]), float(found[0]), size, level)
    value = math.fsum(found) / size
    deviation = math.sqrt(math.fsum((found - value) ** 2) / (size - 1))
    return _student(value, deviation, size, level)


def _student(value: float, deviation: float, n: int, level: float) -> Estimate:
    from scipy.special import stdtrit

    half = float(stdtrit(n - 1, (1 + level) / 2)) * deviation / math.sqrt(n)
    return Estimate(value, value - half, value + half, n, level)
