"""What follows on rounds in the battle kernels: shields, reserves, ships that leave, ruins.

Reserves join (FH-HIDESHIP-003), ships withdraw (FH-WITHDRAW-005 to -010), shields recover
(FH-SG-003), colonies are bombed (FH-BOMB-002), infected (FH-GERM-003) and besieged (FH-SIEGE-001).
"""

from __future__ import annotations

from horizons_core.kernels.jit import kernel, part
from variants.far_horizons.battles.drawing import below, with_words
from variants.far_horizons.battles.mustering import look_around, stand
from variants.far_horizons.battles.arithmetic import hundredth, least, percent_of
from variants.far_horizons.battles.protocol import (
    AGE,
    AIMED_AT,
    ARMED,
    BESIEGERS,
    BESIEGING,
    BESIEGING_TRANSPORTS,
    BIOLOGY,
    BOMBED,
    CAN_LEAVE,
    CARGO_FROM,
    CARGO_TO,
    COLONY,
    DEFENSE,
    DEFENSES,
    DESTROYED,
    FIGHTING,
    FIRES,
    FIRST,
    FLEET_LEAVES,
    FLEETS_LEAVE_ABOVE,
    GERMS,
    GONE,
    HOME,
    IMPATIENT_RESERVES,
    INSIGNIFICANT_BOMBS,
    IS_COLONISTS,
    IS_DEFENSES,
    KIND,
    LEFT_BATTLE,
    LEVEL,
    LIFE_SUPPORT,
    LINE,
    LOOT,
    MANUFACTURING,
    MINING,
    PLACE,
    POPULATED,
    POPULATION,
    RESERVE,
    SHIELDS_WITHOUT_LIFE_SUPPORT,
    SHIPS,
    SHOTS,
    SIDE,
    SILENT_CARRIERS,
    STANDING,
    STANDS_AT,
    STATE,
    SURPRISED_NOW,
    TRANSPORT,
    TRANSPORTS_LEAVE,
    WARSHIPS_LEAVE,
    WITHDREW,
    Field,
    Integers,
    Room,
)
from variants.far_horizons.battles.shooting import drop, drop_germs, note
from variants.far_horizons.formulas import power

#: 400 times the power of a strike cruiser.
YARDSTICK = 400 * power(25)
TOO_MUCH = 101
AT_HOME = 5


@kernel
def recover(field: Field, room: Room) -> None:
    """Shields gain their part of the full strength after a round."""
    for side in range(len(field.sides)):
        support = field.sides[side, LIFE_SUPPORT]
        if support <= 0 and not field.habits[SHIELDS_WITHOUT_LIFE_SUPPORT]:
            continue
        rate = 5 + support // 10
        first = room.tally[side, FIRST]
        for place in range(first, first + room.tally[side, STANDING]):
            unit = room.alive[place]
            defense = room.hot[unit, DEFENSE]
            gained = hundredth(rate * defense)
            room.hot[unit, LEVEL] = least(defense, room.hot[unit, LEVEL] + gained)


@kernel
def join(field: Field, room: Room) -> None:
    """Reserves join whose side has no shots any more; before the list of the ready is made."""
    line, cold, tally = room.line, room.cold, room.tally
    for side in range(len(field.sides)):
        tally[side, ARMED] = 0
    waiting = 0
    for place in range(room.state[LINE]):
        unit = line[place]
        side = field.units[unit, SIDE]
        waiting += cold[unit, STATE] == RESERVE
        silent = tally[side, SURPRISED_NOW] or not tally[side, FIRES]
        beaten = field.units[unit, KIND] == COLONY and cold[unit, DEFENSES] == 0
        if cold[unit, STATE] == FIGHTING and not silent and not beaten:
            tally[side, ARMED] += cold[unit, SHOTS]
    if waiting == 0:
        return
    first, last = field.units[line[0], SIDE], line[room.state[LINE] - 1]
    for place in range(room.state[LINE]):
        unit = line[place]
        if cold[unit, STATE] != RESERVE:
            continue
        side = field.units[unit, SIDE]
        joins = tally[side, ARMED] == 0
        if field.habits[IMPATIENT_RESERVES] and side != first:
            joins = unit != last
        if joins:
            cold[unit, STATE] = FIGHTING
            stand(field, room, unit)
    for side in range(len(field.sides)):
        look_around(field, room, side)


