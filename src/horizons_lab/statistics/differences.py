"""Differences between two samples, which are independent or paired by dice."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from horizons_core import Stream
from horizons_lab.statistics.anytime import turning_point
from horizons_lab.statistics.estimates import (
    Estimate,
    StatisticsError,
    are_outcomes,
    probability,
    sample,
)
from horizons_lab.statistics.intervals import mean, share


def independent_difference(
    before: Iterable[float],
    after: Iterable[float],
    *,
    confidence: float = 0.95,
    counted: bool | None = None,
) -> Estimate:
    """Return the mean of `after` minus that of `before`, from games with independent dice.

    Outcomes that are all 0 or 1 are counted, and the interval is Newcombe's hybrid score interval;
    for other values it is Welch's. `counted` states the kind, if the values do not show it. `n` is
    the size of the smaller sample. Games on the same dice are more precise: `paired_difference`.
    Raises StatisticsError for no values, values that are not finite, and a wrong setting.
    Source: Newcombe, "Interval estimation for the difference between independent proportions"
    (1998), method 10; Welch, "The generalization of Student's problem" (1947).
    """
    level = probability("confidence", confidence)
    first, second = sample(before, "the values before"), sample(after, "the values after")
    smaller = min(first.size, second.size)
    value = math.fsum(second) / second.size - math.fsum(first) / first.size
    if counted if counted is not None else are_outcomes(first) and are_outcomes(second):
        old, new = (share(int(part.sum()), part.size, level) for part in (first, second))
        below = math.hypot(new.value - new.low, old.high - old.value)
        above = math.hypot(new.high - new.value, old.value - old.low)
        return Estimate(value, value - below, value + above, smaller, level)
    if smaller == 1:
        return Estimate(value, -math.inf, math.inf, 1, level)
    half = _welch(first, second, level)
    return Estimate(value, value - half, value + half, smaller, level)


def _welch(first: NDArray[np.float64], second: NDArray[np.float64], level: float) -> float:
    """Return half the width of Welch's interval."""
    from scipy.special import stdtrit

    parts = [float(part.var(ddof=1)) / part.size for part in (first, second)]
    total = sum(parts)
    if not total:
        return 0.0
    sizes = (first.size, second.size)
    degrees_of_freedom = 1 / sum(
        (p / total) ** 2 / (n - 1) for p, n in zip(parts, sizes, strict=True)
    )
    return float(stdtrit(degrees_of_freedom, (1 + level) / 2)) * math.sqrt(total)


def paired_difference(
    before: Iterable[float],
    after: Iterable[float],
    stream: Stream,
    *,
    confidence: float = 0.95,
    resamples: int = 9_999,
    counted: bool | None = None,
) -> Estimate:
    """Return the mean of `after` minus `before`; `before[i]` and `after[i]` had the same dice.

    Outcomes that are all 0 or 1 are counted, and the interval is Tango's (see
    `paired_share_difference`); for other values it is the BCa bootstrap of the differences.
    `counted` states the kind, if the values do not show it. `n` is the number of pairs.
    Raises StatisticsError for samples of different size, and as `mean` does.
    """
    first, second = sample(before, "the values before"), sample(after, "the values after")
    if first.size != second.size:
        raise StatisticsError(
            f"{first.size} values before and {second.size} after cannot be paired",
            "play the same games before and after",
        )
    if counted if counted is not None else are_outcomes(first) and are_outcomes(second):
        gained, lost = int((second > first).sum()), int((second < first).sum())
        return paired_share_difference(gained, lost, first.size, confidence)
    return mean(second - first, stream, confidence=confidence, resamples=resamples)


def paired_share_difference(gained: int, lost: int, n: int, confidence: float = 0.95) -> Estimate:
    """Return the difference of two shares in `n` pairs, with Tango's asymptotic score interval.

    `gained` pairs were won only with the change, `lost` only without it.
    Raises StatisticsError unless gained and lost are whole, 0 or more, and at most n together.
    Source: Tango, "Equivalence test and confidence interval for the difference in proportions for
    the paired-sample design" (1998); Fagerland, Lydersen, Laake, "Recommended tests and confidence
    intervals for paired binomial proportions" (2014).
    """
    level = probability("confidence", confidence)
    if n < 1 or gained < 0 or lost < 0 or gained + lost > n:
        raise StatisticsError(
            f"{gained} games gained and {lost} lost are impossible with {n} pairs",
            "count the pairs in which the outcome changed",
        )
    z = NormalDist().inv_cdf((1 + level) / 2)
    value = (gained - lost) / n

    def is_likely(difference: float) -> bool:
        return abs(_score(gained, lost, n, difference)) <= z

    low = turning_point(is_likely, value, -1.0)
    high = turning_point(is_likely, value, 1.0)
    return Estimate(value, low, high, n, level)


def _score(gained: int, lost: int, n: int, difference: float) -> float:
    """Return Tango's score: the distance of the counts from a difference in standard deviations."""
    excess = gained - lost - n * difference
    rest = difference * (1 - difference)
    b = (2 * n - gained + lost) * difference - gained - lost
    root = math.sqrt(max(b * b + 8 * n * lost * rest, 0.0))
    only_before = (root - b) / (4 * n)  # most likely chance to win only before the change
    variance = n * (2 * only_before + rest)
    if variance <= 0:
        return math.copysign(math.inf, excess) if excess else 0.0
    return excess / math.sqrt(variance)
