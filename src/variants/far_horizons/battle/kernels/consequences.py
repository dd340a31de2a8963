"""Consequences of rounds in the battle kernels: shields, reserves, withdrawal, ruins."""

from __future__ import annotations

from horizons_core.kernels.jit import kernel, part
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.arithmetic import (
    below,
    hundredth,
    least,
    percent_of,
    with_words,
)
from variants.far_horizons.battle.kernels.hits import drop_germs, note
from variants.far_horizons.battle.kernels.lists import drop
from variants.far_horizons.battle.kernels.protocol import (
    BattleArrays,
    Integers,
    U,
    Workspace,
    cell,
    entry,
)
from variants.far_horizons.battle.kernels.stages import look_around, stand
from variants.far_horizons.formulas import power

#: 400 times the power of a strike cruiser.
YARDSTICK = 400 * power(25)
TOO_MUCH = 101


@part
def recover(field: BattleArrays, work: Workspace) -> None:
    """Restore part of the shields after a round (FH-SG-003)."""
    for side in range(len(field.sides)):
        support = field.sides[side, at.LIFE_SUPPORT]
        if support <= 0 and field.rules[at.SHIELDS_NEED_LIFE_SUPPORT]:
            continue
        rate = field.rules[at.SHIELD_RECOVERY] + support // 10
        first = work.tally[entry(side, at.FIRST)]
        for place in range(first, first + work.tally[entry(side, at.STANDING)]):
            unit = work.alive[U(place)]
            defense = work.hot[cell(unit, at.DEFENSE)]
            gained = hundredth(rate * defense)
            work.hot[cell(unit, at.LEVEL)] = least(defense, work.hot[cell(unit, at.LEVEL)] + gained)


@kernel
def join(field: BattleArrays, work: Workspace, record: Integers) -> None:
    """Add reserves whose side has no shots left, before the ready list is made.

    (FH-HIDESHIP-003)
    """
    line, cold, tally = work.line, work.cold, work.tally
    for side in range(len(field.sides)):
        tally[entry(side, at.ARMED)] = 0
    waiting = 0
    for place in range(work.state[at.LINE]):
        unit = line[place]
        side = field.units[unit, at.SIDE]
        waiting += cold[unit, at.STATE] == at.RESERVE
        silent = tally[entry(side, at.SURPRISED_NOW)] or not tally[entry(side, at.FIRES)]
        beaten = field.units[unit, at.KIND] == at.COLONY and cold[unit, at.DEFENSES] == 0
        if cold[unit, at.STATE] == at.FIGHTING and not silent and not beaten:
            tally[entry(side, at.ARMED)] += cold[unit, at.SHOTS]
    if waiting == 0:
        return
    first, last = field.units[line[0], at.SIDE], line[work.state[at.LINE] - 1]
    for place in range(work.state[at.LINE]):
        unit = line[place]
        if cold[unit, at.STATE] != at.RESERVE:
            continue
        side = field.units[unit, at.SIDE]
        joins = tally[entry(side, at.ARMED)] == 0
        if not field.rules[at.RESERVES_WAIT] and side != first:
            joins = unit != last
        if joins:
            cold[unit, at.STATE] = at.FIGHTING
            cold[unit, at.VOLLEY] = cold[unit, at.SHOTS]
            stand(field, work, unit)
            note(record, work.state, unit, unit, at.JOINED, 0, 0)
    for side in range(len(field.sides)):
        look_around(field, work, side)


@kernel
def withdraw(field: BattleArrays, work: Workspace, record: Integers) -> None:
    """Remove ships that are too old, then fleets that have lost too much.

    (FH-WITHDRAW-005, FH-WITHDRAW-007)
    """
    units, sides, tally = field.units, field.sides, work.tally
    for side in range(len(sides)):
        tally[entry(side, at.SHIPS)] = tally[entry(side, at.GONE)] = 0
    for place in range(work.state[at.LINE]):
        unit = work.line[place]
        if units[unit, at.KIND] == at.COLONY:
            continue
        side = units[unit, at.SIDE]
        limit = sides[side, at.WARSHIPS_LEAVE]
        if units[unit, at.KIND] == at.TRANSPORT:
            limit = sides[side, at.TRANSPORTS_LEAVE]
            limit = limit if limit > 0 else TOO_MUCH
        if work.hot[cell(unit, at.AGE)] > limit:
            leave(field, work, unit, record)
        tally[entry(side, at.SHIPS)] += 1
        tally[entry(side, at.GONE)] += work.cold[unit, at.STATE] >= at.WITHDREW
    for place in range(work.state[at.LINE]):
        unit = work.line[place]
        side = units[unit, at.SIDE]
        if units[unit, at.KIND] != at.COLONY and fleet_leaves(field, work, side):
            leave(field, work, unit, record)


