"""Shots of a record from the kernel's rows, summed up if there are too many.

A battle of 100,000 ships has several hundred thousand shots, and an undecided battle lasts 100,000
rounds. Above a chosen number of shots a record keeps sums by round, shooting group and target; if
these are still too many, by two rounds, by four, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from horizons_core.combat import Shot
from variants.galaxy_g.battle.kernels import ROUNDS_TO_DRAW

Rows: TypeAlias = NDArray[np.int64]

#: Columns of rows in this module: the first three are the kernel's.
ROUND, SHOOTER, TARGET, KILLS, COUNT = range(5)


class Recorder:
    """Collects the kernel's rows, and stores about `maximum` of them or of their sums."""

    def __init__(self, units: Sequence[int], maximum: int) -> None:
        self._units = np.array(units, np.int64)  # the unit of each group in order
        self._most = maximum
        self._span = 0  # rounds summed up per row; 0 while single shots are kept
        self._parts: list[Rows] = []
        self._rows = 0

    def add(self, rows: NDArray[Any]) -> None:
        """Add the next shots."""
        portion = np.ones((len(rows), 5), np.int64)
        portion[:, :4] = rows
        self._parts.append(portion)
        self._rows += len(portion)
        if self._rows > self._most:
            self._sum_up()

    def _sum_up(self) -> None:
        rows = np.concatenate(self._parts)
        self._span = max(self._span, 1)
        rows = summed(rows, self._span)
        while len(rows) > self._most and self._span < ROUNDS_TO_DRAW:
            self._span *= 2
            rows = summed(rows, self._span)
        self._parts, self._rows = [rows], len(rows)

    def shots(self) -> tuple[Shot, ...]:
        """The recorded shots, in order."""
        rows = np.concatenate(self._parts) if self._parts else np.zeros((0, 5), np.int64)
        if self._span:
            rows = summed(rows, self._span)
        shooters, targets = self._units[rows[:, SHOOTER]], self._units[rows[:, TARGET]]
        return tuple(
            Shot(shooter, target, destroyed=kills > 0, round=row[ROUND], count=count, kills=kills)
            for shooter, target, row in zip(
                shooters.tolist(), targets.tolist(), rows.tolist(), strict=True
            )
            for kills, count in [row[KILLS:]]
        )


def summed(rows: Rows, span: int) -> Rows:
    """Sum up rows for each pair of groups in each `span` of rounds, in order."""
    keys = rows[:, : TARGET + 1].copy()
    keys[:, ROUND] -= (keys[:, ROUND] - 1) % span
    pairs, inverse = np.unique(keys, axis=0, return_inverse=True)
    sums = np.zeros((len(pairs), 5), np.int64)
    sums[:, : TARGET + 1] = pairs
    np.add.at(sums[:, KILLS], inverse.reshape(-1), rows[:, KILLS])
    np.add.at(sums[:, COUNT], inverse.reshape(-1), rows[:, COUNT])
    return sums
