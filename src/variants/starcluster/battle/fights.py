"""Battles fought by the kernels: one with its record, and many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from horizons_core.kernels.parallel import run_in_batches
from horizons_core.kernels.work import A_BATTLE
from variants.starcluster.battle.arrays import arena_of, room_like
from variants.starcluster.battle.fleets import StarclusterBattle
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.fights import SIDE_TOTALS, TOTALS, fight_many
from variants.starcluster.battle.kernels.protocol import Arena, Floats, Integers

USUAL_ROWS = 1 << 11  # a battle of more is fought twice


class Runs(NamedTuple):
    """Many runs of a battle: totals int64[runs, 4], by_side int64[runs, sides, 4].

    The columns are those of `kernels.fights`.
    """

    totals: Integers
    by_side: Integers


class Fought(NamedTuple):
    """One battle fought out: its totals, the arena as it was left, what happened."""

    totals: Integers
    arena: Arena
    record: Floats


def fight_once(battle: StarclusterBattle, numbers: Sequence[int], key: int, run: int = 0) -> Fought:
    """Fight one run and keep its record; `numbers` are those of the rules."""
    start, rows = arena_of(battle, numbers), USUAL_ROWS
    while True:
        work = room_like(start, np.zeros((rows, at.RECORD_COLUMNS), np.float64))
        found = _space(1)
        fight_many(start, work, np.uint64(key), np.uint64(run), found.totals, found.by_side)
        written = int(work.table[at.ROWS])
        if written <= rows:
            return Fought(found.totals[0], work, work.record[:written])
        rows = written


def fight_runs(
    battle: StarclusterBattle,
    numbers: Sequence[int],
    key: int,
    runs: int,
    threads: int = 1,
    first_run: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Runs:
    """Fight `runs` runs; run i is bit for bit `fight_once(..., run=first_run + i)`.

    The outcome does not depend on `threads`. `progress` is told how many runs have ended.
    """
    start = arena_of(battle, numbers)
    found = _space(runs)

    def batch(first: int, count: int) -> None:
        rows = slice(first, first + count)
        work = room_like(start, start.record)
        run = np.uint64(first_run + first)
        fight_many(start, work, np.uint64(key), run, found.totals[rows], found.by_side[rows])

    fight_many.prepare(A_BATTLE * runs * max(1, len(start.units)))
    run_in_batches(batch, runs, threads, progress)
    return found


def _space(runs: int) -> Runs:
    return Runs(
        np.zeros((runs, TOTALS), np.int64),
        np.zeros((runs, at.MOST_SIDES, SIDE_TOTALS), np.int64),
    )
