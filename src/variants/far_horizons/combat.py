"""What chance decides without a game around it: a fleet's jump. Battles are not resolved yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import frozen

from horizons_core.combat import BattleRecord, BattleStatistics, Key
from horizons_core.errors import BattleError

if TYPE_CHECKING:
    from variants.far_horizons.jump_odds import JumpQuestion


@frozen
class Resolver:
    """The mishaps of jumps (FH-MISHAP-001 to FH-MISHAP-004), made by the kernels."""

    def battle(self, spec: Mapping[str, Any]) -> JumpQuestion:
        """A fleet's jump from plain data (see `jump_spec`); raises BattleError, for battles too."""
        from variants.far_horizons.jump_spec import read_jump

        if not isinstance(spec, Mapping):
            raise BattleError("a question is a mapping with 'jump'")
        if "sides" in spec:
            message = "battles of Far Horizons are not resolved yet"
            raise BattleError(message, "what can be asked for is a fleet's jump: write 'jump'")
        return read_jump(spec)

    def resolve(self, battle: JumpQuestion, key: Key, run: int = 0) -> BattleRecord:
        """One run, ship by ship: units stand on the side of how their jump ended."""
        from variants.far_horizons.jump_odds import recorded

        return recorded(battle, key, run)

    def simulate(
        self, battle: JumpQuestion, runs: int, key: Key, threads: int = 1
    ) -> BattleStatistics:
        """Many runs; an ending has won where the jumps of all ships ended so."""
        from variants.far_horizons.jump_odds import summed

        return summed(battle, runs, key, threads)
