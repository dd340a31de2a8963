"""Means, with bootstrap intervals: the sample stands for what it was drawn from."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from horizons_core import Stream
from horizons_lab.statistics.checks import StatisticsError, chance, resampled, sample
from horizons_lab.statistics.dice import batches, below, resampling_key
from horizons_lab.statistics.estimate import Estimate

__all__ = ["Method", "mean"]

#: How an interval is read off the resampled means.
Method = Literal["bca", "percentile"]


def mean(
    values: Iterable[float],
    stream: Stream,
    *,
    confidence: float = 0.95,
    resamples: int = 9_999,
    method: Method = "bca",
) -> Estimate:
    """The mean of measured values, one a game, with a bootstrap interval.

    `method` "bca" corrects for bias and skewness; "percentile" takes the quantiles of the
    resampled means without. Both reach as much farther out as small samples ask for. Resample r is
    drawn by run r of a key that `stream` and nothing else decides, so the same stream gives the
    same interval. Values that are all the same give an interval without width, and a single value
    one without bounds. The interval is approximate: of few values from a very skewed distribution
    it holds the truth too rarely.
    Raises StatisticsError for no values, values that are not finite, and a wrong setting.
    Source: Efron, "Better bootstrap confidence intervals" (1987); Efron and Tibshirani, "An
    introduction to the bootstrap" (1993), chapter 14; Hesterberg, "What teachers should know about
    the bootstrap" (2015), section 4.5, for the expansion.
    """
    found, level = sample(values), chance("confidence", confidence)
    if method not in {"bca", "percentile"}:
        raise StatisticsError(f"there is no method {method!r}", "known: bca, percentile")
    value = float(found.mean())
    if found.size == 1:
        return Estimate(value, -math.inf, math.inf, 1, level)
    if (found == found[0]).all():
        return Estimate(float(found[0]), float(found[0]), float(found[0]), found.size, level)
    means = resampled_means(found, resampling_key(stream, "bootstrap"), resampled(resamples, 999))
    far = _expanded(level, found.size)
    bias, acceleration = 0.0, 0.0
    if method == "bca":
        bias, acceleration = _bias(means, value), _acceleration(found - value)
    levels = [_corrected(end, bias, acceleration) for end in (-far, far)]
    low, high = (float(end) for end in np.quantile(means, levels))
    return Estimate(value, low, high, found.size, level)


def resampled_means(values: NDArray[np.float64], key: int, resamples: int) -> NDArray[np.float64]:
    """The means of samples of the same size drawn with putting back, shape (resamples,)."""
    size = values.size
    means = np.empty(resamples)
    for runs in batches(resamples, size):
        means[runs.start : runs.stop] = values[below(key, runs, size, size)].mean(axis=1)
    return means


def _bias(means: NDArray[np.float64], value: float) -> float:
    """Where the value stands among the resampled means, in standard deviations (z0).

    Means that equal it count half, as of discrete values many do.
    """
    below_or_half = np.count_nonzero(means < value) + np.count_nonzero(means == value) / 2
    most = len(means) - 0.5
    return NormalDist().inv_cdf(min(max(below_or_half, 0.5), most) / len(means))


def _acceleration(deviations: NDArray[np.float64]) -> float:
    """How fast the spread of the mean changes with it: from the jackknife, a sixth of a skew."""
    squares, cubes = float((deviations**2).sum()), float((deviations**3).sum())
    return cubes / (6 * math.sqrt(squares) ** 3)


def _expanded(confidence: float, size: int) -> float:
    """How many standard deviations an interval reaches to either side.

    The spread of resampled means is too small by the root of (size - 1) / size, and was itself
    estimated; Student's quantile mends both.
    """
    from scipy.special import stdtrit

    return float(stdtrit(size - 1, (1 + confidence) / 2)) * math.sqrt(size / (size - 1))


def _corrected(end: float, bias: float, acceleration: float) -> float:
    """The level of the quantile for an end given in standard deviations, moved by both."""
    moved = bias + end
    slowed = 1 - acceleration * moved
    if slowed <= 0:  # so skewed that no quantile is far enough out
        return 1.0 if moved > 0 else 0.0
    return NormalDist().cdf(bias + moved / slowed)
