"""The rounds of the battle kernels: shooters, targets, shots, hits (`protocol`, 2 to 7).

Nothing is searched for: units stand in lists from which one is taken by its place, and into whose
gap the last one goes. So a shot costs the same in small battles and in large ones.
"""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from variants.far_horizons.battles.drawing import below, with_words
from variants.far_horizons.battles.arithmetic import (
    aged_chance,
    hundredth,
    least,
    percent_of,
    quotient,
)
from variants.far_horizons.battles.protocol import (
    AGE,
    AGE_AT_START,
    AGELESS_FORCED_JUMPS,
    AIMED,
    AIMED_AT,
    ARMED,
    AS_HIJACKER,
    ATTACK,
    BIOLOGY,
    BOMB,
    BOMBARDMENT,
    BOMBED,
    BOTH_FACES,
    CAPTURED,
    CARGO_FROM,
    CARGO_TO,
    COLONY,
    COST,
    DAMAGE,
    DEEP_SPACE,
    DEFENSE,
    DEFENSES,
    DEFENSES_AT_START,
    DESTROYED,
    DISGUISED,
    ENEMIES,
    FACES,
    FAVOURITE,
    FIGHTING,
    FIRES,
    FIRST,
    FORCED,
    FORCED_JUMP,
    FORCED_MISJUMP,
    FORCES,
    GAINED,
    GERM_WARFARE,
    GERMS,
    GRAVITICS,
    HIJACKED,
    HIT,
    HITS,
    IS_DEFENSES,
    KILLED,
    KIND,
    LEFT_TO_FIRE,
    LEVEL,
    LINE,
    LOCK_FAILED,
    LOCK_HELD,
    MILITARY,
    MISSED,
    NO_FIRE,
    NUMBER,
    PER,
    PERCENT,
    PLACE,
    PRICE,
    READY,
    READY_AT,
    ROW_ABSORBED,
    ROW_EVENT,
    ROW_LOST,
    ROW_ROUND,
    ROW_SHOOTER,
    ROW_STAGE,
    ROW_TARGET,
    ROWS,
    SAME,
    SHOTS,
    SHOTS_FIRED,
    SHOTS_LEFT,
    SIDE,
    SOLE,
    STAGE,
    STANDING,
    STANDS,
    STARBASE,
    STATE,
    SURPRISED_NOW,
    TAG,
    TONNAGE,
    TRANSPORT,
    Field,
    Integers,
    Room,
    U,
)

#: The face of a ten-sided die, counted from 0, that lets a shot at or by a transport pass.
BOLD = 4
FAVOURED = 75
CANDIDATES = 4
OLDEST = 49
HALF = FACES // 2  # the middle face of a die of 51, counted from 0


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
    """Write a row of the record, as long as there is room; count it in any case."""
    row = state[ROWS]
    state[ROWS] = row + 1
    if row < len(record):
        record[row, ROW_STAGE] = state[STAGE]
        record[row, ROW_ROUND] = state[NUMBER]
        record[row, ROW_SHOOTER] = shooter
        record[row, ROW_TARGET] = target
        record[row, ROW_EVENT] = event
        record[row, ROW_ABSORBED] = absorbed
        record[row, ROW_LOST] = lost


@part
def chance_to_hit(military: int, other: int, surprised: int, disguised: int) -> int:
    """The chance to hit in percent, the shooter's age left out (FH-TARGET-001, FH-FD-007)."""
    both = military + other
    chance = 150 * military // (both if both > 1 else 1)
    if surprised:
        chance *= 2
    if disguised:
        chance = 3 * chance // 4
    return min(max(chance, 2), 98)