@kernel
def withdraw(field: Field, room: Room, record: Integers) -> None:
    """Ships that are too old leave, then the fleets that have lost too much."""
    units, sides, tally = field.units, field.sides, room.tally
    for side in range(len(sides)):
        tally[side, SHIPS] = tally[side, GONE] = 0
    for place in range(room.state[LINE]):
        unit = room.line[place]
        if units[unit, KIND] == COLONY:
            continue
        side = units[unit, SIDE]
        limit = sides[side, WARSHIPS_LEAVE]
        if units[unit, KIND] == TRANSPORT:
            limit = sides[side, TRANSPORTS_LEAVE]
            limit = limit if limit > 0 else TOO_MUCH
        if room.hot[unit, AGE] > limit:
            leave(field, room, unit, record)
        tally[side, SHIPS] += 1
        tally[side, GONE] += room.cold[unit, STATE] >= WITHDREW
    for place in range(room.state[LINE]):
        unit = room.line[place]
        side = units[unit, SIDE]
        if units[unit, KIND] != COLONY and fleet_leaves(field, room, side):
            leave(field, room, unit, record)


@part
def fleet_leaves(field: Field, room: Room, side: int) -> bool:
    """Whether the losses of a fleet reach its limit (FH-WITHDRAW-006)."""
    limit = field.sides[side, FLEET_LEAVES]
    loss = 100 * room.tally[side, GONE] // room.tally[side, SHIPS]
    if limit == 0 or loss > limit:
        return True
    return loss == limit and not field.habits[FLEETS_LEAVE_ABOVE]


@part
def leave(field: Field, room: Room, unit: int, record: Integers) -> None:
    """A ship leaves, if it can."""
    state = room.cold[unit, STATE]
    if field.units[unit, CAN_LEAVE] and state < WITHDREW:
        room.cold[unit, STATE] = WITHDREW
        if state == FIGHTING:
            drop(field, room, unit)
        note(record, room.state, unit, unit, LEFT_BATTLE, 0, 0)


@kernel
def ruin(field: Field, room: Room) -> None:
    """The damage of a bombardment to every colony that was aimed at."""
    for place in range(room.state[LINE]):
        unit = room.line[place]
        if field.units[unit, KIND] == COLONY and room.cold[unit, AIMED_AT]:
            damage_colony(field, room, unit)


@kernel
def colonists(field: Field, room: Room, unit: int) -> int:
    """The row of a colony's colonist units in the cargo; -1 without."""
    for row in range(field.units[unit, CARGO_FROM], field.units[unit, CARGO_TO]):
        if field.cargo[row, IS_COLONISTS] and room.hold[row] > 0:
            return row
    return -1


@kernel
def damage_percent(damage: int, people: int) -> int:
    """The percentage z that a bombardment of total damage B takes (FH-BOMB-002)."""
    yardstick = YARDSTICK
    while damage > 1000:
        damage //= 10
        yardstick //= 10
    if yardstick == 0:
        return TOO_MUCH
    share = 250_000 * damage // yardstick // people
    return share if share <= 100 else TOO_MUCH


@kernel
def damage_colony(field: Field, room: Room, unit: int) -> None:
    """Bases, people and stock of a bombed colony lose their part."""
    cold = room.cold
    row = colonists(field, room, unit)
    people = cold[unit, MINING] + cold[unit, MANUFACTURING] + (row >= 0)
    if people <= 0:
        return
    share = damage_percent(cold[unit, BOMBED], people)
    changed, most = False, 0
    for column in (MINING, MANUFACTURING, POPULATION):
        lost = percent_of(share, cold[unit, column])
        cold[unit, column] -= lost
        changed = changed or lost != 0
        most = max(most, cold[unit, column])
    if not changed:
        if not field.habits[INSIGNIFICANT_BOMBS]:
            damage_least(room, unit, row)
        return
    if most <= 0:
        wipe_out(field, room, unit)
        return
    for each in range(field.units[unit, CARGO_FROM], field.units[unit, CARGO_TO]):
        room.hold[each] -= share * room.hold[each] // 100
        if field.cargo[each, IS_DEFENSES]:
            cold[unit, DEFENSES] = room.hold[each]


