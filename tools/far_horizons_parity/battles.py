"""The engine's battles, for dice that can only be drawn one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from attrs import define, frozen

from tools.far_horizons_parity import rounds
from tools.far_horizons_parity.fighters import join_twins
from variants.far_horizons.battle.bombardment import chance_of
from variants.far_horizons.battle.fight import AimedShot, CombatLog
from variants.far_horizons.battle.model import (
    Action,
    ActionKind,
    BattleFighter,
    FighterKind,
    FighterState,
    Scene,
    Side,
    subject_of,
)
from variants.far_horizons.combat import Resolver
from variants.far_horizons.dice import Chance, Dice


@frozen
class ShotByShot(Resolver):
    """Fight a game's battles with its dice one by one, in the engine's order."""

    def gather(self, scene: Scene) -> None:
        """Let the two entries of a species that is listed twice share its ships."""
        join_twins(scene.battle)

    def fight(self, scene: Scene, chance: Chance) -> EngineFight:
        return EngineFight(scene, chance.dice(*subject_of(scene.battle.sector)))


@define
class EngineFight:
    """The fights of one battle, in the engine's order."""

    scene: Scene
    dice: Dice
    #: None: the kernels fight with other dice
    battle: ClassVar[None] = None

    def rounds(self, action: Action, log: CombatLog) -> bool:
        return rounds.fight(self.scene, action, self.dice, log).rounds > 0

    def aims(self, action: Action, log: CombatLog) -> Sequence[AimedShot]:
        aims = rounds.imagine(self.scene, action, self.dice, log)
        if action.act is ActionKind.GERM_WARFARE and self.scene.rules.all_germs_are_dropped:
            aims += self._aim_unused_bombs(action, aims)
        return aims

    def _aim_unused_bombs(self, action: Action, aims: Sequence[AimedShot]) -> Iterator[AimedShot]:
        """Aim carriers that still have their bombs at a random colony each."""
        used = {id(aim.shooter) for aim in aims if aim.target.kind is FighterKind.COLONY}
        for carrier in action.fighters:
            if carrier.state != FighterState.FIGHTING or not carrier.cargo.get("GW", 0):
                continue
            if id(carrier) in used or not action.fires(carrier):
                continue
            targets = [
                fighter
                for fighter in action.fighters
                if fighter.kind is FighterKind.COLONY
                and self.scene.battle.hostile(carrier, fighter)
            ]
            if targets:
                yield AimedShot(carrier, targets[self.dice(len(targets)) - 1])

    def infects(self, action: Action, side: Side, target: BattleFighter, bombs: int) -> bool:  # noqa: ARG002
        defender = self.scene.battle.side_of(target)
        chance = chance_of(side.biology, defender.biology, self.scene.rules)
        return any(self.dice(100) <= chance for _ in range(bombs))
