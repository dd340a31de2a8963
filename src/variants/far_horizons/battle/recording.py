"""Record a run of a battle, shot by shot, for the replay page and for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import Factory, define

from horizons_core import combat
from horizons_core.combat import BattleRecord, Key, Note, Shot, Stage, battle_key
from variants.far_horizons.battle import messages, replay_units
from variants.far_horizons.battle.departures import UNIT_NAMES
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import KernelBattle, fight_once
from variants.far_horizons.battle.kernels.protocol import BattleArrays
from variants.far_horizons.battle.model import BattleFighter, FighterState
from variants.far_horizons.battle.questions import FleetBattle
from variants.far_horizons.battle.statistics import winners

#: By event of a shot: hits, whether a ship is lost with it, and the ship's fate.
_SHOTS = {
    at.MISSED: (0, False, ""),
    at.HIT: (1, False, ""),
    at.KILLED: (1, True, ""),
    at.CAPTURED: (1, True, replay_units.CAPTURED),
}
_LOCKS = {at.LOCK_HELD: messages.FORCED, at.LOCK_FAILED: messages.FORCED_IN_VAIN}


def resolve(battle: FleetBattle, field: BattleArrays, key: Key, run: int = 0) -> BattleRecord:
    """Fight once; run i is bit for bit run i of `statistics.simulate`.

    The record contains shots of real rounds, not of imagined ones.
    """
    fought = fight_once(field, battle_key(key), run)
    winner = int(winners(battle, fought.runs)[0])
    totals = fought.runs.totals[0]
    recorder = _Recorder(battle.scene.battle.fighters, field)
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
    battle: FleetBattle, field: BattleArrays, fought: KernelBattle
) -> Iterator[combat.Fighter]:
    places, fighters, work = battle.places, battle.scene.battle.fighters, fought.work
    states, defenses = (work.cold[:, column].tolist() for column in (at.STATE, at.DEFENSES))
    ages, hold = work.hot[at.AGE :: at.HOT_COLUMNS].tolist(), work.hold.tolist()
    first_rows = field.units[:, at.CARGO_FROM].tolist()
    for number, unit in enumerate(fighters):
        state = FighterState(states[number])
        before = replay_units.numbers_of(unit)
        if unit.a_ship:
            first = first_rows[number]
            cargo_left = dict(zip(unit.cargo, hold[first : first + len(unit.cargo)], strict=True))
            after = {
                "years": replay_units.years_left(ages[number]),
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
            counts=replay_units.YEAR if unit.a_ship else replay_units.DEFENSES,
            fate=replay_units.FATES.get(state, ""),
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
    #: by fighter, the years that a ship has left; None for colonies
    years: list[int | None] = Factory(lambda self: _years_of(self.fighters), takes_self=True)

    def record(self, fought: KernelBattle) -> None:
        shots, years = self.shots, self.years
        for stage, number, shooter, target, event, absorbed, lost in fought.record.tolist():
            if event not in _SHOTS:
                self._between_shots(stage, shooter, target, event, lost)
                continue
            # a fleet's battle has thousands of shots: no calls, no attribute names
            (hits, ends, fate), left, damage = _SHOTS[event], years[target], lost
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
        if event in _LOCKS:
            facts = {"shooter": self._name(shooter), "target": self._name(target)}
            text = _LOCKS[event].text.format(units=UNIT_NAMES["FM" if lost else "FJ"], **facts)
            self._note(text, (target,) if event == at.LOCK_HELD else ())
        elif event == at.LEFT_BATTLE:
            self._note(messages.WITHDREW.text.format(ship=self._name(target)), (target,))
        elif event == at.ROUNDS_OVER:
            act, planet = self.field.stages[stage].tolist()
            self.stages.append(Stage(self.rounds + 1, replay_units.stage_name(act, planet)))
            self.rounds += lost

    def _note(self, text: str, gone: tuple[int, ...]) -> None:
        number = self.shots[-1].round if self.shots else 1
        self.notes.append(Note(len(self.shots), number, text, gone))

    def _name(self, number: int) -> str:
        return self.fighters[number].name


def _years_of(fighters: Sequence[BattleFighter]) -> list[int | None]:
    return [replay_units.years_left(unit.age) if unit.a_ship else None for unit in fighters]
