"""Shares and means with intervals, for a number of games that was fixed beforehand."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from horizons_core import Stream
from horizons_lab.statistics.dice import batches, below, resampling_key
from horizons_lab.statistics.estimates import (
    Estimate,
    StatisticsError,
    check_resamples,
    counts,
    probability,
    sample,
)

#: The minimum number of values for `mean_of_many`; for fewer, use `mean`.
MANY = 1_000
#: How an interval is computed from the resampled means.
Method = Literal["bca", "percentile"]


def share(wins: int, n: int, confidence: float = 0.95) -> Estimate:
    """Return the share of `wins` in `n` games, with Wilson's score interval, uncorrected.

    The number of games must be fixed beforehand: to look repeatedly, and stop when the interval
    looks good, use `share_at_any_time`.
    Raises StatisticsError unless 0 <= wins <= n, n >= 1 and 0 < confidence < 1.
    Source: Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
    """
    wins, n = counts(wins, n)
    z = NormalDist().inv_cdf((1 + probability("confidence", confidence)) / 2)
    value, spread = wins / n, z * z / n
    middle = value + spread / 2
    half = z * math.sqrt((value * (1 - value) + spread / 4) / n)
    low = (middle - half) / (1 + spread) if wins else 0.0
    high = (middle + half) / (1 + spread) if wins < n else 1.0
    return Estimate(value, low, high, n, confidence)


def mean_of_many(value: float, deviation: float, n: int, confidence: float = 0.95) -> Estimate:
    """Return the mean of at least `MANY` values, with Student's interval.

    `value` is their mean and `deviation` their standard deviation, estimated from the sample. The
    number of values must be fixed beforehand.
    Raises StatisticsError for fewer values, a deviation below 0, and an invalid argument.
    Source: Student, "The probable error of a mean" (1908).
    """
    level = probability("confidence", confidence)
    if n < MANY:
        raise StatisticsError(
            f"{n} values are too few for a normal approximation", "use `mean`, which resamples them"
        )
    if not (math.isfinite(value) and math.isfinite(deviation) and deviation >= 0):
        raise StatisticsError(
            f"a mean of {value} or a standard deviation of {deviation} is not a valid number",
            "pass finite numbers, the deviation at least 0",
        )
    return _student(value, deviation, n, level)


def student_mean(values: Iterable[float], confidence: float = 0.95) -> Estimate:
    """Return the mean of measured values, one per game, with Student's interval.

    It assumes that the mean is nearly normal: for few values of a skewed distribution, the interval
    of `mean` covers the true mean more often. Equal values give an interval of width 0, and a
    single value an unbounded one. Sums are exact, so the order of values does not matter.
    Raises StatisticsError for no values, values that are not finite, and an invalid argument.
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


def mean(
    values: Iterable[float],
    stream: Stream,
    *,
    confidence: float = 0.95,
    resamples: int = 9_999,
    method: Method = "bca",
) -> Estimate:
    """Return the mean of measured values, one per game, with a bootstrap interval.

    `method` "bca" corrects for bias and skewness; "percentile" takes the uncorrected quantiles of
    the resampled means. Both are expanded as small samples require. Resample r is drawn with
    random numbers that depend only on `stream` and r, so the same stream gives the same interval.
    Equal values give an interval of width 0, and a single value an unbounded one. The interval is
    approximate: for few values of a very skewed distribution it covers the true mean too rarely.
    Raises StatisticsError for no values, values that are not finite, and an invalid argument.
    Source: Efron, "Better bootstrap confidence intervals" (1987); Efron and Tibshirani, "An
    introduction to the bootstrap" (1993), chapter 14; Hesterberg, "What teachers should know about
    the bootstrap" (2015), section 4.5, for the expansion.
    """
    numbers, level = sample(values), probability("confidence", confidence)
    if method not in {"bca", "percentile"}:
        raise StatisticsError(f"there is no method {method!r}", "known: bca, percentile")
    value = float(numbers.mean())
    if numbers.size == 1:
        return Estimate(value, -math.inf, math.inf, 1, level)
    if (numbers == numbers[0]).all():
        return Estimate(
            float(numbers[0]), float(numbers[0]), float(numbers[0]), numbers.size, level
        )
    means = resampled_means(
        numbers, resampling_key(stream, "bootstrap"), check_resamples(resamples, 999)
    )
    reach = _expand(level, numbers.size)
    bias, acceleration = 0.0, 0.0
    if method == "bca":
        bias, acceleration = _bias(means, value), _acceleration(numbers - value)
    levels = [_correct(end, bias, acceleration) for end in (-reach, reach)]
    low, high = (float(end) for end in np.quantile(means, levels))
    return Estimate(value, low, high, numbers.size, level)


def resampled_means(values: NDArray[np.float64], key: int, resamples: int) -> NDArray[np.float64]:
    """Return the means of samples of the same size drawn with replacement, shape (resamples,)."""
    size = values.size
    means = np.empty(resamples)
    for runs in batches(resamples, size):
        means[runs.start : runs.stop] = values[below(key, runs, size, size)].mean(axis=1)
    return means


def _bias(means: NDArray[np.float64], value: float) -> float:
    """Return the position of the value among the resampled means, in standard deviations (z0).

    Means equal to it count half, because discrete values have many.
    """
    below_or_half = np.count_nonzero(means < value) + np.count_nonzero(means == value) / 2
    upper = len(means) - 0.5
    return NormalDist().inv_cdf(min(max(below_or_half, 0.5), upper) / len(means))


def _acceleration(deviations: NDArray[np.float64]) -> float:
    """Return the acceleration: a sixth of the skewness, from the jackknife."""
    squares, cubes = float((deviations**2).sum()), float((deviations**3).sum())
    return cubes / (6 * math.sqrt(squares) ** 3)


def _expand(confidence: float, size: int) -> float:
    """Return how many standard deviations an interval reaches to either side.

    The spread of resampled means is too small by the root of (size - 1) / size, and is itself an
    estimate; Student's quantile corrects both.
    """
    from scipy.special import stdtrit

    return float(stdtrit(size - 1, (1 + confidence) / 2)) * math.sqrt(size / (size - 1))


def _correct(end: float, bias: float, acceleration: float) -> float:
    """Correct the level of the quantile for an end in standard deviations."""
    moved = bias + end
    slowed = 1 - acceleration * moved
    if slowed <= 0:  # so skewed that no quantile is far enough out
        return 1.0 if moved > 0 else 0.0
    return NormalDist().cdf(bias + moved / slowed)
