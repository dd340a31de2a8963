"""The start of a stage in the battle kernels: who is in it, whether it happens, how strong.

The same as `actions.muster_for` and `strengths.prepare` answer, from roles that `arrays` has found
for every stage and unit beforehand; what has happened to the units since then is looked at here.
"""

from __future__ import annotations

from horizons_core.kernels.jit import kernel, part
from variants.far_horizons.battles.arithmetic import percent_of, power_of
from variants.far_horizons.battles.protocol import (
    ACT,
    AGE,
    AGE_AT_START,
    AIMED_AT,
    ARMED_PLANETS,
    AS_ORDERED,
    AT_PLANETS,
    ATTACK,
    ATTACKING,
    ATTACKS,
    BOMBARDMENT,
    BOMBED,
    CARGO_FROM,
    CARGO_TO,
    COLONY,
    DAMAGE,
    DEEP_SPACE,
    DEFENDS,
    DEFENSE,
    DEFENSES,
    DEFENSES_AT_START,
    ENEMIES,
    FIGHTING,
    FIRES,
    FIRST,
    GERM_WARFARE,
    GUN,
    HIJACKS,
    HULL,
    IN_DEEP_SPACE,
    KIND,
    LEVEL,
    LIFE_SUPPORT,
    LINE,
    MIGHT_OF,
    MILITARY,
    PERCENT,
    PRESENT,
    READY_AT,
    RESERVE,
    SAME,
    SHIELD,
    SHIELDS_WITHOUT_LIFE_SUPPORT,
    SHOTS,
    SHOTS_LEFT,
    SIDE,
    SIEGE,
    SOLE,
    STANDING,
    STANDS,
    STATE,
    SURPRISED_NOW,
    TAG,
    TRANSPORT,
    TRANSPORTS_FIGHT,
    UNCONDITIONAL,
    WANTS_DEEP_SPACE,
    WARSHIP,
    WITHDREW,
    Field,
    Room,
)

MOST_ROUNDS = 10_000
BOMBARDMENT_ROUNDS = 10
MOST_SHOTS = 5
A_SHOT = 1500
A_TONNAGE = 200
OLD = 50
UNLIKE, NOBODY = -2, -1


@kernel
def muster(field: Field, room: Room, stage: int) -> int:
    """Let the units of a stage stand; answer how many rounds it has at most, 0 for none at all."""
    act = field.stages[stage, ACT]
    enrol(field, room, stage)
    if act > ATTACK and not field.habits[UNCONDITIONAL]:
        keep_victors(field, room)
    if not happens(field, room, act):
        return 0
    prepare(field, room, act)
    line_up(field, room, act)
    return most_rounds(field, room, stage)


@kernel
def enrol(field: Field, room: Room, stage: int) -> None:
    """Write all who are in the stage into the line, and what they make of their sides."""
    act = field.stages[stage, ACT]
    tally = room.tally
    for side in range(len(field.sides)):
        tally[side, PRESENT] = tally[side, ATTACKING] = tally[side, ARMED_PLANETS] = 0
        tally[side, FIRES] = 1
    count = 0
    for unit in range(len(field.units)):
        role = field.roles[stage, unit]
        if role == 0 or is_out(field, room, unit, act):
            continue
        room.line[count] = unit
        count += 1
        side = field.units[unit, SIDE]
        tally[side, PRESENT] = 1
        if field.units[unit, KIND] != COLONY:
            tally[side, ATTACKING] |= role
        elif role & ATTACKS and room.cold[unit, DEFENSES] > 0:
            tally[side, ARMED_PLANETS] = 1
    room.state[LINE] = count


@part
def is_out(field: Field, room: Room, unit: int, act: int) -> bool:
    """Whether a unit is gone, or a reserve that is not used (FH-HIDESHIP-005)."""
    state = room.cold[unit, STATE]
    idle = state == RESERVE and act in (BOMBARDMENT, SIEGE)
    return field.units[unit, KIND] != COLONY and (state >= WITHDREW or idle)


