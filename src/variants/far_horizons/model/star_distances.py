"""Find the nearest stars with numpy.

Small games hardly need it, and loading numpy takes as long as one of their turns, so callers import
this module on first use.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from horizons_core.sums import int_array_sum


class StarDistances:
    """The positions of stars, which are identified by their number in the list."""

    def __init__(self, sectors: Sequence[tuple[int, int, int]]) -> None:
        places = np.array(sectors, dtype=np.int64).reshape(-1, 3)
        #: one row per axis, for matrix products
        self._axes = np.ascontiguousarray(places.T, dtype=np.float64)
        self._squares: NDArray[np.int64] = int_array_sum(places * places, axis=1)

    def nearest_to_any(self, sectors: Sequence[tuple[int, int, int]], count: int) -> list[int]:
        """Return the `count` stars nearest to any of the sectors, in ascending order."""
        ranks = self._ranks(self._less_by_products(sectors).min(axis=0))
        chosen: list[int] = np.sort(np.argpartition(ranks, count - 1)[:count]).tolist()
        return chosen

    def nearest_but(
        self, excluded: list[int], sectors: Sequence[tuple[int, int, int]], number: int
    ) -> list[list[int]]:
        """Return for each sector the `number` nearest stars not `excluded`, nearest first."""
        ranks = self._ranks(self._less_by_products(sectors))
        count = len(self._squares)
        available = count - len(excluded)
        ranks[:, excluded] = np.iinfo(np.int64).max
        if number < available:
            ranks = np.partition(ranks, number - 1, axis=1)[:, :number]
        chosen: list[list[int]] = (np.sort(ranks, axis=1)[:, :available] % count).tolist()
        return chosen

    def _ranks(self, less: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return keys that sort the stars by distance, and ties by their position in the list."""
        count = len(self._squares)
        return (self._squares + less) * count + np.arange(count)

    def _less_by_products(self, sectors: Sequence[tuple[int, int, int]]) -> NDArray[np.int64]:
        """Return |a - b|**2 - |a|**2 for each star a and sector b: |b|**2 - 2 ab.

        The float product is quick, and exact in any order: these are integers far below 2**53.
        """
        places = np.array(sectors, dtype=np.int64)
        products = (places.astype(np.float64) @ self._axes).astype(np.int64)
        less: NDArray[np.int64] = int_array_sum(places * places, axis=1)[:, None] - 2 * products
        return less
