"""Effects of shots on ships and colonies, and of bombs (`protocol`, 5 to 8)."""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.arithmetic import (
    below,
    changed_by,
    fifty_by,
    hull_value,
    hundredth,
    least,
)
from variants.far_horizons.battle.kernels.lists import (
    cross_off,
    drop,
    side_of,
)
from variants.far_horizons.battle.kernels.protocol import (
    BattleArrays,
    Integers,
    U,
    Workspace,
    cell,
    entry,
)

OLDEST = 49
HALF = at.FACES // 2  # the middle face of a die of 51, counted from 0


@part
def note(
    record: Integers,
    state: Integers,
    shooter: int,
    target: int,
    event: int,
    absorbed: int,
    lost: int,
) -> None:
    """Write a row of the record if there is room; count it in any case.

    A record without rows is disabled: nothing is written or counted.
    """
    if len(record) == 0:
        return
    row = state[at.ROWS]
    if row >= state[at.DETAILS] and lost == 0 and event <= at.HIT:
        return
    state[at.ROWS] = row + 1
    if row < len(record):
        record[row, at.ROW_STAGE] = state[at.STAGE]
        record[row, at.ROW_ROUND] = state[at.NUMBER]
        record[row, at.ROW_SHOOTER] = shooter
        record[row, at.ROW_TARGET] = target
        record[row, at.ROW_EVENT] = event
        record[row, at.ROW_ABSORBED] = absorbed
        record[row, at.ROW_LOST] = lost


@part
def hit_ship(
    hot: Integers, target: int, damage: int, face: int, surprised: int, ordinary: bool
) -> tuple[int, int]:
    """Apply a shot of this damage, 0 for a miss, to a ship (FH-SUMMARY-005).

    Shields of surprised ships neither absorb nor wear (FH-SURPRISE-002).
    Return the absorbed damage, and the percentage r. There are no branches: whether shields hold
    is unpredictable, and a misprediction costs as much time as half a shot.
    """
    defense, inverse = hot[cell(target, at.DEFENSE)], hot[cell(target, at.INVERSE)]
    percent, level = hot[cell(target, at.PERCENT)], hot[cell(target, at.LEVEL)]
    divisor = max(defense, 1)
    shielded = surprised - 1
    absorbed = least(hundredth(percent * damage, ordinary) & shielded, level)
    share = share_of(damage - absorbed, divisor, inverse, face, ordinary)
    level -= absorbed
    worn = fifty_by(2 * level, divisor, inverse, ordinary)
    changed = -np.int64(damage > 0) & shielded
    hot[cell(target, at.LEVEL)] = level
    hot[cell(target, at.PERCENT)] = (worn & changed) | (percent & ~changed)
    hot[cell(target, at.AGE)] += share >> 1
    return absorbed, share


@part
def share_of(through: int, divisor: int, inverse: int, face: int, ordinary: bool = False) -> int:
    """Return the percentage r of the damage that passes the shields; the divisor is above 0.

    For damage of at least three times the divisor it is 100 for any face.
    """
    share = fifty_by(least(through, 3 * divisor), divisor, inverse, ordinary)
    return least(changed_by(face - HALF, share, True), 100)


@part
def end_ship(
    field: BattleArrays,
    work: Workspace,
    shooter: int,
    target: int,
    absorbed: int,
    share: int,
    record: Integers,
) -> None:
    """Destroy a ship, or capture it for a species that hijacks its owner."""
    side = side_of(work, shooter)
    if field.hostile[U(side), U(side_of(work, target))] == at.AS_HIJACKER:
        work.cold[U(target), at.STATE] = at.HIJACKED
        work.tally[entry(side, at.GAINED)] += capture_value(field, work, target)
        note(record, work.state, shooter, target, at.CAPTURED, absorbed, share)
    else:
        work.cold[U(target), at.STATE] = at.DESTROYED
        note(record, work.state, shooter, target, at.KILLED, absorbed, share)
    if work.hot[cell(target, at.TAG)] & at.LADEN:
        for row in range(field.units[target, at.CARGO_FROM], field.units[target, at.CARGO_TO]):
            work.hold[row] = 0
    cross_off(field, work, target)


@kernel
def capture_value(field: BattleArrays, work: Workspace, target: int) -> int:
    """Return the money for a captured ship with its cargo (FH-HIJACK-004)."""
    units, cargo = field.units, field.cargo
    value = hull_value(units[target, at.COST], work.cold[target, at.AGE_AT_START])
    for row in range(units[target, at.CARGO_FROM], units[target, at.CARGO_TO]):
        value += work.hold[row] * cargo[row, at.PRICE] // cargo[row, at.PER]
    return field.rules[at.CAPTURE] * value // 100


@kernel
def lose_cargo(field: BattleArrays, work: Workspace, target: int, share: int) -> None:
    """Remove part of everything aboard a ship that was hit (FH-SUMMARY-004, FH-DR-009)."""
    for row in range(field.units[target, at.CARGO_FROM], field.units[target, at.CARGO_TO]):
        work.hold[row] -= share * work.hold[row] // 100