@part
def fleet_leaves(field: BattleArrays, work: Workspace, side: int) -> bool:
    """Return whether a fleet's losses reach its limit (FH-WITHDRAW-006); they always reach 0.

    (FH-WITHDRAW-008)
    """
    limit = field.sides[side, at.FLEET_LEAVES]
    loss = 100 * work.tally[entry(side, at.GONE)] // work.tally[entry(side, at.SHIPS)]
    if limit == 0 or loss > limit:
        return True
    return loss == limit and field.rules[at.FLEETS_LEAVE_AT_LIMIT] != 0


@part
def leave(field: BattleArrays, work: Workspace, unit: int, record: Integers) -> None:
    """Remove a ship that leaves, if it can (FH-WITHDRAW-010)."""
    state = work.cold[unit, at.STATE]
    if field.units[unit, at.CAN_LEAVE] and state < at.WITHDREW:
        work.cold[unit, at.STATE] = at.WITHDREW
        if state == at.FIGHTING:
            drop(field, work, unit)
        note(record, work.state, unit, unit, at.LEFT_BATTLE, 0, 0)


@kernel
def ruin(field: BattleArrays, work: Workspace) -> None:
    """Apply the damage of a bombardment to every targeted colony."""
    for place in range(work.state[at.LINE]):
        unit = work.line[place]
        if field.units[unit, at.KIND] == at.COLONY and work.cold[unit, at.AIMED_AT]:
            damage_colony(field, work, unit)


@kernel
def colonists(field: BattleArrays, work: Workspace, unit: int) -> int:
    """Return the cargo row of a colony's colonist units, or -1."""
    for row in range(field.units[unit, at.CARGO_FROM], field.units[unit, at.CARGO_TO]):
        if field.cargo[row, at.IS_COLONISTS] and work.hold[row] > 0:
            return row
    return -1


@kernel
def damage_percent(damage: int, people: int) -> int:
    """Return the loss z in percent for a bombardment of total damage B (FH-BOMB-002)."""
    yardstick = YARDSTICK
    while damage > 1000:
        damage //= 10
        yardstick //= 10
    if yardstick == 0:
        return TOO_MUCH
    share = 250_000 * damage // yardstick // people
    return share if share <= 100 else TOO_MUCH


@kernel
def damage_colony(field: BattleArrays, work: Workspace, unit: int) -> None:
    """Reduce bases, people and stock of a bombed colony."""
    cold = work.cold
    row = colonists(field, work, unit)
    people = cold[unit, at.MINING] + cold[unit, at.MANUFACTURING] + (row >= 0)
    if people <= 0:
        return
    share = damage_percent(cold[unit, at.BOMBED], people)
    changed, most = False, 0
    for column in (at.MINING, at.MANUFACTURING, at.POPULATION):
        lost = percent_of(share, cold[unit, column])
        cold[unit, column] -= lost
        changed = changed or lost != 0
        most = max(most, cold[unit, column])
    if not changed:
        if field.rules[at.BOMBARDMENT_ALWAYS_HURTS]:
            damage_least(work, unit, row)
        return
    if most <= 0:
        wipe_out(field, work, unit)
        return
    for item_row in range(field.units[unit, at.CARGO_FROM], field.units[unit, at.CARGO_TO]):
        work.hold[item_row] -= share * work.hold[item_row] // 100
        if field.cargo[item_row, at.IS_DEFENSES]:
            cold[unit, at.DEFENSES] = work.hold[item_row]


@part
def damage_least(work: Workspace, unit: int, row: int) -> None:
    """Apply the minimum damage of a bombardment (FH-BOMB-004)."""
    cold = work.cold
    if cold[unit, at.MINING] + cold[unit, at.MANUFACTURING] > 0:
        if cold[unit, at.MINING] >= cold[unit, at.MANUFACTURING]:
            cold[unit, at.MINING] -= 1
        else:
            cold[unit, at.MANUFACTURING] -= 1
    elif cold[unit, at.POPULATION] > 0:
        cold[unit, at.POPULATION] -= 1
    elif row >= 0:
        work.hold[row] -= 1