@kernel
def keep_victors(field: Field, room: Room) -> None:
    """Only those follow up whose enemies there are beaten (FH-ENGAGE-012)."""
    tally, sides = room.tally, len(field.sides)
    for side in range(sides):
        tally[side, FIRES] = (tally[side, ATTACKING] & ATTACKS) != 0 or tally[side, ARMED_PLANETS]
    for place in range(room.state[LINE]):
        unit = room.line[place]
        if field.units[unit, KIND] == COLONY and room.cold[unit, DEFENSES] == 0:
            continue
        foe = field.units[unit, SIDE]
        for side in range(sides):
            if side != foe and field.hostile[side, foe]:
                tally[side, FIRES] = 0
    count = 0
    for side in range(sides):
        if not tally[side, FIRES]:
            tally[side, ATTACKING] = tally[side, ARMED_PLANETS] = 0
        tally[side, PRESENT] = 0
    for place in range(room.state[LINE]):
        unit = room.line[place]
        side = field.units[unit, SIDE]
        if tally[side, ATTACKING] & ATTACKS or field.units[unit, KIND] == COLONY:
            room.line[count] = unit
            count += 1
            tally[side, PRESENT] = 1
    room.state[LINE] = count


@kernel
def happens(field: Field, room: Room, act: int) -> bool:
    """Whether there is somebody to fight, and somebody who does (FH-BATTLE-010, FH-BATTLE-007)."""
    roles, planets, sides = 0, 0, len(field.sides)
    for side in range(sides):
        roles |= room.tally[side, ATTACKING]
        planets |= room.tally[side, ARMED_PLANETS]
    attacked = (roles & ATTACKS) != 0
    if act == DEEP_SPACE:
        attacked = attacked and (roles & DEFENDS) != 0
    elif act <= BOMBARDMENT:
        attacked = attacked or planets != 0
    if not attacked or (not field.habits[TRANSPORTS_FIGHT] and are_harmless(field, room)):
        return False
    for side in range(sides):
        for other in range(sides):
            both = room.tally[side, PRESENT] and room.tally[other, PRESENT]
            if both and field.hostile[side, other]:
                return True
    return False


@kernel
def are_harmless(field: Field, room: Room) -> bool:
    """Whether there are only transports, and colonies without defences."""
    for place in range(room.state[LINE]):
        unit = room.line[place]
        kind = field.units[unit, KIND]
        if kind == COLONY:
            if room.cold[unit, DEFENSES] > 0:
                return False
        elif kind != TRANSPORT:
            return False
    return True


@kernel
def most_rounds(field: Field, room: Room, stage: int) -> int:
    """How many rounds a stage lasts at most (FH-ENGAGE-016, FH-BATTLE-010)."""
    act = field.stages[stage, ACT]
    if act != DEEP_SPACE:
        if act == ATTACK:
            return MOST_ROUNDS
        return BOMBARDMENT_ROUNDS if act == BOMBARDMENT else 1
    attackers, defenders, wanted, opposed = 0, 0, 0, False
    for side in range(len(field.sides)):
        role = room.tally[side, ATTACKING]
        wanted |= role & WANTS_DEEP_SPACE
        if role & AT_PLANETS:
            attackers = max(attackers, field.sides[side, MILITARY])
        if role & IN_DEEP_SPACE:
            defenders = max(defenders, field.sides[side, MILITARY])
            for other in range(len(field.sides)):
                planets = room.tally[other, ATTACKING] & AT_PLANETS
                opposed = opposed or (planets != 0 and field.hostile[side, other] != 0)
    limited = opposed
    if field.habits[AS_ORDERED]:
        limited = attackers > 0 and defenders > 0 and wanted != 0
    return max(defenders - attackers, 1) if limited else MOST_ROUNDS