@kernel
def set_chances(field: Field, room: Room) -> None:
    """Fill in the chances of all sides against ships and colonies of all others."""
    for one in range(len(field.sides)):
        for other in range(len(field.sides)):
            military, foe = field.sides[one, MILITARY], field.sides[other, MILITARY]
            surprised = room.tally[other, SURPRISED_NOW]
            disguised = field.sides[other, DISGUISED]
            room.chance[one, 2 * other] = chance_to_hit(military, foe, surprised, disguised)
            room.chance[one, 2 * other + 1] = chance_to_hit(military, foe, surprised, 0)


@part
def leave_ready(room: Room, place: int) -> None:
    """Take the unit at this place out of the list of the ready."""
    ready, hot = room.ready, room.hot
    last = room.state[READY] - 1
    hot[U(ready[U(place)]), READY_AT] = -1
    room.state[READY] = last
    if place != last:
        moved = ready[U(last)]
        ready[U(place)] = moved
        hot[U(moved), READY_AT] = place


@kernel
def strike_off(field: Field, room: Room, side: int) -> None:
    """Nobody is left whom a side can aim at: its units fire no more in this round."""
    for place in range(room.state[READY] - 1, -1, -1):
        unit = room.ready[place]
        if field.units[unit, SIDE] == side:
            room.state[LEFT_TO_FIRE] -= room.hot[unit, SHOTS_LEFT]
            room.hot[unit, SHOTS_LEFT] = 0
            leave_ready(room, place)


@kernel
def drop(field: Field, room: Room, unit: int) -> None:
    """Nobody aims at a unit any more, and it fires no more."""
    side = field.units[unit, SIDE]
    first, last = room.tally[side, FIRST], room.tally[side, STANDING] - 1
    place = room.cold[unit, STANDS]
    moved = room.alive[first + last]
    room.alive[first + place] = moved
    room.cold[moved, STANDS] = place
    room.cold[unit, STANDS] = -1
    room.tally[side, STANDING] = last
    room.state[LEFT_TO_FIRE] -= room.hot[unit, SHOTS_LEFT]
    room.hot[unit, SHOTS_LEFT] = 0
    if room.hot[unit, READY_AT] >= 0:
        leave_ready(room, room.hot[unit, READY_AT])
    for other in range(len(field.sides)):
        if field.hostile[other, side]:
            room.tally[other, ENEMIES] -= 1
            if room.tally[other, ENEMIES] == 0:
                strike_off(field, room, other)


@part
def candidate(field: Field, room: Room, side: int, place: int) -> int:
    """The unit at this place among all that a side may aim at."""
    tally = room.tally
    sole = tally[U(side), SOLE]
    if sole >= 0:
        return room.alive[U(tally[U(sole), FIRST] + place)]
    other = 0
    while True:
        if field.hostile[side, other]:
            if place < tally[other, STANDING]:
                return room.alive[U(tally[other, FIRST] + place)]
            place -= tally[other, STANDING]
        other += 1


@kernel
def sold(field: Field, room: Room, target: int) -> int:
    """What a captured ship brings with its cargo (FH-HIJACK-004)."""
    units, cargo = field.units, field.cargo
    hull = 3 * units[target, COST] * (60 - room.cold[target, AGE_AT_START]) // 200
    for row in range(units[target, CARGO_FROM], units[target, CARGO_TO]):
        hull += room.hold[row] * cargo[row, PRICE] // cargo[row, PER]
    return hull


@kernel
def lose_cargo(field: Field, room: Room, target: int, share: int) -> None:
    """A ship that was hit loses its part of everything aboard (FH-SUMMARY-004)."""
    for row in range(field.units[target, CARGO_FROM], field.units[target, CARGO_TO]):
        room.hold[row] -= share * room.hold[row] // 100


@kernel
def lose_defenses(
    field: Field, room: Room, shooter: int, target: int, share: int, record: Integers
) -> None:
    """A colony loses planetary defence units; without any it is out of the fight."""
    cold = room.cold
    lost = share * cold[target, DEFENSES_AT_START] // 100
    lost = least(max(lost, 1), cold[target, DEFENSES])
    cold[target, DEFENSES] -= lost
    for row in range(field.units[target, CARGO_FROM], field.units[target, CARGO_TO]):
        if field.cargo[row, IS_DEFENSES]:
            room.hold[row] = cold[target, DEFENSES]
    if cold[target, DEFENSES] == 0:
        note(record, room.state, shooter, target, KILLED, 0, lost)
        drop(field, room, target)
    else:
        note(record, room.state, shooter, target, HIT, 0, lost)


