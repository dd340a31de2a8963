"""Battles of a game fought by any resolver, replayed from its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from horizons_core import combat
from horizons_core.combat import CombatResolver, Note, Shot, resolve_in_game
from horizons_core.rng import Stream
from variants.far_horizons.battle import hits, messages
from variants.far_horizons.battle.arrays import arrays_of
from variants.far_horizons.battle.fight import AimedShot, CombatLog, EventReporter
from variants.far_horizons.battle.kernel_replay import KernelReplay
from variants.far_horizons.battle.model import (
    MAX_AGE,
    Action,
    BattleFighter,
    FighterState,
    Scene,
    Side,
)
from variants.far_horizons.battle.replay_readers import CAPTURED, FATES, years_left
from variants.far_horizons.battle.statistics import battle_of_scene
from variants.far_horizons.dice import Dice

_WITHDREW, _FORCED = FATES[FighterState.WITHDREW], FATES[FighterState.FORCED]
_YEARS, _DEFENSES = "years", "PDs"
#: Cargo that only germ warfare uses up.
_BOMBS = "GW"


class RecordReplay:
    """The fights of a battle (`fight.ActionResults`) by the record of a resolver.

    The stages of the record are the actions with rounds, in their order; a record without stages
    belongs to the first action. After the last action every unit gets the numbers and the fate of
    the record. Imagined actions follow the rulebook, among the units that are left.
    """

    def __init__(self, scene: Scene, resolver: CombatResolver, stream: Stream, dice: Dice) -> None:
        self._scene, self._dice = scene, dice
        self.battle = battle_of_scene(scene, arrays_of(scene))
        self._record = resolve_in_game(resolver, self.battle, stream)
        self._stream = Stream(stream.key, stream.run)
        self._stages = [stage.round for stage in self._record.stages] or [1]
        self._taken = 0
        self._action: Action | None = None
        self._replay: KernelReplay | None = None
        stream.skip(self._record.words)

    def rounds(self, action: Action, log: CombatLog) -> bool:  # noqa: ARG002
        if self._taken >= len(self._stages):
            return False
        first = self._stages[self._taken] if self._taken else 1
        self._taken += 1
        last = self._record.rounds
        if self._taken < len(self._stages):
            last = self._stages[self._taken] - 1
        current = 0
        for entry in self._entries(first, last):
            if entry.round > current:
                current = entry.round
                log(messages.ROUND, round=current - first + 1)
            if isinstance(entry, Note):
                self._leave(entry.gone, log)
            else:
                self._shoot(entry, log)
        if self._taken == len(self._stages):
            if last > current and last >= first:
                log(messages.ROUND, round=last - first + 1)
            self._settle(log)
        return last >= first

    def aims(self, action: Action, log: CombatLog) -> Sequence[AimedShot]:
        return self._rulebook_replay(action).aims(action, log)

    def infects(self, action: Action, side: Side, target: BattleFighter, bombs: int) -> bool:
        return self._rulebook_replay(action).infects(action, side, target, bombs)

    def _rulebook_replay(self, action: Action) -> KernelReplay:
        """Return the rulebook's results of only this action, with separate dice."""
        if self._action is action and self._replay is not None:
            return self._replay
        field = arrays_of(self._scene)
        others = np.arange(len(field.stages)) != action.number
        field.roles[others] = 0
        stream = Stream(self._stream.key, self._stream.run + 1 + action.number)
        self._action, self._replay = action, KernelReplay(self._scene, field, stream, self._dice)
        return self._replay

    def _entries(self, first: int, last: int) -> Iterator[Shot | Note]:
        """Yield the shots and notes of the rounds from `first` to `last`, in their order."""
        notes = [note for note in self._record.notes if first <= note.round <= last]
        for number, shot in enumerate(self._record.shots):
            while notes and notes[0].at <= number:
                yield notes.pop(0)
            if first <= shot.round <= last:
                yield shot
        yield from notes

    def _unit(self, number: int) -> BattleFighter:
        return self._scene.battle.fighters[number]

    def _shoot(self, shot: Shot, log: CombatLog) -> None:
        shooter, target = self._unit(shot.shooter), self._unit(shot.target)
        hit, damage = shot.hits != 0, shot.damage
        hits.report_shot(shooter, target, log, hit=hit)
        if not target.is_ship:
            damage = min(damage, target.defenses)
            if damage:
                hits.lose_defenses(shooter, target, damage, log)
        elif not target.gone:
            target.age = min(target.age + damage, MAX_AGE + 1)
            if shot.destroyed:
                captured = shot.fate == CAPTURED
                hits.end_ship(self._scene, shooter, target, log, captured=captured)
        log.shot(shooter, target, hit=hit, absorbed=shot.absorbed, damage=damage)

    def _leave(self, numbers: Sequence[int], notify: EventReporter) -> None:
        """Remove units that leave according to the record."""
        for number in numbers:
            fighter, fate = self._unit(number), self._record.units[number].fate
            if fighter.gone or not fighter.is_ship:
                continue
            if fate == _WITHDREW:
                hits.withdraw(fighter, notify)
            elif fate == _FORCED:
                fighter.state, fighter.orbit = FighterState.FORCED, 0
                sector = self._scene.battle.sector
                fighter.destination = hits.destination(sector, "FJ", self._dice)
                units = hits.UNIT_NAMES["FJ"]
                notify(messages.FORCED, shooter="An enemy", units=units, target=fighter.name)

    def _settle(self, notify: EventReporter) -> None:
        """Give every unit the numbers and the fate of the record."""
        for number, unit in enumerate(self._record.units):
            fighter = self._unit(number)
            if not fighter.is_ship:
                self._settle_defenses(fighter, unit, notify)
            elif not unit.destroyed:
                self._settle_ship(fighter, unit)
                self._leave((number,), notify)
            elif not fighter.gone:
                fighter.state = FighterState.DESTROYED
                notify(messages.DESTROYED, ship=fighter.name)
                hits.reveal(self._scene.battle, fighter, notify)

    def _settle_ship(self, fighter: BattleFighter, unit: combat.Fighter) -> None:
        if unit.after[_YEARS] != years_left(fighter.age):
            fighter.age = MAX_AGE + 1 - unit.after[_YEARS]
        for item in [item for item in unit.before if item not in (_YEARS, _BOMBS)]:
            fighter.cargo[item] = unit.after[item]
            if not unit.after[item]:
                del fighter.cargo[item]

    def _settle_defenses(
        self, fighter: BattleFighter, unit: combat.Fighter, notify: EventReporter
    ) -> None:
        left = 0 if unit.destroyed else unit.after[_DEFENSES]
        if left == fighter.defenses:
            return
        fighter.defenses = fighter.cargo["PD"] = left
        if not left:
            del fighter.cargo["PD"]
            notify(messages.DEFENSES_GONE, planet=fighter.name)
