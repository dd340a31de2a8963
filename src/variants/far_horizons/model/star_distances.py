"""Which stars are nearest, found on arrays.

A small game hardly asks, and to load numpy takes as long as a whole turn of it: so whoever asks
imports this module then.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from horizons_core.sums import int_array_sum


class StarDistances:
    """The places of stars; a star goes by its number in the list."""

    def __init__(self, sectors: Sequence[tuple[int, int, int]]) -> None:
        places = np.array(sectors, dtype=np.int64).reshape(-1, 3)
        #: a row for each axis, for products of matrices
        self._axes = np.ascontiguousarray(places.T, dtype=np.float64)
        self._squares: NDArray[np.int64] = int_array_sum(places * places, axis=1)

    def nearest_to_any(self, sectors: Sequence[tuple[int, int, int]], count: int) -> list[int]:
        """So many stars nearest to any of the sectors, in their order; of equal ones the first."""
        ranks = self._ranks(self._less_by_products(sectors).min(axis=0))
        chosen: list[int] = np.sort(np.argpartition(ranks, count - 1)[:count]).tolist()
        return chosen

    def nearest_but(
        self, seen: list[int], sectors: Sequence[tuple[int, int, int]], wanted: int
    ) -> list[list[int]]:
        """For each sector so many nearest stars without those seen; the nearest come first."""
        ranks = self._ranks(self._less_by_products(sectors))
        count = len(self._squares)
        left = count - len(seen)
        ranks[:, seen] = np.iinfo(np.int64).max
        if wanted < left:
            ranks = np.partition(ranks, wanted - 1, axis=1)[:, :wanted]
        chosen: list[list[int]] = (np.sort(ranks, axis=1)[:, :left] % count).tolist()
        return chosen

    def _ranks(self, less: NDArray[np.int64]) -> NDArray[np.int64]:
        """Numbers that order the stars by their distance, and equal ones as the list does."""
        count = len(self._squares)
        return (self._squares + less) * count + np.arange(count)

    def _less_by_products(self, sectors: Sequence[tuple[int, int, int]]) -> NDArray[np.int64]:
        """|a - b|**2 - |a|**2 of each star a from each sector b: |b|**2 - 2 ab.

        The product of floats, which is quick, is exact in any order: these are integers far below
        2**53.
        """
        places = np.array(sectors, dtype=np.int64)
        products = (places.astype(np.float64) @ self._axes).astype(np.int64)
        less: NDArray[np.int64] = int_array_sum(places * places, axis=1)[:, None] - 2 * products
        return less