@kernel
def end_ship(
    field: Field,
    room: Room,
    shooter: int,
    target: int,
    absorbed: int,
    share: int,
    record: Integers,
) -> None:
    """A ship is destroyed, or captured by a species that hijacks its owner."""
    side = field.units[shooter, SIDE]
    if field.hostile[side, field.units[target, SIDE]] == AS_HIJACKER:
        room.cold[target, STATE] = HIJACKED
        room.tally[side, GAINED] += sold(field, room, target)
        note(record, room.state, shooter, target, CAPTURED, absorbed, share)
    else:
        room.cold[target, STATE] = DESTROYED
        note(record, room.state, shooter, target, KILLED, absorbed, share)
    for row in range(field.units[target, CARGO_FROM], field.units[target, CARGO_TO]):
        room.hold[row] = 0
    drop(field, room, target)


@part
def share_of(through: int, defense: int, face: int) -> int:
    """The percentage r of what passes the shields, with its own spread."""
    share = quotient(50 * through, max(defense, 1))
    share += percent_of(face - HALF, share)
    return least(share, 100)


@part
def hit_ship(
    field: Field,
    room: Room,
    shooter: int,
    target: int,
    damage: int,
    face: int,
    surprised: int,
    record: Integers,
) -> None:
    """A shot of this damage hits a ship or starbase (FH-SUMMARY-005)."""
    hot, place = room.hot, U(target)
    defense = hot[place, DEFENSE]
    absorbed = 0
    through = damage
    if not surprised:
        absorbed = hundredth(hot[place, PERCENT] * damage)
        through -= absorbed
        level = hot[place, LEVEL] - absorbed
        if level < 0:
            through -= level
            absorbed += level
            level = 0
        hot[place, LEVEL] = level
        hot[place, PERCENT] = quotient(100 * level, max(defense, 1))
    share = 0
    if through > 0:
        share = share_of(through, defense, face)
    age = hot[place, AGE] + (share >> 1)
    hot[place, AGE] = age
    if age > OLDEST:
        end_ship(field, room, shooter, target, absorbed, share, record)
        return
    note(record, room.state, shooter, target, HIT, absorbed, share)
    if share > 0 and field.units[place, CARGO_TO] > field.units[place, CARGO_FROM]:
        side, foe = field.units[shooter, SIDE], field.units[target, SIDE]
        if field.hostile[side, foe] != AS_HIJACKER:
            lose_cargo(field, room, target, share)


@kernel
def hit_colony(
    field: Field,
    room: Room,
    shooter: int,
    target: int,
    damage: int,
    face: int,
    surprised: int,
    record: Integers,
) -> None:
    """A shot of this damage hits planetary defences (FH-SUMMARY-005)."""
    hot = room.hot
    through = damage
    if not surprised:
        level = hot[target, LEVEL] - damage
        through = -level if level < 0 else 0
        hot[target, LEVEL] = max(level, 0)
    if through > 0:
        share = share_of(through, hot[target, DEFENSE], face)
        lose_defenses(field, room, shooter, target, share, record)
    else:
        note(record, room.state, shooter, target, HIT, damage, 0)