@kernel
def prepare(field: Field, room: Room, act: int) -> None:
    """Set what the units of the stage begin it with (FH-GUN-003, FH-SG-003)."""
    hot, cold, units = room.hot, room.cold, field.units
    for side in range(len(field.sides)):
        room.tally[side, MIGHT_OF] = NOBODY
    for place in range(room.state[LINE]):
        unit = room.line[place]
        side, kind = units[unit, SIDE], units[unit, KIND]
        offense, defense = strength(field, room, unit, act)
        shots = 0
        if field.sides[side, MILITARY] > 0 and offense > 0:
            shots = min(MOST_SHOTS, offense // A_SHOT + 1)
        damage = 2 * offense // shots if shots > 0 else 0
        shielded = field.sides[side, LIFE_SUPPORT] > 0 or field.habits[SHIELDS_WITHOUT_LIFE_SUPPORT]
        if not shielded:
            hot[unit, PERCENT] = 0
        percent = 100 if kind == COLONY and shielded else hot[unit, PERCENT]
        hot[unit, LEVEL] = percent * defense // 100
        hot[unit, DEFENSE], hot[unit, DAMAGE] = defense, damage
        hot[unit, SHOTS_LEFT], hot[unit, READY_AT] = 0, -1
        hot[unit, TAG] = 8 * side + kind
        cold[unit, SHOTS] = shots
        cold[unit, STANDS] = -1
        cold[unit, AGE_AT_START] = hot[unit, AGE]
        cold[unit, DEFENSES_AT_START] = cold[unit, DEFENSES]
        cold[unit, BOMBED] = cold[unit, AIMED_AT] = 0
        room.might[unit] = shots * damage


@kernel
def strength(field: Field, room: Room, unit: int, act: int) -> tuple[int, int]:
    """Offensive and defensive strength O and D."""
    units, hold = field.units, room.hold
    side, kind = units[unit, SIDE], units[unit, KIND]
    offense = units[unit, HULL]
    if kind == COLONY:
        count = room.cold[unit, DEFENSES]
        offense = power_of(max(count // A_TONNAGE, 1)) if count > 0 else 0
    defense = offense
    if kind == TRANSPORT:
        offense, defense = offense // 10, defense // 10
    elif kind == WARSHIP:
        for row in range(units[unit, CARGO_FROM], units[unit, CARGO_TO]):
            offense += hold[row] * field.cargo[row, GUN]
            defense += hold[row] * field.cargo[row, SHIELD]
    if kind != COLONY:
        offense -= worn(room.hot[unit, AGE], offense)
        defense -= worn(room.hot[unit, AGE], defense)
    offense += field.sides[side, MILITARY] * offense // OLD
    defense += field.sides[side, LIFE_SUPPORT] * defense // OLD
    if field.sides[side, HIJACKS] and act <= ATTACK:
        offense, defense = offense // 4, defense // 4
    return offense, defense


@part
def worn(age: int, strength: int) -> int:
    """What age takes: a fiftieth for each year, fraction dropped towards 0."""
    return percent_of(2 * age, strength)


@part
def is_aimed_at(field: Field, room: Room, unit: int, act: int) -> bool:
    """Whether others may aim at a unit of the stage."""
    if room.cold[unit, STATE] != FIGHTING:
        return False
    if field.units[unit, KIND] == COLONY:
        return act != ATTACK or room.cold[unit, DEFENSES] > 0
    return act != GERM_WARFARE


@part
def stand(field: Field, room: Room, unit: int) -> None:
    """Append a unit to the list of its side; it must have room there."""
    side = field.units[unit, SIDE]
    place = room.tally[side, STANDING]
    room.alive[room.tally[side, FIRST] + place] = unit
    room.cold[unit, STANDS] = place
    room.tally[side, STANDING] = place + 1


@kernel
def line_up(field: Field, room: Room, act: int) -> None:
    """Make the lists of the sides; count whom each may aim at, and whether one draw will do."""
    tally, sides = room.tally, len(field.sides)
    for side in range(sides):
        tally[side, STANDING] = 0
        tally[side, MIGHT_OF] = NOBODY
    before = -1
    for place in range(room.state[LINE]):
        unit = room.line[place]
        side = field.units[unit, SIDE]
        if side != before:
            tally[side, FIRST] = place
            before = side
        if room.cold[unit, STATE] == RESERVE or is_aimed_at(field, room, unit, act):
            might = room.might[unit]
            known = tally[side, MIGHT_OF]
            tally[side, MIGHT_OF] = might if known in (NOBODY, might) else UNLIKE
        if is_aimed_at(field, room, unit, act):
            stand(field, room, unit)
    for side in range(sides):
        look_around(field, room, side)


@kernel
def look_around(field: Field, room: Room, side: int) -> None:
    """Count whom a side may aim at, and find whether they are all alike, and of one side."""
    tally = room.tally
    enemies, might, sole, several = 0, NOBODY, -1, False
    for other in range(len(field.sides)):
        if not field.hostile[side, other]:
            continue
        enemies += tally[other, STANDING]
        theirs = tally[other, MIGHT_OF]
        if theirs != NOBODY:
            might = theirs if might in (NOBODY, theirs) else UNLIKE
            several = several or sole >= 0
            sole = other
    tally[side, ENEMIES] = enemies
    tally[side, SAME] = might != UNLIKE
    tally[side, SOLE] = -1 if several else sole


@kernel
def clear_surprise(field: Field, room: Room) -> None:
    """From now on nobody is surprised."""
    for side in range(len(field.sides)):
        room.tally[side, SURPRISED_NOW] = 0
