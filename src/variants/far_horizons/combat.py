"""The combat resolver, whose rules mods may change; it also resolves jumps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import field, frozen
from attrs.validators import instance_of

from horizons_core.combat import (
    BattleRecord,
    BattleStatistics,
    CombatResolver,
    Key,
    completed,
    prefers_resolve,
)
from horizons_core.errors import BattleError
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES, BattleRules
from variants.far_horizons.battle.fight import GameCombat
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy

if TYPE_CHECKING:
    from horizons_core.turn import VariantRules
    from variants.far_horizons.battle.fight import ActionResults
    from variants.far_horizons.battle.kernels.protocol import BattleArrays
    from variants.far_horizons.battle.model import Scene
    from variants.far_horizons.battle.questions import FleetBattle
    from variants.far_horizons.battle.statistics import GameBattle, SweepPoint
    from variants.far_horizons.dice import Chance
    from variants.far_horizons.jumps.odds import JumpQuestion


def resolver(variant: VariantRules) -> Resolver:
    """Create the resolver of a game with its economy."""
    return Resolver(economy=variant.economy)


def game_combat(resolver: Any) -> GameCombat:
    """Return the resolver as games use it; the rulebook's methods replace missing ones."""
    if prefers_resolve(resolver, "fight"):
        rulebook = Resolver(rules=getattr(resolver, "rules", RULEBOOK_BATTLES))
        gather = getattr(resolver, "gather", rulebook.gather)
        return RecordedCombat(resolver, rulebook.rules, gather)
    return completed(resolver, Resolver(), GameCombat)


@frozen
class RecordedCombat:
    """The `GameCombat` of a resolver that only records battles."""

    resolver: CombatResolver
    rules: BattleRules
    gather: Callable[[Scene], None]

    def fight(self, scene: Scene, chance: Chance) -> ActionResults:
        """Fight a game's battle with the resolver, for a replay from its record."""
        from variants.far_horizons.battle.model import subject_of, subject_of_rounds
        from variants.far_horizons.battle.record_replay import RecordReplay

        sector = scene.battle.sector
        stream, dice = chance.stream(*subject_of_rounds(sector)), chance.dice(*subject_of(sector))
        return RecordReplay(scene, self.resolver, stream, dice)


@frozen
class Resolver:
    """Resolves battles (FH-BATTLE-010, FH-TARGET-001) and mishaps of jumps (FH-MISHAP-001).

    `rules` are the battle rules. The kernel takes them as data, so that a mod that changes them
    fights as fast as the rulebook. The `economy` values hijacked ships and sets the chance of
    mishaps. Games use `rules`, `gather` and `fight`.
    """

    rules: BattleRules = field(default=RULEBOOK_BATTLES, validator=instance_of(BattleRules))
    economy: Economy = RULEBOOK_ECONOMY

    @property
    def battle_schema(self) -> Mapping[str, Any]:
        """The JSON Schema of a battle as plain data."""
        from variants.far_horizons.battle.spec import BATTLE_SCHEMA

        return BATTLE_SCHEMA

    def battle(self, spec: Mapping[str, Any]) -> FleetBattle | JumpQuestion:
        """Read a battle (`battle.spec`), or a fleet's jump (`jumps.odds`), from plain data.

        Raises BattleError with the position in `spec`.
        """
        if not isinstance(spec, Mapping):
            raise BattleError("a question is a mapping with 'sides' or 'jump'")
        if "sides" not in spec:
            from variants.far_horizons.jumps.odds import read_jump

            return read_jump(spec, self.economy)
        from variants.far_horizons.battle.spec import read_spec

        return read_spec(spec, self.rules, self.economy)

    def gather(self, scene: Scene) -> None:
        """Adjust the parties of a battle; the rulebook changes nothing, but mods may."""

    def fight(self, scene: Scene, chance: Chance) -> ActionResults:
        """Fight a game's battle; the caller then asks for the results of its actions, in order."""
        from variants.far_horizons.battle.kernel_replay import KernelReplay
        from variants.far_horizons.battle.model import subject_of, subject_of_rounds

        sector = scene.battle.sector
        stream, dice = chance.stream(*subject_of_rounds(sector)), chance.dice(*subject_of(sector))
        return KernelReplay(scene, self.kernel_field(scene), stream, dice)

    def kernel_field(self, scene: Scene) -> BattleArrays:
        """Return the battle as arrays for the kernels, in games and without."""
        from variants.far_horizons.battle.arrays import arrays_of

        return arrays_of(scene)

    def resolve(
        self, battle: FleetBattle | GameBattle | JumpQuestion, key: Key, run: int = 0
    ) -> BattleRecord:
        """Run once: a battle shot by shot, or a jump ship by ship."""
        from variants.far_horizons.jumps.odds import JumpQuestion, record_run

        if isinstance(battle, JumpQuestion):
            return record_run(battle, key, run)
        from variants.far_horizons.battle.kernel_replay import resolve
        from variants.far_horizons.battle.statistics import GameBattle

        if isinstance(battle, GameBattle):
            return resolve(battle, battle.field, key, run)
        return resolve(battle, battle.field_by(self.kernel_field), key, run)

    def simulate(
        self,
        battle: FleetBattle | GameBattle | JumpQuestion,
        runs: int,
        key: Key,
        threads: int = 1,
    ) -> BattleStatistics:
        """Run many times; an ending of a jump wins if the jumps of all ships end that way."""
        from variants.far_horizons.jumps.odds import JumpQuestion, as_statistics

        if isinstance(battle, JumpQuestion):
            return as_statistics(battle, runs, key, threads)
        from variants.far_horizons.battle.statistics import (
            GameBattle,
            simulate,
            simulate_game_battle,
        )

        if isinstance(battle, GameBattle):
            return simulate_game_battle(battle, runs, key, threads)
        return simulate(battle, battle.field_by(self.kernel_field), runs, key, threads)

    def sweep(
        self, battle: FleetBattle | JumpQuestion, runs: int, key: Key, threads: int = 1
    ) -> Mapping[str, Sequence[SweepPoint]]:
        """Return the effect of one more ship, or of ten more levels, for each side of a battle."""
        from variants.far_horizons.battle.questions import FleetBattle
        from variants.far_horizons.battle.statistics import sweep

        if not isinstance(battle, FleetBattle):
            raise BattleError("a fleet's jump has no sides to change", "ask for a battle: 'sides'")
        simulate = partial(self.simulate, runs=runs, key=key, threads=threads)
        return {side: sweep(battle, side, simulate) for side in battle.sides}