@kernel
def force(
    field: Field, room: Room, place: int, shooter: int, target: int, record: Integers
) -> tuple[bool, int]:
    """Answer whether a starbase tries to throw a ship out, and the place of the next word.

    The rules are FH-FM-002 to FH-FM-007 and FH-FJ-002.
    """
    state, words, hold = room.state, room.words, room.hold
    units, sides = field.units, field.sides
    side, foe = units[shooter, SIDE], units[target, SIDE]
    gravitics, military = sides[side, GRAVITICS], sides[side, MILITARY]
    drawn, place = below(words, state, place, 100)
    if drawn + 1 >= 50 * gravitics // max(1, gravitics + military):
        return False, place
    jump, misjump = units[shooter, FORCED_JUMP], units[shooter, FORCED_MISJUMP]
    jumps = hold[jump] if jump >= 0 else 0
    misjumps = hold[misjump] if misjump >= 0 else 0
    count = jumps if jumps > 0 else misjumps
    if jumps > 0 and misjumps > 0:
        drawn, place = below(words, state, place, 2)
        count = misjumps if drawn else jumps
    if count < units[target, TONNAGE] or units[target, KIND] == STARBASE:
        return False, place
    chance = 2 * (count - units[target, TONNAGE] + gravitics - sides[foe, GRAVITICS])
    if not field.habits[AGELESS_FORCED_JUMPS]:
        chance = min(max(chance, 0), 100)
        chance -= 2 * max(room.hot[shooter, AGE], 0) * chance // 100
    drawn, place = below(words, state, place, 100)
    if drawn + 1 > chance:
        note(record, state, shooter, target, LOCK_FAILED, 0, 0)
        return True, place
    note(record, state, shooter, target, LOCK_HELD, 0, 0)
    room.cold[target, STATE] = FORCED
    drop(field, room, target)
    return True, place


