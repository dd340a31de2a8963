"""A battle that the kernel has fought, carried out action by action from its record.

The kernel draws all dice of the fights (`kernels.protocol`). What its rows say happens to the
fighters here again, by the same rules, so that they are left as the kernel left its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from attrs import define

from horizons_core.rng import Stream
from variants.far_horizons.battle import departures, hits, messages
from variants.far_horizons.battle.fight import Aim, Log, Tell
from variants.far_horizons.battle.game_battle import GameBattle
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import fight_once
from variants.far_horizons.battle.kernels.protocol import Field
from variants.far_horizons.battle.log import MOST_DETAILS
from variants.far_horizons.battle.model import Action, Fighter, Side, State
from variants.far_horizons.battle.scene import Scene
from variants.far_horizons.dice import Dice

_SHOTS = (at.MISSED, at.HIT, at.KILLED, at.CAPTURED)
_LOCKS = (at.LOCK_FAILED, at.LOCK_HELD)


@define
class _Row:
    """One row of the record."""

    stage: int
    round: int
    shooter: int
    target: int
    event: int
    absorbed: int
    lost: int


class KernelReplay:
    """The fights of one battle (a `Fight`).

    `dice` say where forced ships are thrown, which no fight needs.
    """

    def __init__(self, scene: Scene, field: Field, stream: Stream, dice: Dice) -> None:
        """Fight the battle; the stream has passed over what the kernel has drawn."""
        self._scene, self._dice = scene, dice
        self.battle = GameBattle(tuple(map(_name, scene.battle.sides)), field)
        fought = fight_once(field, stream.key, stream.run, details=MOST_DETAILS)
        stream.skip(int(fought.runs.totals[0, at.T_WORDS]))
        self._rows: dict[int, list[_Row]] = defaultdict(list)
        for row in fought.record.tolist():
            self._rows[row[at.ROW_STAGE]].append(_Row(*row))

    def rounds(self, action: Action, log: Log) -> bool:
        fought, told = 0, 0
        for row in self._rows[action.number]:
            if row.event in _SHOTS:
                if row.round != told:
                    told = row.round
                    log(messages.ROUND, round=row.round)
                self._shoot(action, row, log)
            elif row.event in _LOCKS:
                self._force(row, log)
            elif row.event == at.ROUNDS_OVER:
                fought = row.lost
            else:
                self._move(row, log)
        return fought > 0

    def aims(self, action: Action, log: Log) -> Sequence[Aim]:
        found = []
        for row in self._rows[action.number]:
            if row.event in (at.AIMED, at.BOMB):
                found.append(Aim(self._unit(row.shooter), self._unit(row.target), row.lost))
            else:
                self._move(row, log)
        return found

    def infects(self, action: Action, side: Side, target: Fighter, bombs: int) -> bool:  # noqa: ARG002
        number = self._scene.battle.fighters.index(target)
        return any(
            row.lost > 0
            for row in self._rows[action.number]
            if (row.event, row.shooter, row.target) == (at.INFECTED, side.index, number)
        )

    def _unit(self, number: int) -> Fighter:
        return self._scene.battle.fighters[number]

    def _shoot(self, action: Action, row: _Row, log: Log) -> None:
        shooter, target = self._unit(row.shooter), self._unit(row.target)
        hit = row.event != at.MISSED
        hits.tell_shot(shooter, target, log, hit=hit)
        lost = row.lost
        if lost and target.a_ship:
            lost = hits.damage_ship(self._scene, action, shooter, target, lost, log)
        elif lost:
            hits.lose_defenses(shooter, target, lost, log)
        log.shot(shooter, target, hit=hit, absorbed=row.absorbed, damage=lost)

    def _force(self, row: _Row, tell: Tell) -> None:
        """A starbase has tried to throw a ship out."""
        sector, item = self._scene.battle.sector, "FM" if row.lost else "FJ"
        shooter, target = self._unit(row.shooter), self._unit(row.target)
        success = row.event == at.LOCK_HELD
        departures.try_to_force(sector, shooter, target, item, self._dice, tell, success=success)

    def _move(self, row: _Row, tell: Tell) -> None:
        """Somebody leaves the battle, or joins it."""
        if row.event == at.LEFT_BATTLE:
            departures.withdraw(self._unit(row.shooter), tell)
        elif row.event == at.JOINED:
            self._unit(row.shooter).state = State.FIGHTING


def _name(side: Side) -> str:
    """What a side is called, in disguise or not."""
    return side.species.name if side.species is not None else side.name
