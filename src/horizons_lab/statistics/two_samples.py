"""A permutation test (Kolmogorov–Smirnov) for equal distributions of two samples."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from horizons_core import Stream
from horizons_lab.statistics.dice import MANY, batches, resampling_key, samples, words
from horizons_lab.statistics.estimates import StatisticsError, check_resamples, sample


@frozen
class TwoSampleTest:
    """The distance of two samples, with the probability of one that large by chance.

    Attributes:
        distance: the largest difference of the two shares of values up to a number, 0 to 1.
        at: the number up to which they differ most.
        p_value: if both samples have the same distribution, it is at most `p` in at most the share
            `p` of studies.
        n_before: the size of the first sample.
        n_after: the size of the second.
    """

    distance: float
    at: float
    p_value: float
    n_before: int
    n_after: int

    def __str__(self) -> str:
        """Format the distance, its place, and the evidence in a line."""
        return (
            f"distance {self.distance:.3g} at {self.at:g} "
            f"(p = {self.p_value:.3g}, n = {self.n_before:,} and {self.n_after:,})"
        )


def kolmogorov_smirnov(
    before: Iterable[float],
    after: Iterable[float],
    stream: Stream,
    *,
    paired: bool = False,
    resamples: int = 9_999,
) -> TwoSampleTest:
    """Compare two samples by the largest distance of their distribution functions.

    The level holds for any distribution, even with few distinct values, where the usual tables
    fail: values are reassigned to the two samples `resamples` times, and the p-value is the share
    of assignments with at least this distance (the actual one included). With `paired`, values
    change places with their own partner only: for games on the same dice. Deal r is drawn by run r
    of a key that depends only on `stream`. Raises StatisticsError for an empty sample, values that
    are not finite, and, with `paired`, samples of different size. Source: Praestgaard, "Permutation
    and bootstrap Kolmogorov-Smirnov tests for the equality of two distributions" (1995); Phipson
    and Smyth, "Permutation p-values should never be zero"
    (2010).
    """
    first, second = sample(before, "the values before"), sample(after, "the values after")
    if paired and first.size != second.size:
        raise StatisticsError(
            f"{first.size} values before and {second.size} after cannot be paired",
            "play the same games before and after",
        )
    deals = check_resamples(resamples, 99)
    pooled = np.concatenate([first, second])
    order = np.argsort(pooled, kind="stable")
    values, ends = np.unique(pooled[order][::-1], return_index=True)
    ends = pooled.size - 1 - ends  # the last index of each value, in order
    actual = order < first.size
    observed = _distances(actual[:, None], first.size, ends)[:, 0]
    key = resampling_key(stream, "permutations")
    at_least_as_far = 1
    for runs in batches(deals, pooled.size, MANY):
        dealt = _swap(actual, order, key, runs) if paired else _deal(actual, key, runs)
        distances = _distances(dealt, first.size, ends).max(axis=0)
        at_least_as_far += int((distances >= observed.max()).sum())
    return TwoSampleTest(
        distance=int(observed.max()) / (first.size * second.size),
        at=float(values[observed.argmax()]),
        p_value=at_least_as_far / (deals + 1),
        n_before=first.size,
        n_after=second.size,
    )


def _distances(
    is_first: NDArray[np.bool_], first_size: int, ends: NDArray[np.intp]
) -> NDArray[np.int64]:
    """Return the distances of the distribution functions at each value, times both sizes.

    `is_first` marks the values of the first sample, in the order of values; shape (values, deals).
    The distances, shape (different values, deals), are integers, so that ties are exact.
    """
    weights = np.where(is_first, len(is_first) - first_size, -first_size)
    distances: NDArray[np.int64] = np.abs(np.cumsum(weights, axis=0)[ends])
    return distances


def _deal(actual: NDArray[np.bool_], key: int, runs: range) -> NDArray[np.bool_]:
    """Deal all values to two samples of the actual sizes, shape (values, runs)."""
    first_size = int(actual.sum())
    fewer = min(first_size, actual.size - first_size)
    drawn = samples(key, runs, actual.size, fewer)
    return drawn if fewer == first_size else ~drawn


def _swap(
    actual: NDArray[np.bool_], order: NDArray[np.intp], key: int, runs: range
) -> NDArray[np.bool_]:
    """Exchange the values of random pairs, shape (values, runs)."""
    pairs = actual.size // 2
    exchanged = (words(key, runs, pairs).T & np.uint64(1)).astype(np.bool_)
    return actual[:, None] ^ exchanged[order % pairs]
