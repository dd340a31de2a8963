"""Battles fought by the kernels: one with its record, and many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from horizons_core.kernels.parallel import run_in_batches
from horizons_core.kernels.work import A_BATTLE
from variants.campaign2e.battle.arrays import arena_of, room_like
from variants.campaign2e.battle.fleets import CampaignBattle
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.fights import SIDE_TOTALS, TOTALS, fight_many
from variants.campaign2e.battle.kernels.protocol import Arena, Integers

USUAL_ROWS = 1 << 12  # a battle of more is fought twice


class Runs(NamedTuple):
    """Many runs of a battle: totals int64[runs, 4], by_side int64[runs, sides, 5].

    The columns are those of `kernels.fights`.
    """

    totals: Integers
    by_side: Integers


class Fought(NamedTuple):
    """One battle fought out: its totals, the arena as it was left, what happened."""

    totals: Integers
    arena: Arena
    record: Integers


def fight_once(battle: CampaignBattle, numbers: Sequence[int], key: int, run: int = 0) -> Fought:
    """Fight one run and keep its record; `numbers` are those of the rules."""
    start, rows = arena_of(battle, numbers), USUAL_ROWS
    while True:
        work = room_like(start, np.zeros((rows, at.RECORD_COLUMNS), np.int64))
        totals, by_side = _space(battle, 1)
        fight_many(start, work, np.uint64(key), np.uint64(run), totals, by_side)
        written = int(work.table[at.ROWS])
        if written <= rows:
            return Fought(totals[0], work, work.record[:written])
        rows = written


def fight_runs(
    battle: CampaignBattle,
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
    found = _space(battle, runs)

    def batch(first: int, count: int) -> None:
        rows = slice(first, first + count)
        work = room_like(start, start.record)
        run = np.uint64(first_run + first)
        fight_many(start, work, np.uint64(key), run, found.totals[rows], found.by_side[rows])

    fight_many.prepare(A_BATTLE * runs * max(1, len(start.ships)))
    run_in_batches(batch, runs, threads, progress)
    return found


def _space(battle: CampaignBattle, runs: int) -> Runs:
    return Runs(
        np.zeros((runs, TOTALS), np.int64),
        np.zeros((runs, len(battle.fleets), SIDE_TOTALS), np.int64),
    )
