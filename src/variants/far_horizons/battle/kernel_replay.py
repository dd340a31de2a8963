"""A battle fought by the kernel, applied action by action from its record.

The kernel draws all dice of the fights (`kernels.protocol`). The events of its rows are applied to
the fighters by the same rules, so that they end in the same state as in the kernel.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from attrs import define

from horizons_core.rng import Stream
from variants.far_horizons.battle import departures, hits, messages
from variants.far_horizons.battle.fight import AimedShot, CombatLog, EventReporter
from variants.far_horizons.battle.game_battle import GameBattle
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import fight_once
from variants.far_horizons.battle.kernels.protocol import BattleArrays
from variants.far_horizons.battle.log import MOST_DETAILS
from variants.far_horizons.battle.model import Action, BattleFighter, FighterState, Side
from variants.far_horizons.battle.scene import Scene
from variants.far_horizons.dice import Dice

_SHOTS = (at.MISSED, at.HIT, at.KILLED, at.CAPTURED)
_LOCKS = (at.LOCK_FAILED, at.LOCK_HELD)


@define
class _RecordRow:
    """A row of the record."""

    stage: int
    round: int
    shooter: int
    target: int
    event: int
    absorbed: int
    lost: int


class KernelReplay:
    """The fights of a battle (a `Fight`).

    `dice` draw the destinations of forced ships, which no fight depends on.
    """

    def __init__(self, scene: Scene, field: BattleArrays, stream: Stream, dice: Dice) -> None:
        """Fight the battle; the stream then skips the words that the kernel has drawn."""
        self._scene, self._dice = scene, dice
        self.battle = GameBattle(tuple(map(_name, scene.battle.sides)), field)
        fought = fight_once(field, stream.key, stream.run, details=MOST_DETAILS)
        stream.skip(int(fought.runs.totals[0, at.T_WORDS]))
        self._rows: dict[int, list[_RecordRow]] = defaultdict(list)
        for row in fought.record.tolist():
            self._rows[row[at.ROW_STAGE]].append(_RecordRow(*row))

    def rounds(self, action: Action, log: CombatLog) -> bool:
        fought, last_round = 0, 0
        for row in self._rows[action.number]:
            if row.event in _SHOTS:
                if row.round != last_round:
                    last_round = row.round
                    log(messages.ROUND, round=row.round)
                self._shoot(action, row, log)
            elif row.event in _LOCKS:
                self._force(row, log)
            elif row.event == at.ROUNDS_OVER:
                fought = row.lost
            else:
                self._move(row, log)
        return fought > 0

    def aims(self, action: Action, log: CombatLog) -> Sequence[AimedShot]:
        aims = []
        for row in self._rows[action.number]:
            if row.event in (at.AIMED, at.BOMB):
                aims.append(AimedShot(self._unit(row.shooter), self._unit(row.target), row.lost))
            else:
                self._move(row, log)
        return aims

    def infects(self, action: Action, side: Side, target: BattleFighter, bombs: int) -> bool:  # noqa: ARG002
        number = self._scene.battle.fighters.index(target)
        return any(
            row.lost > 0
            for row in self._rows[action.number]
            if (row.event, row.shooter, row.target) == (at.INFECTED, side.index, number)
        )

    def _unit(self, number: int) -> BattleFighter:
        return self._scene.battle.fighters[number]

    def _shoot(self, action: Action, row: _RecordRow, log: CombatLog) -> None:
        shooter, target = self._unit(row.shooter), self._unit(row.target)
        hit = row.event != at.MISSED
        hits.report_shot(shooter, target, log, hit=hit)
        lost = row.lost
        if lost and target.a_ship:
            lost = hits.damage_ship(self._scene, action, shooter, target, lost, log)
        elif lost:
            hits.lose_defenses(shooter, target, lost, log)
        log.shot(shooter, target, hit=hit, absorbed=row.absorbed, damage=lost)

    def _force(self, row: _RecordRow, tell: EventReporter) -> None:
        """Apply a starbase's attempt to throw a ship out."""
        sector, item = self._scene.battle.sector, "FM" if row.lost else "FJ"
        shooter, target = self._unit(row.shooter), self._unit(row.target)
        success = row.event == at.LOCK_HELD
        departures.try_to_force(sector, shooter, target, item, self._dice, tell, success=success)

    def _move(self, row: _RecordRow, tell: EventReporter) -> None:
        """Apply a withdrawal, or a reserve that joins."""
        if row.event == at.LEFT_BATTLE:
            departures.withdraw(self._unit(row.shooter), tell)
        elif row.event == at.JOINED:
            self._unit(row.shooter).state = FighterState.FIGHTING


def _name(side: Side) -> str:
    """Return the true name of a side, in disguise or not."""
    return side.species.name if side.species is not None else side.name