@part
def damage_least(room: Room, unit: int, row: int) -> None:
    """A bombardment always does some damage (FH-BOMB-004)."""
    cold = room.cold
    if cold[unit, MINING] + cold[unit, MANUFACTURING] > 0:
        if cold[unit, MINING] >= cold[unit, MANUFACTURING]:
            cold[unit, MINING] -= 1
        else:
            cold[unit, MANUFACTURING] -= 1
    elif cold[unit, POPULATION] > 0:
        cold[unit, POPULATION] -= 1
    elif row >= 0:
        room.hold[row] -= 1


@kernel
def wipe_out(field: Field, room: Room, unit: int) -> None:
    """Everything of a colony is gone, with all ships of its owner at that planet."""
    units, cold = field.units, room.cold
    for column in (MINING, MANUFACTURING, POPULATION, POPULATED, DEFENSES):
        cold[unit, column] = 0
    for row in range(units[unit, CARGO_FROM], units[unit, CARGO_TO]):
        room.hold[row] = 0
    for other in range(len(units)):
        same = units[other, SIDE] == units[unit, SIDE] and units[other, KIND] != COLONY
        if (
            same
            and units[other, STANDS_AT] == units[unit, STANDS_AT]
            and cold[other, STATE] < WITHDREW
        ):
            cold[other, STATE] = DESTROYED
            for row in range(units[other, CARGO_FROM], units[other, CARGO_TO]):
                room.hold[row] = 0


@kernel
def infect(field: Field, room: Room) -> None:
    """Every bomb that fell on a colony is checked, until one succeeds."""
    if not field.habits[SILENT_CARRIERS]:
        drop_the_rest(field, room)
    state, words = room.state, room.words
    for place in range(state[LINE]):
        unit = room.line[place]
        if field.units[unit, KIND] != COLONY:
            continue
        victim = field.units[unit, SIDE]
        for side in range(len(field.sides)):
            difference = field.sides[side, BIOLOGY] - field.sides[victim, BIOLOGY]
            for _ in range(room.germs[side, unit] - 1):
                if not room.cold[unit, POPULATED]:
                    break
                at = with_words(words, state, state[PLACE])
                drawn, state[PLACE] = below(words, state, at, 100)
                if drawn + 1 <= 50 + 2 * difference:
                    bases = room.cold[unit, MINING] + room.cold[unit, MANUFACTURING]
                    home = field.units[unit, HOME]
                    room.tally[side, LOOT] += bases * (AT_HOME if home else 1)
                    wipe_out(field, room, unit)


@kernel
def drop_the_rest(field: Field, room: Room) -> None:
    """Carriers without a shot, and own colonies, drop their bombs on one drawn (FH-GERM-003)."""
    state, words, line = room.state, room.words, room.line
    for place in range(state[LINE]):
        carrier = line[place]
        side, row = field.units[carrier, SIDE], field.units[carrier, GERMS]
        if row < 0 or room.hold[row] == 0 or room.cold[carrier, STATE] != FIGHTING:
            continue
        if not room.tally[side, FIRES]:
            continue
        count = 0
        for other in range(state[LINE]):
            count += is_victim(field, side, line[other])
        if count == 0:
            continue
        at = with_words(words, state, state[PLACE])
        drawn, state[PLACE] = below(words, state, at, count)
        for other in range(state[LINE]):
            if is_victim(field, side, line[other]):
                if drawn == 0:
                    drop_germs(field, room, carrier, line[other])
                drawn -= 1


@part
def is_victim(field: Field, side: int, unit: int) -> bool:
    """Whether a unit is a colony that a side is hostile to."""
    foe = field.units[unit, SIDE]
    return field.units[unit, KIND] == COLONY and field.hostile[side, foe] != 0


@kernel
def besiege(field: Field, room: Room) -> None:
    """Every colony that was aimed at is besieged by the ships of all who aimed at its owner."""
    units = field.units
    for place in range(room.state[LINE]):
        colony = room.line[place]
        if units[colony, KIND] != COLONY or not room.cold[colony, AIMED_AT]:
            continue
        for other in range(room.state[LINE]):
            unit = room.line[other]
            side, kind = units[unit, SIDE], units[unit, KIND]
            if kind == COLONY or room.cold[unit, STATE] >= WITHDREW:
                continue
            if kind == TRANSPORT and not field.habits[BESIEGING_TRANSPORTS]:
                continue
            if room.germs[side, units[colony, SIDE]]:
                room.cold[colony, BESIEGERS] += 1
                room.tally[side, BESIEGING] += 1