@kernel
def mark(
    field: Field, room: Room, place: int, act: int, shooter: int, target: int, record: Integers
) -> int:
    """What a shot of an imagined round does; answer the place of the next word."""
    colony = field.units[target, KIND] == COLONY
    if act == BOMBARDMENT:
        faces, place = below(room.words, room.state, place, BOTH_FACES)
        normal = room.hot[shooter, DAMAGE]
        if colony:
            damage = normal + percent_of(HALF - faces // FACES, normal)
            room.cold[target, BOMBED] += damage
            room.cold[target, AIMED_AT] = 1
            note(record, room.state, shooter, target, BOMB, 0, damage)
        return place
    side, foe = field.units[shooter, SIDE], field.units[target, SIDE]
    if act == GERM_WARFARE:
        drop_germs(field, room, shooter, target)
    else:
        room.germs[side, foe] = 1
        room.cold[target, AIMED_AT] |= colony
    note(record, room.state, shooter, target, AIMED, 0, 0)
    return place


@part
def drop_germs(field: Field, room: Room, carrier: int, target: int) -> None:
    """A carrier drops all its bombs on a colony; who dropped none is noted too (as 1)."""
    side, row = field.units[carrier, SIDE], field.units[carrier, GERMS]
    room.germs[side, target] = max(room.germs[side, target], 1)
    if row >= 0:
        room.germs[side, target] += room.hold[row]
        room.hold[row] = 0


@kernel
def get_ready(field: Field, room: Room, act: int) -> None:
    """Make the list of those who fire in this round, with all their shots."""
    state, hot, cold, tally = room.state, room.hot, room.cold, room.tally
    count = total = 0
    for place in range(state[LINE]):
        unit = room.line[place]
        side = field.units[unit, SIDE]
        hot[unit, SHOTS_LEFT] = 0
        hot[unit, READY_AT] = -1
        able = cold[unit, STATE] == FIGHTING and tally[side, FIRES] and tally[side, ENEMIES] > 0
        if not able or tally[side, SURPRISED_NOW]:
            continue
        if field.units[unit, KIND] == COLONY and cold[unit, DEFENSES] == 0:
            continue
        shots = 0 if field.units[unit, NO_FIRE] else cold[unit, SHOTS]
        forces = field.units[unit, KIND] == STARBASE and can_force(field, room, unit)
        cold[unit, FORCES] = forces
        if shots > 0 or forces:
            hot[unit, SHOTS_LEFT] = shots
            hot[unit, READY_AT] = count
            room.ready[count] = unit
            count += 1
            total += shots
    state[READY], state[LEFT_TO_FIRE] = count, total


@part
def can_force(field: Field, room: Room, unit: int) -> bool:
    """Whether a starbase has forced jump or misjump units."""
    jump, misjump = field.units[unit, FORCED_JUMP], field.units[unit, FORCED_MISJUMP]
    return (jump >= 0 and room.hold[jump] > 0) or (misjump >= 0 and room.hold[misjump] > 0)


@kernel
def fire_all(field: Field, room: Room, act: int, record: Integers) -> bool:
    """Fire all shots of a round; answer whether any was fired, or somebody was to be forced."""
    hot, tally, might, ready = room.hot, room.tally, room.might, room.ready
    words, state, sides = room.words, room.state, field.sides
    place = state[PLACE]
    fired, hits, tried = 0, 0, False
    while state[LEFT_TO_FIRE] > 0:
        place = with_words(words, state, place)
        at, place = below(words, state, place, state[READY])
        shooter = U(ready[U(at)])
        tag = hot[shooter, TAG]
        side, kind = tag >> 3, tag & 7
        enemies = tally[U(side), ENEMIES]
        drawn, place = below(words, state, place, enemies)
        target = U(candidate(field, room, side, drawn))
        if not tally[U(side), SAME]:
            for _ in range(CANDIDATES - 1):
                drawn, place = below(words, state, place, enemies)
                other = U(candidate(field, room, side, drawn))
                if might[other] > might[target]:
                    target = other
        foe_tag = hot[target, TAG]
        foe, foe_kind = foe_tag >> 3, foe_tag & 7
        if kind == STARBASE and foe_kind != COLONY and room.cold[shooter, FORCES]:
            done, place = force(field, room, place, np.int64(shooter), np.int64(target), record)
            if done:
                tried = True
                continue
        if hot[shooter, SHOTS_LEFT] == 0:
            continue
        favourite = sides[U(side), FAVOURITE]
        if foe_kind == TRANSPORT and favourite != TRANSPORT:
            drawn, place = below(words, state, place, 10)
            if drawn != BOLD:
                continue
        if favourite != 0 and favourite != foe_kind:
            drawn, place = below(words, state, place, 100)
            if drawn < FAVOURED:
                continue
        left = hot[shooter, SHOTS_LEFT] - 1
        hot[shooter, SHOTS_LEFT] = left
        state[LEFT_TO_FIRE] -= 1
        if left == 0 and not (kind == STARBASE and room.cold[shooter, FORCES]):
            leave_ready(room, at)
        if kind == TRANSPORT and act != GERM_WARFARE:
            drawn, place = below(words, state, place, 10)
            if drawn != BOLD:
                continue
        fired += 1
        if act > ATTACK:
            place = mark(field, room, place, act, np.int64(shooter), np.int64(target), record)
            continue
        chance = room.chance[U(side), U(2 * foe + (foe_kind == COLONY))]
        drawn, place = below(words, state, place, 100)
        if drawn >= aged_chance(chance, hot[shooter, AGE]):
            note(record, state, np.int64(shooter), np.int64(target), MISSED, 0, 0)
            continue
        hits += 1
        faces, place = below(words, state, place, BOTH_FACES)
        normal = hot[shooter, DAMAGE]
        damage = normal + percent_of(HALF - faces // FACES, normal)
        surprised = tally[U(foe), SURPRISED_NOW]
        one, other_unit, face = np.int64(shooter), np.int64(target), faces % FACES
        if foe_kind == COLONY:
            hit_colony(field, room, one, other_unit, damage, face, surprised, record)
        else:
            hit_ship(field, room, one, other_unit, damage, face, surprised, record)
    state[PLACE] = place
    if act <= ATTACK:
        state[SHOTS_FIRED] += fired
        state[HITS] += hits
    return fired > 0 or tried
