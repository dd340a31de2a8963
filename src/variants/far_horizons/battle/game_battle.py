"""A battle of a game as it began, for questions about its expected outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from attrs import frozen

from horizons_core.combat import Battle, BattleStatistics, Key, battle_key
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import fight_runs
from variants.far_horizons.battle.kernels.protocol import BattleArrays
from variants.far_horizons.battle.questions import Army
from variants.far_horizons.battle.statistics import measures, winners


@frozen(eq=False)
class GameBattle(Battle):
    """The sides of a battle, by names of species, and the `field` that they fought on."""

    field: BattleArrays
    #: empty, because all sides take part
    armies: ClassVar[Sequence[Army]] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """For each side of the field, its index in `sides`."""
        return tuple(range(len(self.sides)))


def simulate(battle: GameBattle, runs: int, key: Key, threads: int = 1) -> BattleStatistics:
    """Fight it many times; measures are those of `statistics.simulate`."""
    fought = fight_runs(battle.field, battle_key(key), runs, threads)
    return BattleStatistics(
        sides=battle.sides,
        winner=winners(battle, fought),
        rounds=fought.totals[:, at.T_ROUNDS],
        shots=fought.totals[:, at.T_SHOTS],
        measures=measures(battle, fought),
    )
