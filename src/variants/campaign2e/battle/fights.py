"""Battles fought by the kernels: single ones with a record, and many at once."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.kernels.battles import ArenaKernel, ArenaResult, Runs
from variants.campaign2e.battle.arrays import arena_of
from variants.campaign2e.battle.fleets import CampaignBattle
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.fights import SIDE_TOTALS, TOTALS, fight_many
from variants.campaign2e.battle.kernels.protocol import Arena

#: Columns of the totals are defined in `kernels.fights`.
KERNEL = ArenaKernel[Arena](
    fight_many, lambda arena: int(arena.table[at.ROWS]), TOTALS, SIDE_TOTALS
)


def fight_once(
    battle: CampaignBattle, numbers: Sequence[int], key: int, run: int = 0
) -> ArenaResult[Arena]:
    """Fight one run and keep its record; `numbers` are those of the rules."""
    return KERNEL.fight_once(arena_of(battle, numbers), len(battle.fleets), key, run)


def fight_runs(
    battle: CampaignBattle, numbers: Sequence[int], key: int, runs: int, threads: int = 1
) -> Runs:
    """Fight `runs` runs; run i equals `fight_once(..., run=i)` bit by bit, for any `threads`."""
    return KERNEL.fight_runs(arena_of(battle, numbers), len(battle.fleets), key, runs, threads)
