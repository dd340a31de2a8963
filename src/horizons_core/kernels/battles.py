"""Runs a kernel for a single battle with a full record, or for many in batches.

A kernel that fights many battles is an entrance. After its input it takes the key, the first run
and tables; it fights as many runs as the tables have rows, and writes a row of each table for each
run. Since run i draws the words of `Stream(key, i)` and no others, the results depend neither on
threads nor on the number of runs.

An arena is a named tuple of arrays that hold a battle: first the units, one per row, last the
record, which may have any number of rows. A kernel of arenas gets the battle at its beginning and
an arena to work on, `fight_many(start, work, key, first_run, totals, by_side)`, and leaves `work`
in the final state of the last run.
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
    "USUAL_ROWS", "ArenaKernel", "ArenaResult", "Runs", "fight_in_batches", "fight_recorded",
    "room_like",
]  # fmt: skip

A = TypeVar("A", bound=tuple[Any, ...])
T = TypeVar("T")

_Integers: TypeAlias = NDArray[np.int64]

#: Initial number of rows of a record: few battles need more.
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
    """Fight as many runs as the tables have rows; the results do not depend on `threads`.

    Args:
        fight_many: the kernel.
        room: makes the kernel's arguments before the key, separately for each batch, because
            batches run at the same time and must not write to the same arrays.
        key: names the dice, as returned by `horizons_core.combat.battle_key`.
        tables: the kernel's output, one row per run; filled in place.
        threads: the number of batches fought at the same time.
        first_run: the number of the first run.
        progress: called with the number of finished runs.
        steps: the minimum number of interpreted steps of a run (`horizons_core.kernels.work`).
    """
    runs = len(tables[0])

    def batch(first: int, count: int) -> None:
        rows = [table[first : first + count] for table in tables]
        fight_many(*room(), np.uint64(key), np.uint64(first_run + first), *rows)

    fight_many.prepare(steps * runs)
    run_in_batches(batch, runs, threads, progress)


def fight_recorded(fight: Callable[[int], tuple[T, int]], rows: int = USUAL_ROWS) -> T:
    """Fight a battle with a record of unknown length: with room for `rows`, then again for more.

    `fight` fights with room for that many rows, always with the same dice; it returns the result
    and the number of rows that the record needed, even if there was not enough room.
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


class ArenaResult(NamedTuple, Generic[A]):
    """A battle after its end: its totals, the arena in its final state, the rows of its record."""

    totals: _Integers
    arena: A
    record: NDArray[Any]


def room_like(start: A, record: NDArray[Any]) -> A:
    """Make an arena for a battle that begins as `start`, with this record."""
    arena: Any = type(start)
    room: A = arena(*(array.copy() for array in start[:-1]), record)
    return room


@frozen
class ArenaKernel(Generic[A]):
    """A kernel that fights on arenas of one kind.

    Attributes:
        fight_many: the kernel itself.
        rows: returns the number of rows that a record needed, from the arena after the battle.
        totals: the number of columns for each run.
        by_side: the number of columns for each side of a run.
    """

    fight_many: Entrance[[A, A, np.uint64, np.uint64, _Integers, _Integers], None]
    rows: Callable[[A], int]
    totals: int
    by_side: int

    def fight_once(self, start: A, sides: int, key: int, run: int = 0) -> ArenaResult[A]:
        """Fight one run of a battle with this number of sides, with its record."""
        record = start[-1]

        def fight(rows: int) -> tuple[ArenaResult[A], int]:
            work = room_like(start, np.zeros((rows, record.shape[1]), record.dtype))
            totals, by_side = self._tables(1, sides)
            self.fight_many(start, work, np.uint64(key), np.uint64(run), totals, by_side)
            needed = self.rows(work)
            return ArenaResult(totals[0], work, work[-1][:needed]), needed

        return fight_recorded(fight)

    def fight_runs(self, start: A, sides: int, key: int, runs: int, threads: int = 1) -> Runs:
        """Fight many runs; run i is bit for bit `fight_once(..., run=i)`.

        The results do not depend on `threads`.
        """
        tables = self._tables(runs, sides)
        fight_in_batches(
            self.fight_many,
            lambda: (start, room_like(start, start[-1])),
            key,
            tables,
            threads,
            steps=A_BATTLE * max(1, len(start[0])),
        )
        return tables

    def _tables(self, runs: int, sides: int) -> Runs:
        return Runs(
            np.zeros((runs, self.totals), np.int64),
            np.zeros((runs, sides, self.by_side), np.int64),
        )
