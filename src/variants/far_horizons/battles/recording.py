"""One run of a battle, shot by shot, as a record for the replay page and for tests."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.combat import BattleRecord, Fighter, Key, Shot, battle_key
from variants.far_horizons.battles.kernels import protocol as at
from variants.far_horizons.battles.kernels.fights import Fought, fight_once
from variants.far_horizons.battles.model import Fighter as Unit
from variants.far_horizons.battles.model import Kind, State
from variants.far_horizons.battles.questions import FleetBattle
from variants.far_horizons.battles.statistics import winners

_SHOTS = (at.MISSED, at.HIT, at.KILLED, at.CAPTURED, at.LOCK_HELD)


def resolve(battle: FleetBattle, key: Key, run: int = 0) -> BattleRecord:
    """Fight once; run i is bit for bit run i of `statistics.simulate`.

    The record has the shots of rounds, not those of imagined ones; that a ship was forced away
    stands among them with a count of 0.
    """
    fought = fight_once(battle.field, battle_key(key), run)
    winner = int(winners(battle, fought.runs)[0])
    totals = fought.runs.totals[0]
    return BattleRecord(
        sides=battle.sides,
        units=tuple(_units(battle, fought)),
        shots=tuple(_shots(battle, fought)),
        rounds=int(totals[at.T_ROUNDS]),
        winner=None if winner < 0 else winner,
        words=int(totals[at.T_WORDS]),
    )


def _units(battle: FleetBattle, fought: Fought) -> Iterator[Fighter]:
    places, fighters = battle.places, battle.scene.battle.fighters
    for number, unit in enumerate(fighters):
        state = State(int(fought.room.cold[number, at.STATE]))
        lost = state in (State.DESTROYED, State.HIJACKED)
        if unit.kind is Kind.COLONY:
            left = int(fought.room.cold[number, at.DEFENSES])
            before, after, lost = {"PD": unit.defenses}, {"PD": left}, False
        else:
            age = int(fought.room.hot[at.cell(number, at.AGE)])
            before, after = {"age": unit.age, **unit.cargo}, {"age": age}
            after |= _cargo_left(battle, fought, number, unit)
            after |= {"withdrew": 1} if state is State.WITHDREW else {}
            after |= {"forced": 1} if state is State.FORCED else {}
        yield Fighter(
            name=unit.name, side=places[unit.side], before=before, after=after, destroyed=lost
        )


def _cargo_left(battle: FleetBattle, fought: Fought, number: int, unit: Unit) -> dict[str, int]:
    first = int(battle.field.units[number, at.CARGO_FROM])
    left = (int(fought.room.hold[first + row]) for row in range(len(unit.cargo)))
    return dict(zip(unit.cargo, left, strict=True))


def _shots(battle: FleetBattle, fought: Fought) -> Iterator[Shot]:
    fighters = battle.scene.battle.fighters
    number, before = 0, (-1, -1)
    for stage, turn, shooter, target, event, absorbed, lost in fought.record.tolist():
        if (stage, turn) != before:
            number, before = number + 1, (stage, turn)
        if event in _SHOTS:
            yield Shot(
                shooter,
                target,
                absorbed=absorbed,
                lost=_lost(fighters[target], event, lost),
                destroyed=event in (at.KILLED, at.CAPTURED) and fighters[target].a_ship,
                round=number,
                count=int(event != at.LOCK_HELD),
            )


def _lost(target: Unit, event: int, lost: int) -> tuple[str, ...]:
    """What a shot did, in words."""
    if event == at.LOCK_HELD:
        return ("forced away",)
    if event == at.CAPTURED:
        return ("captured",)
    if lost == 0:
        return ()
    if target.kind is Kind.COLONY:
        return (f"{lost} PD",)
    return (f"{lost // 2} years",)
