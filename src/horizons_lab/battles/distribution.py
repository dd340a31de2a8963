"""How the values of a measure are distributed over the runs of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

#: Whole numbers in a range no wider than this are counted by a table, others by sorting.
_WIDEST = 4_000_000


@attrs.frozen(eq=False)
class Distribution:
    """What values there are, in rising order, and how often each: arrays of one shape.

    A million runs take few different values, and whatever is asked of them is quick by these.
    """

    values: NDArray[Any]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, sample: NDArray[Any]) -> Distribution:
        """That of a sample of at least one value, shape (runs,)."""
        if np.issubdtype(sample.dtype, np.integer):
            least, most = int(sample.min()), int(sample.max())
            if most - least < _WIDEST:
                counts = np.bincount(sample - least)
                there = np.flatnonzero(counts)
                return cls(there + least, counts[there])
        values, counts = np.unique(sample, return_counts=True)
        return cls(values, counts)

    @property
    def n(self) -> int:
        """How many values there were."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Their mean."""
        return float(np.dot(self.values, self.counts) / self.n)

    @property
    def deviation(self) -> float:
        """Their standard deviation, as an estimate from a sample; 0 for a single value."""
        squares = float(np.dot((self.values - self.mean) ** 2, self.counts))
        return float(np.sqrt(squares / max(1, self.n - 1)))

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """For each share from 0 to 1 the least value that so many of all do not exceed."""
        reached = np.cumsum(self.counts)
        wanted = np.ceil(np.asarray(shares) * self.n).clip(1, self.n)
        return [float(self.values[place]) for place in np.searchsorted(reached, wanted)]

    def sample(self) -> NDArray[Any]:
        """The values again, in rising order, shape (n,)."""
        return np.repeat(self.values, self.counts)
