"""Runs of the kernels: one battle with its record, or many."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.kernels.battles import ArenaKernel, ArenaResult, Runs
from variants.starcluster.battle.arrays import build_arrays
from variants.starcluster.battle.fleets import StarclusterBattle
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.fights import SIDE_TOTALS, TOTALS, fight_many
from variants.starcluster.battle.kernels.protocol import BattleArrays

#: Totals have the columns of `kernels.fights`.
KERNEL = ArenaKernel[BattleArrays](
    fight_many, lambda arena: int(arena.table[at.ROWS]), TOTALS, SIDE_TOTALS
)


def fight_once(
    battle: StarclusterBattle, numbers: Sequence[int], key: int, run: int = 0
) -> ArenaResult[BattleArrays]:
    """Fight one run and keep its record; `numbers` are those of the rules."""
    return KERNEL.fight_once(build_arrays(battle, numbers), at.MOST_SIDES, key, run)


def fight_runs(
    battle: StarclusterBattle, numbers: Sequence[int], key: int, runs: int, threads: int = 1
) -> Runs:
    """Fight `runs` runs; run i equals `fight_once(..., run=i)` bit for bit, for any `threads`."""
    return KERNEL.fight_runs(build_arrays(battle, numbers), at.MOST_SIDES, key, runs, threads)
