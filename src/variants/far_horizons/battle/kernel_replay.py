"""Battles fought by the kernel, applied to a game or recorded shot by shot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from attrs import Factory, define

from horizons_core import combat
from horizons_core.combat import BattleRecord, Key, Note, Shot, Stage, battle_key
from horizons_core.rng import Stream
from variants.far_horizons.battle import hits, messages, replay_readers
from variants.far_horizons.battle.fight import AimedShot, CombatLog, EventReporter
from variants.far_horizons.battle.hits import UNIT_NAMES
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import KernelBattle, fight_once
from variants.far_horizons.battle.kernels.protocol import BattleArrays
from variants.far_horizons.battle.log import MAX_DETAILS
from variants.far_horizons.battle.model import Action, BattleFighter, FighterState, Scene, Side
from variants.far_horizons.battle.questions import FleetBattle
from variants.far_horizons.battle.statistics import GameBattle, battle_of_scene, winners
from variants.far_horizons.dice import Dice

_SHOTS = (at.MISSED, at.HIT, at.KILLED, at.CAPTURED)
_LOCKS = (at.LOCK_FAILED, at.LOCK_HELD)

#: For each event of a shot, the number of hits, whether a ship is lost, and its fate.
_RECORDING_SHOTS = {
    at.MISSED: (0, False, ""),
    at.HIT: (1, False, ""),
    at.KILLED: (1, True, ""),
    at.CAPTURED: (1, True, replay_readers.CAPTURED),
}
_RECORDING_LOCKS = {at.LOCK_HELD: messages.FORCED, at.LOCK_FAILED: messages.FORCED_IN_VAIN}


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
        self.battle = battle_of_scene(scene, field)
        fought = fight_once(field, stream.key, stream.run, details=MAX_DETAILS)
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
        if lost and target.is_ship:
            lost = hits.damage_ship(self._scene, action, shooter, target, lost, log)
        elif lost:
            hits.lose_defenses(shooter, target, lost, log)
        log.shot(shooter, target, hit=hit, absorbed=row.absorbed, damage=lost)

    def _force(self, row: _RecordRow, notify: EventReporter) -> None:
        """Apply a starbase's attempt to force a ship out."""
        sector, item = self._scene.battle.sector, "FM" if row.lost else "FJ"
        shooter, target = self._unit(row.shooter), self._unit(row.target)
        success = row.event == at.LOCK_HELD
        hits.try_to_force(sector, shooter, target, item, self._dice, notify, success=success)

    def _move(self, row: _RecordRow, notify: EventReporter) -> None:
        """Apply a withdrawal, or a reserve that joins."""
        if row.event == at.LEFT_BATTLE:
            hits.withdraw(self._unit(row.shooter), notify)
        elif row.event == at.JOINED:
            self._unit(row.shooter).state = FighterState.FIGHTING


def resolve(
    battle: FleetBattle | GameBattle, field: BattleArrays, key: Key, run: int = 0
) -> BattleRecord:
    """Fight once; run i equals run i of `statistics.simulate` bit for bit.

    The record contains shots of real rounds, not of imagined ones.
    """
    fought = fight_once(field, battle_key(key), run)
    winner = int(winners(battle, fought.runs)[0])
    totals = fought.runs.totals[0]
    recorder = _Recorder(battle.units, field)
    recorder.record(fought)
    return BattleRecord(
        sides=battle.sides,
        units=tuple(_units(battle, field, fought)),
        shots=tuple(recorder.shots),
        rounds=int(totals[at.T_ROUNDS]),
        winner=None if winner < 0 else winner,
        words=int(totals[at.T_WORDS]),
        notes=tuple(recorder.notes),
        stages=tuple(recorder.stages),
    )


def _units(
    battle: FleetBattle | GameBattle, field: BattleArrays, fought: KernelBattle
) -> Iterator[combat.Fighter]:
    places, fighters, work = battle.places, battle.units, fought.work
    states, defenses = (work.cold[:, column].tolist() for column in (at.STATE, at.DEFENSES))
    ages, hold = work.hot[at.AGE :: at.HOT_COLUMNS].tolist(), work.hold.tolist()
    first_rows = field.units[:, at.CARGO_FROM].tolist()
    for number, unit in enumerate(fighters):
        state = FighterState(states[number])
        before = replay_readers.numbers_of(unit)
        if unit.is_ship:
            first = first_rows[number]
            cargo_left = dict(zip(unit.cargo, hold[first : first + len(unit.cargo)], strict=True))
            after = {
                "years": replay_readers.years_left(ages[number]),
                **{name: cargo_left[name] for name in [*before][1:]},
            }
        else:
            after = {"PDs": defenses[number]}
        yield combat.Fighter(
            name=unit.name,
            side=places[unit.side],
            before=before,
            after=after,
            destroyed=state in (FighterState.DESTROYED, FighterState.HIJACKED),
            counts=replay_readers.YEAR if unit.is_ship else replay_readers.DEFENSES,
            fate=replay_readers.FATES.get(state, ""),
        )


@define
class _Recorder:
    """Collects shots, stages and notes from the rows of a kernel."""

    fighters: Sequence[BattleFighter]
    field: BattleArrays
    shots: list[Shot] = Factory(list)
    notes: list[Note] = Factory(list)
    stages: list[Stage] = Factory(list)
    rounds: int = 0
    #: the years that each fighter has left, if it is a ship; None for colonies
    years: list[int | None] = Factory(lambda self: _years_of(self.fighters), takes_self=True)

    def record(self, fought: KernelBattle) -> None:
        shots, years = self.shots, self.years
        for stage, number, shooter, target, event, absorbed, lost in fought.record.tolist():
            if event not in _RECORDING_SHOTS:
                self._between_shots(stage, shooter, target, event, lost)
                continue
            # a fleet's battle has thousands of shots: no calls, no attribute names
            (hits, ends, fate), left, damage = _RECORDING_SHOTS[event], years[target], lost
            if left is None:
                ends = False
            elif lost:
                damage = min(lost // 2, left)
                years[target] = left - damage
            first, kills = self.rounds + number, 1 if ends else 0
            shots.append(
                Shot(shooter, target, absorbed, (), ends, first, 1, kills, damage, hits, fate)
            )

    def _between_shots(self, stage: int, shooter: int, target: int, event: int, lost: int) -> None:
        if event in _RECORDING_LOCKS:
            facts = {"shooter": self._name(shooter), "target": self._name(target)}
            text = _RECORDING_LOCKS[event].text.format(
                units=UNIT_NAMES["FM" if lost else "FJ"], **facts
            )
            self._note(text, (target,) if event == at.LOCK_HELD else ())
        elif event == at.LEFT_BATTLE:
            self._note(messages.WITHDREW.text.format(ship=self._name(target)), (target,))
        elif event == at.ROUNDS_OVER:
            act, planet = self.field.stages[stage].tolist()
            self.stages.append(Stage(self.rounds + 1, replay_readers.stage_name(act, planet)))
            self.rounds += lost

    def _note(self, text: str, gone: tuple[int, ...]) -> None:
        number = self.shots[-1].round if self.shots else 1
        self.notes.append(Note(len(self.shots), number, text, gone))

    def _name(self, number: int) -> str:
        return self.fighters[number].name


def _years_of(fighters: Sequence[BattleFighter]) -> list[int | None]:
    return [replay_readers.years_left(unit.age) if unit.is_ship else None for unit in fighters]