@kernel
def hit_colony(
    field: BattleArrays,
    work: Workspace,
    shooter: int,
    target: int,
    damage: int,
    face: int,
    surprised: int,
    record: Integers,
) -> None:
    """Hit planetary defences with a shot of this damage (FH-SUMMARY-005)."""
    hot = work.hot
    through = damage
    if not surprised:
        level = hot[cell(target, at.LEVEL)] - damage
        through = -level if level < 0 else 0
        hot[cell(target, at.LEVEL)] = max(level, 0)
    if through > 0:
        share = share_of(
            through, max(hot[cell(target, at.DEFENSE)], 1), hot[cell(target, at.INVERSE)], face
        )
        lose_defenses(field, work, shooter, target, share, record)
    else:
        note(record, work.state, shooter, target, at.HIT, damage, 0)


@kernel
def lose_defenses(
    field: BattleArrays, work: Workspace, shooter: int, target: int, share: int, record: Integers
) -> None:
    """Destroy planetary defence units of a colony, and nothing else (FH-ENGAGE-018).

    A colony without any is out of the fight (FH-PD-003).
    """
    cold = work.cold
    lost = share * cold[target, at.DEFENSES_AT_START] // 100
    lost = least(max(lost, 1), cold[target, at.DEFENSES])
    cold[target, at.DEFENSES] -= lost
    for row in range(field.units[target, at.CARGO_FROM], field.units[target, at.CARGO_TO]):
        if field.cargo[row, at.IS_DEFENSES]:
            work.hold[row] = cold[target, at.DEFENSES]
    if cold[target, at.DEFENSES] == 0:
        note(record, work.state, shooter, target, at.KILLED, 0, lost)
        drop(field, work, target)
    else:
        note(record, work.state, shooter, target, at.HIT, 0, lost)


@kernel
def mark(
    field: BattleArrays,
    work: Workspace,
    place: int,
    act: int,
    shooter: int,
    target: int,
    record: Integers,
) -> int:
    """Apply a shot of an imagined round; return the position of the next word."""
    colony = field.units[target, at.KIND] == at.COLONY
    if act == at.BOMBARDMENT:
        face, place = below(work.words, work.state, place, at.FACES)
        normal = work.hot[cell(shooter, at.DAMAGE)]
        if colony:
            damage = changed_by(HALF - face, normal)
            work.cold[target, at.BOMBED] += damage
            work.cold[target, at.AIMED_AT] = 1
            note(record, work.state, shooter, target, at.BOMB, 0, damage)
        return place
    side, foe = field.units[shooter, at.SIDE], field.units[target, at.SIDE]
    if act == at.GERM_WARFARE:
        drop_germs(field, work, shooter, target)
    else:
        work.germs[side, foe] = 1
        work.cold[target, at.AIMED_AT] |= colony
    note(record, work.state, shooter, target, at.AIMED, 0, 0)
    return place


@part
def drop_germs(field: BattleArrays, work: Workspace, carrier: int, target: int) -> None:
    """Drop all bombs of a carrier on a colony; a carrier without bombs leaves a mark of 1."""
    side, row = field.units[carrier, at.SIDE], field.units[carrier, at.GERMS]
    work.germs[side, target] = max(work.germs[side, target], 1)
    if row >= 0:
        work.germs[side, target] += work.hold[row]
        work.hold[row] = 0


@kernel
def force(
    field: BattleArrays, work: Workspace, place: int, shooter: int, target: int, record: Integers
) -> tuple[bool, int]:
    """Attempt a forced jump by a starbase; return whether it tries, and the next position.

    The rules are FH-FM-002, FH-FM-003, FH-FM-005, FH-FM-006, FH-FM-007 and FH-FJ-002.
    """
    state, words, hold = work.state, work.words, work.hold
    units, sides = field.units, field.sides
    side, foe = units[shooter, at.SIDE], units[target, at.SIDE]
    gravitics, military = sides[side, at.GRAVITICS], sides[side, at.MILITARY]
    drawn, place = below(words, state, place, 100)
    if drawn + 1 >= field.rules[at.FORCED_JUMP_TRY] * gravitics // max(1, gravitics + military):
        return False, place
    jump, misjump = units[shooter, at.FORCED_JUMP], units[shooter, at.FORCED_MISJUMP]
    jumps = hold[jump] if jump >= 0 else 0
    misjumps = hold[misjump] if misjump >= 0 else 0
    misjumping = np.int64(jumps <= 0)
    if jumps > 0 and misjumps > 0:
        misjumping, place = below(words, state, place, 2)
    count = misjumps if misjumping else jumps
    if count < units[target, at.TONNAGE] or units[target, at.KIND] == at.STARBASE:
        return False, place
    chance = 2 * (count - units[target, at.TONNAGE] + gravitics - sides[foe, at.GRAVITICS])
    if field.rules[at.FORCED_JUMPS_SUFFER_FROM_AGE]:
        chance = min(max(chance, 0), 100)
        chance -= 2 * max(work.hot[cell(shooter, at.AGE)], 0) * chance // 100
    drawn, place = below(words, state, place, 100)
    if drawn + 1 > chance:
        note(record, state, shooter, target, at.LOCK_FAILED, 0, misjumping)
        return True, place
    note(record, state, shooter, target, at.LOCK_HELD, 0, misjumping)
    work.cold[target, at.STATE] = at.FORCED
    drop(field, work, target)
    return True, place
