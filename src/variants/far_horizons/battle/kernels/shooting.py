"""The rounds of the battle kernels: shooters, targets, shots, hits (`protocol`, 2 to 7).

Nothing is searched for: units stand in lists from which one is taken by its place, and into whose
gap the last one goes. So a shot costs the same in small battles and in large ones.
"""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from horizons_core.kernels.work import count_steps
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.arithmetic import (
    aged_chance,
    hull_value,
    hundredth,
    least,
    percent_of,
    quotient,
)
from variants.far_horizons.battle.kernels.drawing import below, with_words
from variants.far_horizons.battle.kernels.protocol import Field, Integers, U, Workspace, cell, entry

#: The face of a ten-sided die, counted from 0, that lets a shot at or by a transport pass.
BOLD = 4
CANDIDATES = 4
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
    """Write a row of the record, as long as there is room; count it in any case.

    Without a record, which has no rows at all, nothing is done.
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
def chance_to_hit(
    rules: Integers, military: int, other: int, surprised: int, disguised: int
) -> int:
    """The chance to hit in percent, the shooter's age left out.

    (FH-TARGET-001, FH-FD-007, FH-SURPRISE-002)
    """
    chance = 2 * rules[at.EVEN_HIT] * military // max(1, military + other)
    if surprised:
        chance *= rules[at.SURPRISE_HIT]
    if disguised:
        chance = rules[at.DISTORTED_HIT] * chance // 100
    return min(max(chance, rules[at.LEAST_HIT]), rules[at.MOST_HIT])


@kernel
def set_chances(field: Field, work: Workspace) -> None:
    """Fill in the chances of all sides against ships and colonies of all others."""
    sides = len(field.sides)
    for one in range(sides):
        for other in range(sides):
            military, foe = field.sides[one, at.MILITARY], field.sides[other, at.MILITARY]
            surprised = work.tally[entry(other, at.SURPRISED_NOW)]
            disguised = field.sides[other, at.DISGUISED]
            work.chance[2 * (one * sides + other)] = chance_to_hit(
                field.rules, military, foe, surprised, disguised
            )
            work.chance[2 * (one * sides + other) + 1] = chance_to_hit(
                field.rules, military, foe, surprised, 0
            )


@part
def leave_ready(work: Workspace, place: int) -> None:
    """Take the unit at this place out of the list of the ready."""
    ready, seat = work.ready, work.seat
    last = work.state[at.READY] - 1
    seat[U(ready[U(place)])] = -1
    work.state[at.READY] = last
    if place != last:
        moved = ready[U(last)]
        ready[U(place)] = moved
        seat[U(moved)] = place


@kernel
def strike_off(field: Field, work: Workspace, side: int) -> None:
    """Nobody is left whom a side can aim at: its units fire no more in this round."""
    for place in range(work.state[at.READY] - 1, -1, -1):
        unit = work.ready[place]
        if field.units[unit, at.SIDE] == side:
            work.state[at.LEFT_TO_FIRE] -= work.hot[cell(unit, at.SHOTS_LEFT)]
            work.hot[cell(unit, at.SHOTS_LEFT)] = 0
            leave_ready(work, place)


@kernel
def drop(field: Field, work: Workspace, unit: int) -> None:
    """Nobody aims at a unit any more, and it fires no more."""
    side = field.units[unit, at.SIDE]
    first, last = work.tally[entry(side, at.FIRST)], work.tally[entry(side, at.STANDING)] - 1
    place = work.cold[unit, at.STANDS]
    moved = work.alive[first + last]
    work.alive[first + place] = moved
    work.cold[moved, at.STANDS] = place
    work.cold[unit, at.STANDS] = -1
    work.tally[entry(side, at.STANDING)] = last
    work.state[at.LEFT_TO_FIRE] -= work.hot[cell(unit, at.SHOTS_LEFT)]
    work.hot[cell(unit, at.SHOTS_LEFT)] = 0
    if work.seat[unit] >= 0:
        leave_ready(work, work.seat[unit])
    for other in range(len(field.sides)):
        if field.hostile[other, side]:
            work.tally[entry(other, at.ENEMIES)] -= 1
            if work.tally[entry(other, at.ENEMIES)] == 0:
                strike_off(field, work, other)


@part
def candidate(field: Field, work: Workspace, side: int, place: int) -> int:
    """The unit at this place among all that a side may aim at."""
    tally = work.tally
    sole = tally[entry(side, at.SOLE)]
    if sole >= 0:
        return work.alive[U(tally[entry(sole, at.FIRST)] + place)]
    return candidate_of_many(field, work, side, place)


@kernel
def candidate_of_many(field: Field, work: Workspace, side: int, place: int) -> int:
    """As `candidate`, where units of several sides are in question."""
    tally = work.tally
    other = 0
    while not field.hostile[side, other] or place >= tally[entry(other, at.STANDING)]:
        if field.hostile[side, other]:
            place -= tally[entry(other, at.STANDING)]
        other += 1
    return work.alive[tally[entry(other, at.FIRST)] + place]


@kernel
def sold(field: Field, work: Workspace, target: int) -> int:
    """What a captured ship brings with its cargo (FH-HIJACK-004)."""
    units, cargo = field.units, field.cargo
    value = hull_value(units[target, at.COST], work.cold[target, at.AGE_AT_START])
    for row in range(units[target, at.CARGO_FROM], units[target, at.CARGO_TO]):
        value += work.hold[row] * cargo[row, at.PRICE] // cargo[row, at.PER]
    return field.rules[at.CAPTURE] * value // 100


@kernel
def lose_cargo(field: Field, work: Workspace, target: int, share: int) -> None:
    """A ship that was hit loses its part of everything aboard (FH-SUMMARY-004, FH-DR-009)."""
    for row in range(field.units[target, at.CARGO_FROM], field.units[target, at.CARGO_TO]):
        work.hold[row] -= share * work.hold[row] // 100


@kernel
def lose_defenses(
    field: Field, work: Workspace, shooter: int, target: int, share: int, record: Integers
) -> None:
    """A colony loses planetary defence units, and nothing else (FH-ENGAGE-018).

    Without any it is out of the fight (FH-PD-003).
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
def end_ship(
    field: Field,
    work: Workspace,
    shooter: int,
    target: int,
    absorbed: int,
    share: int,
    record: Integers,
) -> None:
    """A ship is destroyed, or captured by a species that hijacks its owner."""
    side = field.units[shooter, at.SIDE]
    if field.hostile[side, field.units[target, at.SIDE]] == at.AS_HIJACKER:
        work.cold[target, at.STATE] = at.HIJACKED
        work.tally[entry(side, at.GAINED)] += sold(field, work, target)
        note(record, work.state, shooter, target, at.CAPTURED, absorbed, share)
    else:
        work.cold[target, at.STATE] = at.DESTROYED
        note(record, work.state, shooter, target, at.KILLED, absorbed, share)
    for row in range(field.units[target, at.CARGO_FROM], field.units[target, at.CARGO_TO]):
        work.hold[row] = 0
    drop(field, work, target)


