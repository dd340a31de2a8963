"""The kernel's rows, one a shot, as the shots of a record; in sums where there are too many.

A battle of 100,000 ships has some hundred thousand shots, and a hopeless one lasts 100,000 rounds.
Above a chosen number of shots a record keeps sums by round, shooting group and target; if these
are still too many, by two rounds, by four, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from horizons_core.combat import Shot
from variants.galaxy_g.battle.kernels import ROUNDS_TO_DRAW

Rows: TypeAlias = NDArray[np.int64]

#: Columns of the rows here: the first three as the kernel has them.
ROUND, SHOOTER, TARGET, KILLS, COUNT = range(5)


class Recorder:
    """Takes the kernel's rows as they come and keeps about `most` of them, or of their sums."""

    def __init__(self, units: Sequence[int], most: int) -> None:
        self._units = np.array(units, np.int64)  # the unit of each group in line
        self._most = most
        self._span = 0  # how many rounds are summed up; 0 while shots are kept one by one
        self._parts: list[Rows] = []
        self._rows = 0

    def add(self, rows: NDArray[Any]) -> None:
        """Add the next shots."""
        part = np.ones((len(rows), 5), np.int64)
        part[:, :4] = rows
        self._parts.append(part)
        self._rows += len(part)
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
        """What was recorded, in order."""
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
    """Answer one row for each pair of groups in each `span` of rounds, in order, with its sums."""
    keys = rows[:, : TARGET + 1].copy()
    keys[:, ROUND] -= (keys[:, ROUND] - 1) % span
    pairs, place = np.unique(keys, axis=0, return_inverse=True)
    sums = np.zeros((len(pairs), 5), np.int64)
    sums[:, : TARGET + 1] = pairs
    np.add.at(sums[:, KILLS], place.reshape(-1), rows[:, KILLS])
    np.add.at(sums[:, COUNT], place.reshape(-1), rows[:, COUNT])
    return sums
