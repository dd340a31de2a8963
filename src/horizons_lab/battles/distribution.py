"""The distribution of a measure over the runs of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

#: Integers within a range of this width are counted with a table, others by sorting.
_WIDEST = 4_000_000


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
            least, most = int(sample.min()), int(sample.max())
            if most - least < _WIDEST:
                counts = np.bincount(sample - least)
                present = np.flatnonzero(counts)
                return cls(present + least, counts[present])
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
