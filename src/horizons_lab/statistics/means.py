"""Means with standard errors, for many values or where a bootstrap would be slow."""

from __future__ import annotations

import math
from collections.abc import Iterable

from horizons_lab.statistics.checks import StatisticsError, probability, sample
from horizons_lab.statistics.estimate import Estimate

#: The least number of values for `mean_of_many`; `mean` resamples fewer.
MANY = 1_000


def mean_of_many(value: float, deviation: float, n: int, confidence: float = 0.95) -> Estimate:
    """Return the mean of at least `MANY` values, with Student's interval.

    `value` is their mean and `deviation` their standard deviation, estimated from the sample. The
    number of values must be fixed beforehand.
    Raises StatisticsError for fewer values, a deviation below 0, and a wrong setting.
    Source: Student, "The probable error of a mean" (1908).
    """
    level = probability("confidence", confidence)
    if n < MANY:
        raise StatisticsError(
            f"{n} values are few for a normal approximation", "use `mean`, which resamples them"
        )
    if not (math.isfinite(value) and math.isfinite(deviation) and deviation >= 0):
        raise StatisticsError(f"a mean of {value} with a standard deviation of {deviation}")
    return _student(value, deviation, n, level)


def student_mean(values: Iterable[float], confidence: float = 0.95) -> Estimate:
    """Return the mean of measured values, one per game, with Student's interval.

    It assumes that the mean is nearly normal: for few values of a skewed distribution, the interval
    of `mean` contains the truth more often. Equal values give an interval of width 0, and a single
    value an unbounded one. Sums are exact, so the order of values does not matter.
    Raises StatisticsError for no values, values that are not finite, and a wrong setting.
    Source: Student, "The probable error of a mean" (1908).
    """
    numbers, level = sample(values), probability("confidence", confidence)
    size = numbers.size
    if size == 1:
        return Estimate(float(numbers[0]), -math.inf, math.inf, 1, level)
    if (numbers == numbers[0]).all():
        return Estimate(float(numbers[0]), float(numbers[0]), float(numbers[0]), size, level)
    value = math.fsum(numbers) / size
    deviation = math.sqrt(math.fsum((numbers - value) ** 2) / (size - 1))
    return _student(value, deviation, size, level)


def _student(value: float, deviation: float, n: int, level: float) -> Estimate:
    from scipy.special import stdtrit

    half = float(stdtrit(n - 1, (1 + level) / 2)) * deviation / math.sqrt(n)
    return Estimate(value, value - half, value + half, n, level)
