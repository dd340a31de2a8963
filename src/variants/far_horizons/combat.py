"""Battles without a game around them, and a fleet's jump: what chance makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from horizons_core.combat import BattleRecord, BattleStatistics, Key
from horizons_core.errors import BattleError
from variants.far_horizons.compatibility import RULEBOOK, Habits

if TYPE_CHECKING:
    from variants.far_horizons.battle.questions import FleetBattle
    from variants.far_horizons.battle.sweep import Step
    from variants.far_horizons.jumps.odds import JumpQuestion


@frozen
class Resolver:
    """Battles (FH-BATTLE-010, FH-TARGET-001) and mishaps of jumps (FH-MISHAP-001).

    `habits` are those of the 1999 engine that battles are fought with.
    """

    habits: Habits = RULEBOOK

    def battle(self, spec: Mapping[str, Any]) -> FleetBattle | JumpQuestion:
        """A battle (`battle_spec`), or a fleet's jump (`jump_spec`), from plain data.

        Raises BattleError that names the place in `spec`.
        """
        if not isinstance(spec, Mapping):
            raise BattleError("a question is a mapping with 'sides' or 'jump'")
        if "sides" not in spec:
            from variants.far_horizons.jumps.spec import read_jump

            return read_jump(spec)
        from variants.far_horizons.battle.spec import read_spec

        return read_spec(spec, self.habits)

    def resolve(self, battle: FleetBattle | JumpQuestion, key: Key, run: int = 0) -> BattleRecord:
        """One run: a battle shot by shot, or a jump ship by ship."""
        from variants.far_horizons.jumps.odds import JumpQuestion, recorded

        if isinstance(battle, JumpQuestion):
            return recorded(battle, key, run)
        from variants.far_horizons.battle.recording import resolve

        return resolve(battle, key, run)

    def simulate(
        self, battle: FleetBattle | JumpQuestion, runs: int, key: Key, threads: int = 1
    ) -> BattleStatistics:
        """Many runs; of a jump, an ending has won where the jumps of all ships ended so."""
        from variants.far_horizons.jumps.odds import JumpQuestion, summed

        if isinstance(battle, JumpQuestion):
            return summed(battle, runs, key, threads)
        from variants.far_horizons.battle.statistics import simulate

        return simulate(battle, runs, key, threads)

    def sweep(
        self, battle: FleetBattle | JumpQuestion, runs: int, key: Key, threads: int = 1
    ) -> Mapping[str, Sequence[Step]]:
        """What one more ship, or ten levels more, would change for each side of a battle."""
        from variants.far_horizons.battle.questions import FleetBattle
        from variants.far_horizons.battle.sweep import sweep

        if not isinstance(battle, FleetBattle):
            raise BattleError("a fleet's jump has no sides to change", "ask for a battle: 'sides'")
        return {side: sweep(battle, side, runs, key, threads) for side in battle.sides}
