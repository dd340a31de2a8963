"""Battles fought by a kernel: one with all that happens in it, and many at once, in batches.

A kernel that fights many battles is an entrance. Behind what it works on it takes the key, the
first run and tables; it fights as many runs as the tables have rows, and writes a row of each
table for each run. Since run i draws the words of `Stream(key, i)` and no others, the outcome
depends neither on threads nor on how many runs are asked for.

An arena is a named tuple of arrays on which a battle is fought: first the units, a row each, last
the record, which has room for rows or none. A kernel of arenas is handed the battle as it begins
and an arena to work on, `fight_many(start, work, key, first_run, totals, by_side)`, and leaves the
second as the last run left it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from horizons_core.kernels.jit import Entrance
from horizons_core.kernels.parallel import run_in_batches
from horizons_core.kernels.work import A_BATTLE

__all__ = [
    "USUAL_ROWS", "ArenaKernel", "Fought", "Runs", "fight_in_batches", "fight_recorded",
    "room_like",
]  # fmt: skip

A = TypeVar("A", bound=tuple[Any, ...])
T = TypeVar("T")

_Integers: TypeAlias = NDArray[np.int64]

#: So many rows a record has room for at first: more than that few battles need.
USUAL_ROWS: Final = 1 << 12


def fight_in_batches(
    fight_many: Entrance[..., Any],
    room: Callable[[], Sequence[Any]],
    key: int,
    tables: Sequence[NDArray[Any]],
    threads: int = 1,
    first_run: int = 0,
    progress: Callable[[int], None] | None = None,
    steps: int = A_BATTLE,
) -> None:
    """Fight as many runs as each of the tables has rows; the outcome does not depend on `threads`.

    Args:
        fight_many: the kernel.
        room: makes what the kernel takes before the key, anew for each batch: batches run at the
            same time, and none may write where another one does.
        key: names the dice, as of `horizons_core.combat.battle_key`.
        tables: what the kernel writes, a row a run; they are filled in place.
        threads: how many batches are fought at the same time.
        first_run: the number of the first run.
        progress: is told how many runs have ended.
        steps: how much interpreted work a run is at least (`horizons_core.kernels.work`).
    """
    runs = len(tables[0])

    def batch(first: int, count: int) -> None:
        rows = [table[first : first + count] for table in tables]
        fight_many(*room(), np.uint64(key), np.uint64(first_run + first), *rows)

    fight_many.prepare(steps * runs)
    run_in_batches(batch, runs, threads, progress)


def fight_recorded(fight: Callable[[int], tuple[T, int]], rows: int = USUAL_ROWS) -> T:
    """Fight a battle whose record is as long as it is: with room for `rows`, and again for more.

    `fight` fights with room for so many rows, always with the same dice; it answers what came of
    it and how many rows the record needed, whether there was room for them or not.
    """
    while True:
        fought, needed = fight(rows)
        if needed <= rows:
            return fought
        rows = needed


class Runs(NamedTuple):
    """Many runs of a battle on an arena.

    totals: int64[runs, columns]; by_side: int64[runs, sides, columns].
    """

    totals: _Integers
    by_side: _Integers


class Fought(NamedTuple, Generic[A]):
    """One battle fought out: its totals, the arena as it was left, the rows of its record."""

    totals: _Integers
    arena: A
    record: NDArray[Any]


def room_like(start: A, record: NDArray[Any]) -> A:
    """An arena to fight on a battle that begins as `start`, with this record."""
    arena: Any = type(start)
    room: A = arena(*(array.copy() for array in start[:-1]), record)
    return room


@frozen
class ArenaKernel(Generic[A]):
    """A kernel that fights on arenas of a kind.

    Attributes:
        fight_many: the kernel itself.
        rows: answers from an arena as a battle left it how many rows its record needed.
        totals: how many columns there are for each run.
        by_side: how many there are for each side of it.
    """

    fight_many: Entrance[[A, A, np.uint64, np.uint64, _Integers, _Integers], None]
    rows: Callable[[A], int]
    totals: int
    by_side: int

    def fight_once(self, start: A, sides: int, key: int, run: int = 0) -> Fought[A]:
        """Fight one run of a battle with so many sides, and keep its record."""
        record = start[-1]

        def fight(rows: int) -> tuple[Fought[A], int]:
            work = room_like(start, np.zeros((rows, record.shape[1]), record.dtype))
            totals, by_side = self._tables(1, sides)
            self.fight_many(start, work, np.uint64(key), np.uint64(run), totals, by_side)
            needed = self.rows(work)
            return Fought(totals[0], work, work[-1][:needed]), needed

        return fight_recorded(fight)

    def fight_runs(self, start: A, sides: int, key: int, runs: int, threads: int = 1) -> Runs:
        """Fight many runs; run i is bit for bit `fight_once(..., run=i)`.

        The outcome does not depend on `threads`.
        """
        found = self._tables(runs, sides)
        fight_in_batches(
            self.fight_many,
            lambda: (start, room_like(start, start[-1])),
            key,
            found,
            threads,
            steps=A_BATTLE * max(1, len(start[0])),
        )
        return found

    def _tables(self, runs: int, sides: int) -> Runs:
        return Runs(
            np.zeros((runs, self.totals), np.int64),
            np.zeros((runs, sides, self.by_side), np.int64),
        )
