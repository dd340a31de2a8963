"""One run of a battle, shot by shot, as a record for the replay page and for tests."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import Factory, define

from horizons_core import combat
from horizons_core.combat import BattleRecord, Key, Note, Shot, Stage, battle_key
from variants.far_horizons.battle import messages, replay_units
from variants.far_horizons.battle.departures import UNIT_NAMES
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import Fought, fight_once
from variants.far_horizons.battle.kernels.protocol import Field
from variants.far_horizons.battle.model import Fighter, State
from variants.far_horizons.battle.questions import FleetBattle
from variants.far_horizons.battle.statistics import winners

_SHOTS = (at.MISSED, at.HIT, at.KILLED, at.CAPTURED)
_LOCKS = {at.LOCK_HELD: messages.FORCED, at.LOCK_FAILED: messages.FORCED_IN_VAIN}


def resolve(battle: FleetBattle, field: Field, key: Key, run: int = 0) -> BattleRecord:
    """Fight once; run i is bit for bit run i of `statistics.simulate`.

    The record has the shots of rounds, not those of imagined ones.
    """
    fought = fight_once(field, battle_key(key), run)
    winner = int(winners(battle, fought.runs)[0])
    totals = fought.runs.totals[0]
    recorder = _Recorder(battle)
    recorder.record(fought)
    return BattleRecord(
        sides=battle.sides,
        units=tuple(_units(battle, fought)),
        shots=tuple(recorder.shots),
        rounds=int(totals[at.T_ROUNDS]),
        winner=None if winner < 0 else winner,
        words=int(totals[at.T_WORDS]),
        notes=tuple(recorder.notes),
        stages=tuple(recorder.stages),
    )


def _units(battle: FleetBattle, fought: Fought) -> Iterator[combat.Fighter]:
    places, fighters = battle.places, battle.scene.battle.fighters
    for number, unit in enumerate(fighters):
        state = State(int(fought.work.cold[number, at.STATE]))
        before = replay_units.numbers_of(unit)
        if unit.a_ship:
            age = int(fought.work.hot[at.cell(number, at.AGE)])
            left = _cargo_left(battle, fought, number, unit)
            after = {
                "years": replay_units.years_left(age),
                **{name: left[name] for name in [*before][1:]},
            }
        else:
            after = {"PDs": int(fought.work.cold[number, at.DEFENSES])}
        yield combat.Fighter(
            name=unit.name,
            side=places[unit.side],
            before=before,
            after=after,
            destroyed=state in (State.DESTROYED, State.HIJACKED),
            counts=replay_units.YEAR if unit.a_ship else replay_units.DEFENSES,
            fate=replay_units.FATES.get(state, ""),
        )


def _cargo_left(battle: FleetBattle, fought: Fought, number: int, unit: Fighter) -> dict[str, int]:
    first = int(battle.field.units[number, at.CARGO_FROM])
    left = (int(fought.work.hold[first + row]) for row in range(len(unit.cargo)))
    return dict(zip(unit.cargo, left, strict=True))


@define
class _Recorder:
    """Shots, stages and what was between the shots, taken from the rows of a kernel."""

    battle: FleetBattle
    shots: list[Shot] = Factory(list)
    notes: list[Note] = Factory(list)
    stages: list[Stage] = Factory(list)
    rounds: int = 0
    years: dict[int, int] = Factory(dict)

    def record(self, fought: Fought) -> None:
        for stage, number, shooter, target, event, absorbed, lost in fought.record.tolist():
            if event in _SHOTS:
                self._shot(self.rounds + number, shooter, target, event, absorbed, lost)
            elif event in _LOCKS:
                facts = {"shooter": self._name(shooter), "target": self._name(target)}
                text = _LOCKS[event].text.format(units=UNIT_NAMES["FM" if lost else "FJ"], **facts)
                self._note(text, (target,) if event == at.LOCK_HELD else ())
            elif event == at.LEFT_BATTLE:
                self._note(messages.WITHDREW.text.format(ship=self._name(target)), (target,))
            elif event == at.ROUNDS_OVER:
                act, planet = self.battle.field.stages[stage].tolist()
                self.stages.append(Stage(self.rounds + 1, replay_units.stage_name(act, planet)))
                self.rounds += lost

    def _shot(
        self, number: int, shooter: int, target: int, event: int, absorbed: int, lost: int
    ) -> None:
        unit, damage = self._unit(target), lost
        if unit.a_ship:
            left = self.years.setdefault(target, replay_units.years_left(unit.age))
            damage = min(lost // 2, left)
            self.years[target] = left - damage
        self.shots.append(
            Shot(
                shooter,
                target,
                absorbed=absorbed,
                destroyed=event in (at.KILLED, at.CAPTURED) and unit.a_ship,
                round=number,
                damage=damage,
                hits=int(event != at.MISSED),
                fate=replay_units.CAPTURED if event == at.CAPTURED else "",
            )
        )

    def _note(self, text: str, gone: tuple[int, ...]) -> None:
        number = self.shots[-1].round if self.shots else 1
        self.notes.append(Note(len(self.shots), number, text, gone))

    def _unit(self, number: int) -> Fighter:
        return self.battle.scene.battle.fighters[number]

    def _name(self, number: int) -> str:
        return self._unit(number).name