@kernel
def wipe_out(field: BattleArrays, work: Workspace, unit: int) -> None:
    """Remove everything from a colony, and all ships of its owner at that planet."""
    units, cold = field.units, work.cold
    for column in (at.MINING, at.MANUFACTURING, at.POPULATION, at.POPULATED, at.DEFENSES):
        cold[unit, column] = 0
    for row in range(units[unit, at.CARGO_FROM], units[unit, at.CARGO_TO]):
        work.hold[row] = 0
    for other in range(len(units)):
        same = units[other, at.SIDE] == units[unit, at.SIDE] and units[other, at.KIND] != at.COLONY
        if (
            same
            and units[other, at.STANDS_AT] == units[unit, at.STANDS_AT]
            and cold[other, at.STATE] < at.WITHDREW
        ):
            cold[other, at.STATE] = at.DESTROYED
            for row in range(units[other, at.CARGO_FROM], units[other, at.CARGO_TO]):
                work.hold[row] = 0


@kernel
def infect(field: BattleArrays, work: Workspace, record: Integers) -> None:
    """Check the bombs dropped on each colony, until one succeeds (FH-GERM-002)."""
    if field.rules[at.ALL_GERMS_ARE_DROPPED]:
        drop_the_rest(field, work, record)
    state, words = work.state, work.words
    for place in range(state[at.LINE]):
        unit = work.line[place]
        if field.units[unit, at.KIND] != at.COLONY:
            continue
        victim = field.units[unit, at.SIDE]
        for side in range(len(field.sides)):
            if work.germs[side, unit] == 0 or not work.cold[unit, at.POPULATED]:
                continue
            chance = germ_chance(field, side, victim)
            bombs, success = work.germs[side, unit] - 1, 0
            for _ in range(bombs):
                place_of_word = with_words(words, state, state[at.PLACE])
                drawn, state[at.PLACE] = below(words, state, place_of_word, 100)
                if drawn + 1 <= chance:
                    bases = work.cold[unit, at.MINING] + work.cold[unit, at.MANUFACTURING]
                    home = field.units[unit, at.HOME]
                    work.tally[entry(side, at.LOOT)] += bases * (
                        field.rules[at.HOME_LOOT] if home else 1
                    )
                    wipe_out(field, work, unit)
                    success = 1
                    break
            note(record, state, side, unit, at.INFECTED, bombs, success)


@part
def germ_chance(field: BattleArrays, side: int, victim: int) -> int:
    """Return the success chance of a bomb in percent, by Biology levels (FH-GERM-001)."""
    difference = field.sides[side, at.BIOLOGY] - field.sides[victim, at.BIOLOGY]
    return field.rules[at.GERM_PERCENT] + field.rules[at.GERM_PERCENT_PER_LEVEL] * difference


@kernel
def drop_the_rest(field: BattleArrays, work: Workspace, record: Integers) -> None:
    """Bomb colonies drawn by lot, with carriers without shots and with colonies (FH-GERM-003)."""
    state, words, line = work.state, work.words, work.line
    for place in range(state[at.LINE]):
        carrier = line[place]
        side, row = field.units[carrier, at.SIDE], field.units[carrier, at.GERMS]
        if row < 0 or work.hold[row] == 0 or work.cold[carrier, at.STATE] != at.FIGHTING:
            continue
        if not work.tally[entry(side, at.FIRES)]:
            continue
        count = 0
        for other in range(state[at.LINE]):
            count += is_victim(field, side, line[other])
        if count == 0:
            continue
        place_of_word = with_words(words, state, state[at.PLACE])
        drawn, state[at.PLACE] = below(words, state, place_of_word, count)
        for other in range(state[at.LINE]):
            if is_victim(field, side, line[other]):
                if drawn == 0:
                    drop_germs(field, work, carrier, line[other])
                    note(record, state, carrier, line[other], at.AIMED, 0, 0)
                drawn -= 1


@part
def is_victim(field: BattleArrays, side: int, unit: int) -> bool:
    """Return whether a unit is a colony that a side is hostile to."""
    foe = field.units[unit, at.SIDE]
    return field.units[unit, at.KIND] == at.COLONY and field.hostile[side, foe] != 0


@kernel
def besiege(field: BattleArrays, work: Workspace) -> None:
    """Besiege colonies with all ships of sides that aimed at the owner (FH-SIEGE-001)."""
    units = field.units
    for place in range(work.state[at.LINE]):
        colony = work.line[place]
        if units[colony, at.KIND] != at.COLONY or not work.cold[colony, at.AIMED_AT]:
            continue
        for other in range(work.state[at.LINE]):
            unit = work.line[other]
            side, kind = units[unit, at.SIDE], units[unit, at.KIND]
            if kind == at.COLONY or work.cold[unit, at.STATE] >= at.WITHDREW:
                continue
            if kind == at.TRANSPORT and not field.rules[at.TRANSPORTS_BESIEGE]:
                continue
            if work.germs[side, units[colony, at.SIDE]]:
                work.cold[colony, at.BESIEGERS] += 1
                work.tally[entry(side, at.BESIEGING)] += 1