@part
def share_of(through: int, divisor: int, inverse: int, face: int) -> int:
    """The percentage r of what passes the shields, with its own spread; the divisor is above 0.

    From three times the divisor on it is 100 whatever the face.
    """
    share = quotient(50 * least(through, 3 * divisor), divisor, inverse)
    share += percent_of(face - HALF, share)
    return least(share, 100)


@kernel
def hit_colony(
    field: Field,
    work: Workspace,
    shooter: int,
    target: int,
    damage: int,
    face: int,
    surprised: int,
    record: Integers,
) -> None:
    """A shot of this damage hits planetary defences (FH-SUMMARY-005)."""
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
def force(
    field: Field, work: Workspace, place: int, shooter: int, target: int, record: Integers
) -> tuple[bool, int]:
    """Answer whether a starbase tries to throw a ship out, and the place of the next word.

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


@kernel
def mark(
    field: Field, work: Workspace, place: int, act: int, shooter: int, target: int, record: Integers
) -> int:
    """What a shot of an imagined round does; answer the place of the next word."""
    colony = field.units[target, at.KIND] == at.COLONY
    if act == at.BOMBARDMENT:
        face, place = below(work.words, work.state, place, at.FACES)
        normal = work.hot[cell(shooter, at.DAMAGE)]
        if colony:
            damage = normal + percent_of(HALF - face, normal)
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
def drop_germs(field: Field, work: Workspace, carrier: int, target: int) -> None:
    """A carrier drops all its bombs on a colony; who dropped none is noted too (as 1)."""
    side, row = field.units[carrier, at.SIDE], field.units[carrier, at.GERMS]
    work.germs[side, target] = max(work.germs[side, target], 1)
    if row >= 0:
        work.germs[side, target] += work.hold[row]
        work.hold[row] = 0


@kernel
def get_ready(field: Field, work: Workspace) -> None:
    """Make the list of those who fire in this round, with all their shots."""
    state, hot, cold, tally = work.state, work.hot, work.cold, work.tally
    count_steps(state[at.LINE])
    count = total = 0
    for place in range(state[at.LINE]):
        unit = work.line[U(place)]
        tag = hot[cell(unit, at.TAG)]
        side, kind = tag >> at.TAG_BITS, tag & at.KIND_BITS
        shots = 0
        able = cold[unit, at.STATE] == at.FIGHTING and tally[entry(side, at.FIRES)] != 0
        if able and tally[entry(side, at.ENEMIES)] > 0 and not tally[entry(side, at.SURPRISED_NOW)]:
            shots = cold[unit, at.SHOTS]
            if kind == at.STARBASE:
                cold[unit, at.FORCES] = can_force(field, work, unit)
                able = shots > 0 or cold[unit, at.FORCES] != 0
            else:
                able = shots > 0 and (kind != at.COLONY or cold[unit, at.DEFENSES] > 0)
            shots = shots if able else 0
        else:
            able = False
        hot[cell(unit, at.SHOTS_LEFT)] = shots
        work.seat[U(unit)] = count if able else -1
        work.ready[U(count)] = unit
        count += able
        total += shots
    state[at.READY], state[at.LEFT_TO_FIRE] = count, total


@part
def can_force(field: Field, work: Workspace, unit: int) -> bool:
    """Whether a starbase has forced jump or misjump units."""
    jump, misjump = field.units[unit, at.FORCED_JUMP], field.units[unit, at.FORCED_MISJUMP]
    return (jump >= 0 and work.hold[jump] > 0) or (misjump >= 0 and work.hold[misjump] > 0)


@part
def hit_ship(hot: Integers, target: int, damage: int, face: int, surprised: int) -> tuple[int, int]:
    """Shields and age of a ship after a shot of this damage, 0 for a miss (FH-SUMMARY-005).

    Shields of the surprised neither absorb nor wear (FH-SURPRISE-002).
    Answer what was absorbed, and the percentage r. Nothing here is branched upon: whether shields
    hold is as good as tossed, and a processor that guesses wrong loses as much time as half a shot.
    """
    defense, inverse = hot[cell(target, at.DEFENSE)], hot[cell(target, at.INVERSE)]
    percent, level = hot[cell(target, at.PERCENT)], hot[cell(target, at.LEVEL)]
    divisor = max(defense, 1)
    absorbed = hundredth(percent * damage) & (surprised - 1)
    absorbed = least(absorbed, level)
    level -= absorbed
    share = share_of(damage - absorbed, divisor, inverse, face)
    worn = quotient(100 * level, divisor, inverse)
    changed = -np.int64(damage > 0) & (surprised - 1)
    hot[cell(target, at.LEVEL)] = level
    hot[cell(target, at.PERCENT)] = (worn & changed) | (percent & ~changed)
    hot[cell(target, at.AGE)] += share >> 1
    return absorbed, share


@part
def spend(work: Workspace, seated: int, count: int, left: int) -> int:
    """Write down the shots left of the ready unit at this place; answer how many are ready.

    One without any leaves the list: the last takes its place. If it stays, it does so itself.
    """
    ready, seat = work.ready, work.seat
    done = np.int64(left == 0)
    shooter = ready[U(seated)]
    moved = ready[U(seated + (count - 1 - seated) * done)]
    ready[U(seated)] = moved
    work.hot[cell(shooter, at.SHOTS_LEFT)] = left
    seat[U(moved)] = seated
    seat[U(shooter)] = seated - (seated + 1) * done
    return count - done


@part
def choose(field: Field, work: Workspace, place: int, side: int) -> tuple[int, int]:
    """The target of a shooter of a side, and the place of the next word (FH-TARGET-001)."""
    words, state, might = work.words, work.state, work.might
    enemies = work.tally[entry(side, at.ENEMIES)]
    drawn, place = below(words, state, place, enemies)
    target = candidate(field, work, side, drawn)
    if not work.tally[entry(side, at.SAME)]:
        for _ in range(CANDIDATES - 1):
            drawn, place = below(words, state, place, enemies)
            other = candidate(field, work, side, drawn)
            better = -np.int64(might[U(other)] > might[U(target)])
            target ^= (target ^ other) & better  # a branch would often be guessed wrong
    return target, place


@part
def is_spared(
    field: Field, work: Workspace, place: int, favourite: int, kind: int
) -> tuple[bool, int]:
    """Whether a shooter lets a target of this kind go, and the place of the next word.

    Transports often are (FH-TR-001), and often those that are not of the favourite kind
    (FH-TARGET-004).
    """
    spared = False
    if kind == at.TRANSPORT and favourite != at.TRANSPORT:
        drawn, place = below(work.words, work.state, place, 10)
        spared = drawn != BOLD
    if not spared and favourite not in (0, kind):
        drawn, place = below(work.words, work.state, place, 100)
        spared = drawn < field.rules[at.FAVOURITE_PERCENT]
    return spared, place


@part
def faces_of(drawn: int) -> tuple[int, int, int]:
    """The three dice of a shot: of 100, of 51 and of 51, each counted from 0."""
    first = np.uint64(drawn) // np.uint64(at.BOTH_FACES)
    rest = np.uint64(drawn) - first * np.uint64(at.BOTH_FACES)
    second = rest // np.uint64(at.FACES)
    third = rest - second * np.uint64(at.FACES)
    return np.int64(first), np.int64(second), np.int64(third)


@part
def put_down(state: Integers, count: int, total: int) -> None:
    """Write down how many are ready and how many shots are left, for others to change."""
    state[at.READY], state[at.LEFT_TO_FIRE] = count, total


@kernel
def fire_all(field: Field, work: Workspace, act: int, record: Integers) -> bool:
    """Fire all shots of a round; answer whether any was fired, or somebody was to be forced."""
    hot, tally, words, state = work.hot, work.tally, work.words, work.state
    place, count, total = state[at.PLACE], state[at.READY], state[at.LEFT_TO_FIRE]
    width = 2 * len(field.sides)
    fired, hits, tried = 0, 0, False
    while total > 0:
        place = with_words(words, state, place)
        seated, place = below(words, state, place, count)
        shooter = work.ready[U(seated)]
        tag = hot[cell(shooter, at.TAG)]
        side, kind = tag >> at.TAG_BITS, tag & at.KIND_BITS
        target, place = choose(field, work, place, side)
        foe_tag = hot[cell(target, at.TAG)]
        foe, foe_kind = foe_tag >> at.TAG_BITS, foe_tag & at.KIND_BITS
        forces = kind == at.STARBASE and work.cold[shooter, at.FORCES] != 0
        if forces:
            if foe_kind != at.COLONY:
                put_down(state, count, total)
                done, place = force(field, work, place, shooter, target, record)
                count, total = state[at.READY], state[at.LEFT_TO_FIRE]
                tried = tried or done
                if done:
                    continue
            if hot[cell(shooter, at.SHOTS_LEFT)] == 0:
                continue
        spared, place = is_spared(field, work, place, tally[entry(side, at.FAVOURS)], foe_kind)
        if spared:
            continue
        left = hot[cell(shooter, at.SHOTS_LEFT)] - 1
        total -= 1
        if forces:
            hot[cell(shooter, at.SHOTS_LEFT)] = left
        else:
            count = spend(work, seated, count, left)
        if kind == at.TRANSPORT and act != at.GERM_WARFARE:
            drawn, place = below(words, state, place, 10)
            if drawn != BOLD:
                continue
        fired += 1
        if act > at.ATTACK:
            place = mark(field, work, place, act, shooter, target, record)
            continue
        drawn, place = below(words, state, place, at.ALL_FACES)
        die, first, face = faces_of(drawn)
        chance = work.chance[U(side * width + 2 * foe + (foe_kind == at.COLONY))]
        hit = np.int64(die < aged_chance(chance, hot[cell(shooter, at.AGE)]))
        hits += hit
        normal = hot[cell(shooter, at.DAMAGE)]
        damage = (normal + percent_of(HALF - first, normal)) & -hit
        surprised = tally[entry(foe, at.SURPRISED_NOW)]
        if foe_kind == at.COLONY:
            if not hit:
                note(record, state, shooter, target, at.MISSED, 0, 0)
                continue
            put_down(state, count, total)
            hit_colony(field, work, shooter, target, damage, face, surprised, record)
            count, total = state[at.READY], state[at.LEFT_TO_FIRE]
            continue
        absorbed, share = hit_ship(hot, target, damage, face, surprised)
        if hot[cell(target, at.AGE)] > OLDEST:
            put_down(state, count, total)
            end_ship(field, work, shooter, target, absorbed, share, record)
            count, total = state[at.READY], state[at.LEFT_TO_FIRE]
            continue
        note(record, state, shooter, target, hit, absorbed, share)
        if foe_tag & at.LADEN and share > 0 and field.hostile[side, foe] != at.AS_HIJACKER:
            lose_cargo(field, work, target, share)
    state[at.PLACE] = place
    if act <= at.ATTACK:
        state[at.SHOTS_FIRED] += fired
        state[at.HITS] += hits
    return fired > 0 or tried
