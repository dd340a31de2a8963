"""A battle fought by the kernel, told and carried out action by action from its record.

The kernel draws all dice of the fights (`kernels.protocol`). What its rows say happens to the
fighters here again, by the same rules, so that they are left as the kernel left its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from attrs import define

from horizons_core.rng import Stream
from variants.far_horizons.battle import forced, hits, messages, rounds
from variants.far_horizons.battle.arrays import field_of
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import fight_once
from variants.far_horizons.battle.log import MOST_DETAILS, Tell
from variants.far_horizons.battle.model import Action, Battle, Fighter, Side, State
from variants.far_horizons.battle.parties import Party
from variants.far_horizons.battle.withdrawal import leave
from variants.far_horizons.compatibility import Habits
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


class Retold:
    """The fights of one battle. `dice` say where forced ships are thrown, which no fight needs."""

    def __init__(
        self,
        battle: Battle,
        parties: Sequence[Party],
        habits: Habits,
        stream: Stream,
        dice: Dice,
    ) -> None:
        """Fight the battle; the stream has passed over what the kernel has drawn."""
        self._battle, self._dice = battle, dice
        field = field_of(battle, parties, habits)
        fought = fight_once(field, stream.key, stream.run, details=MOST_DETAILS)
        stream.skip(int(fought.runs.totals[0, at.T_WORDS]))
        self._rows: dict[int, list[_Row]] = defaultdict(list)
        for row in fought.record.tolist():
            self._rows[row[at.ROW_STAGE]].append(_Row(*row))

    def fight(self, action: Action, tell: Tell) -> bool:
        fought, told = 0, 0
        for row in self._rows[action.number]:
            if row.event in _SHOTS:
                if row.round != told:
                    told = row.round
                    tell(messages.ROUND, round=row.round)
                self._shoot(action, row, tell)
            elif row.event in _LOCKS:
                item = "FM" if row.lost else "FJ"
                success = row.event == at.LOCK_HELD
                one, other = self._unit(row.shooter), self._unit(row.target)
                forced.tried(self._battle, one, other, item, self._dice, tell, success=success)
            elif row.event == at.ROUNDS_OVER:
                fought = row.lost
            else:
                self._move(row, tell)
        return fought > 0

    def imagine(self, action: Action, mark: rounds.Mark, tell: Tell) -> None:
        for row in self._rows[action.number]:
            if row.event in (at.AIMED, at.BOMB):
                mark(self._unit(row.shooter), self._unit(row.target), row.lost)
            else:
                self._move(row, tell)

    def silent_drops(self, action: Action) -> Iterator[tuple[Fighter, Fighter]]:  # noqa: ARG002
        """None: the record has them among all who aimed."""
        return iter(())

    def infects(self, action: Action, side: Side, target: Fighter, bombs: int) -> bool:  # noqa: ARG002
        number = self._battle.fighters.index(target)
        return any(
            row.lost > 0
            for row in self._rows[action.number]
            if (row.event, row.shooter, row.target) == (at.INFECTED, side.index, number)
        )

    def _unit(self, number: int) -> Fighter:
        return self._battle.fighters[number]

    def _shoot(self, action: Action, row: _Row, tell: Tell) -> None:
        shooter, target = self._unit(row.shooter), self._unit(row.target)
        aim = target.name if target.a_ship else f"{target.name} defenses"
        outcome = "misses" if row.event == at.MISSED else "hits"
        tell(messages.SHOT, shooter=shooter.name, target=aim, outcome=outcome)
        lost = row.lost
        if lost and target.a_ship:
            lost = hits.damage_ship(self._battle, action, shooter, target, lost, tell)
        elif lost:
            hits.lose_defenses(shooter, target, lost, tell)
        if self._battle.film is not None:
            hit = row.event != at.MISSED
            self._battle.film.shot(shooter, target, hit=hit, absorbed=row.absorbed, damage=lost)

    def _move(self, row: _Row, tell: Tell) -> None:
        """Somebody leaves the battle, or joins it."""
        if row.event == at.LEFT_BATTLE:
            leave(self._unit(row.shooter), tell)
        elif row.event == at.JOINED:
            self._unit(row.shooter).state = State.FIGHTING
