"""A battle from first to last round: waves, ranges, escapes (SC-CBT-009, SC-WPA-003)."""

from __future__ import annotations

from typing import Any

import numpy as np

from horizons_core.kernels.jit import entrance, kernel, part
from horizons_core.kernels.sampling import DRAWN, open_run
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.fire import aim, land_missiles, launch, strike
from variants.starcluster.battle.kernels.protocol import BattleArrays, Integers, hundred, write
from variants.starcluster.battle.kernels.state import form_line, update_ratings

#: The side that comes through the warp point in an assault.
ATTACKER = 0

# Columns of the totals of a run, and of its sides; points in tenths, rounded down.
WINNER, ROUNDS, STRIKES, WORDS = range(4)
TOTALS = 4
UNITS_LEFT, UNITS_AWAY, UNITS_LOST, POINTS_LEFT = range(4)
SIDE_TOTALS = 4


@kernel
def emerge(a: BattleArrays) -> bool:
    """Make the next wave emerge; return False if there are no more and the assault is over.

    Each ship of a wave of n emerges inside another one on n - 1 or less (SC-WPA-002).
    """
    units, sides = a.units, a.sides
    if sides[ATTACKER, at.RETREATS] != 0:
        return True
    first, ships = next_in_wave(a, sides[ATTACKER, at.NEXT]), 0
    unit = first
    while unit < sides[ATTACKER, at.END_UNIT] and ships < sides[ATTACKER, at.WAVE]:
        ships += 1
        unit = next_in_wave(a, unit + 1)
    if ships == 0:
        return False
    unit = first
    for _ in range(ships):
        roll = hundred(a)
        crushed = roll <= ships - 1
        units[unit, at.STATUS] = at.DESTROYED if crushed else at.PRESENT
        units[unit, at.AGE] = 0
        if crushed:
            a.amounts[ATTACKER, at.LOST] += a.figures[unit, at.POINTS]
        write(a, at.EMERGED, unit, roll, crushed)
        unit = next_in_wave(a, unit + 1)
    sides[ATTACKER, at.NEXT] = unit
    return True


@part
def next_in_wave(a: BattleArrays, unit: int) -> int:
    """The next unit, from this one on, that waits to emerge in a wave."""
    end = a.sides[ATTACKER, at.END_UNIT]
    while unit < end and (
        a.units[unit, at.COMES] != at.IN_A_WAVE or a.units[unit, at.STATUS] != at.WAITING
    ):
        unit += 1
    return unit


@kernel
def end_assault(a: BattleArrays) -> None:
    """End the assault: units waiting in the system and those behind the waves join."""
    a.table[at.ASSAULT] = 0
    turned_back = a.sides[ATTACKER, at.RETREATS] != 0
    for unit in range(len(a.units)):
        comes = a.units[unit, at.COMES]
        if a.units[unit, at.STATUS] == at.WAITING and (comes == at.LATER or not turned_back):
            a.units[unit, at.STATUS] = at.PRESENT
    write(a, at.OPENED, 0)


@kernel
def has_units_to_come(a: BattleArrays, side: int) -> bool:
    """True if a unit of a side's line is still to come in an assault."""
    if side == ATTACKER:
        end = a.sides[ATTACKER, at.END_UNIT]
        more = next_in_wave(a, a.sides[ATTACKER, at.NEXT]) < end
        return more and a.sides[ATTACKER, at.RETREATS] == 0
    for unit in range(a.sides[side, at.FIRST_UNIT], a.sides[side, at.END_UNIT]):
        if a.units[unit, at.STATUS] == at.WAITING and a.units[unit, at.REAR] == 0:
            return True
    return False


@kernel
def admit_late_units(a: BattleArrays) -> None:
    """Admit late units after an assault if the guards are gone, or else keep them away."""
    if a.table[at.ASSAULT] == 0:
        return
    if a.sides[1, at.STANDING] == 0:
        end_assault(a)
        form_line(a, 0)
    for unit in range(len(a.units)):
        if a.units[unit, at.STATUS] == at.WAITING:
            beyond = a.units[unit, at.COMES] != at.LATER
            a.units[unit, at.STATUS] = at.AWAY if beyond else at.PRESENT


@kernel
def shift_gap(a: BattleArrays) -> None:
    """Move the gap as the sides wish and the faster line can (SC-CBT-006), in half points."""
    sides, table = a.sides, a.table
    mine, yours = sides[0, at.BAND], sides[1, at.BAND]
    ahead = sides[0, at.SLOWEST] - sides[1, at.SLOWEST]
    if mine == yours:
        change = table[at.CLOSING] if mine == at.LONG else -table[at.CLOSING]
    elif ahead == 0:
        change = -table[at.DRIFTING]
    else:
        change = ahead if mine == at.LONG else -ahead
    table[at.GAP] = min(max(table[at.GAP] + change, 0), table[at.FIRST_GAP])


@part
def band_of(a: BattleArrays) -> int:
    """The band: Short at gap 0, in an assault and in a gas nebula."""
    closed = a.table[at.GAP] == 0 or a.table[at.ASSAULT] != 0 or a.table[at.GAS] != 0
    return at.SHORT if closed else at.LONG


@part
def is_movable(a: BattleArrays, unit: int) -> bool:
    """True if a unit could leave: it can move and knows an exit (SC-CBT-010)."""
    return a.units[unit, at.SPEED] > 0 and a.units[unit, at.EXIT] != 0


@kernel
def any_could_leave(a: BattleArrays, side: int) -> bool:
    """True if any unit of a side could leave."""
    for unit in range(a.sides[side, at.FIRST_UNIT], a.sides[side, at.END_UNIT]):
        if a.units[unit, at.STATUS] == at.PRESENT and is_movable(a, unit):
            return True
    return False


@part
def has_reached_losses(a: BattleArrays, side: int) -> bool:
    """True if a side has reached the losses set by its doctrine (SC-CBT-010)."""
    percent = a.sides[side, at.BREAK]
    if percent >= 100:
        return False
    return 100.0 * a.amounts[side, at.LOST] >= percent * a.amounts[side, at.START]


@kernel
def escapes(a: BattleArrays, side: int) -> bool:
    """Roll for a side that tries to leave (SC-CBT-010)."""
    sides, table = a.sides, a.table
    ahead = sides[side, at.SLOWEST] - sides[1 - side, at.SLOWEST]
    chance = table[at.EQUAL]
    if ahead > 0:
        chance = table[at.FASTER]
    elif ahead < 0:
        chance = table[at.SLOWER]
    traction = sides[1 - side, at.TRACTION] * table[at.PER_TRACTOR] // 10
    chance -= min(traction, table[at.MAX_TRACTION])
    chance = min(max(chance, table[at.MIN_CHANCE]), 100)
    roll = hundred(a)
    write(a, at.TRIED, side, chance, roll)
    return roll <= chance


@kernel
def leave(a: BattleArrays, side: int) -> None:
    """Withdraw all units of a side that can leave; starbases and units of speed 0 stay."""
    units = a.units
    for unit in range(a.sides[side, at.FIRST_UNIT], a.sides[side, at.END_UNIT]):
        joins = units[unit, at.STATUS] == at.WAITING and units[unit, at.COMES] == at.LATER
        if (units[unit, at.STATUS] == at.PRESENT or joins) and is_movable(a, unit):
            units[unit, at.STATUS] = at.AWAY
            write(a, at.GOT_AWAY, unit)
    form_line(a, side)


@kernel
def break_off(a: BattleArrays) -> None:
    """End a round: attackers of an assault go back, other sides may break off."""
    sides, out = a.sides, a.table[at.ASSAULT] != 0
    if out and sides[ATTACKER, at.RETREATS] != 0:
        leave(a, ATTACKER)
        end_assault(a)
        form_line(a, 0)
        form_line(a, 1)
    elif out and has_reached_losses(a, ATTACKER):
        sides[ATTACKER, at.RETREATS] = 1
        write(a, at.TURNED_BACK, ATTACKER)
    first_leaves = not out and tries_to_leave(a, 0) and escapes(a, 0)
    two = tries_to_leave(a, 1) and escapes(a, 1)
    if first_leaves:
        leave(a, 0)
    if two:
        leave(a, 1)


@part
def tries_to_leave(a: BattleArrays, side: int) -> bool:
    """True if a side tries to break off, and could."""
    if a.sides[side, at.STANDING] == 0 or a.sides[1 - side, at.STANDING] == 0:
        return False
    if a.sides[side, at.AVOIDS] == 0 and not has_reached_losses(a, side):
        return False
    return any_could_leave(a, side)


@kernel
def leave_before_first_round(a: BattleArrays) -> None:
    """Try to withdraw sides without a line, or that avoid battle, before the first round."""
    if a.table[at.ASSAULT] != 0:
        return
    first_leaves, second_leaves = escapes_before_battle(a, 0), escapes_before_battle(a, 1)
    if first_leaves:
        leave(a, 0)
    if second_leaves:
        leave(a, 1)


@part
def escapes_before_battle(a: BattleArrays, side: int) -> bool:
    """Roll for a side that tries to leave before the first round."""
    wants = a.sides[side, at.STANDING] == 0 or a.sides[side, at.AVOIDS] != 0
    return wants and any_could_leave(a, side) and escapes(a, side)


@kernel
def pursue(a: BattleArrays, side: int) -> None:
    """Catch units whose line is gone, or let them escape (SC-CBT-013)."""
    units, sides = a.units, a.sides
    if sides[side, at.STANDING] > 0 or sides[1 - side, at.STANDING] == 0:
        return
    for unit in range(sides[side, at.FIRST_UNIT], sides[side, at.END_UNIT]):
        if units[unit, at.STATUS] != at.PRESENT:
            continue
        roll = hundred(a)
        if roll <= a.table[at.PURSUIT]:
            units[unit, at.STATUS] = at.DESTROYED
            write(a, at.CAUGHT, unit, roll)
        elif is_movable(a, unit):
            units[unit, at.STATUS] = at.AWAY
            write(a, at.GOT_AWAY, unit, roll)


@kernel
def copy_start(start: BattleArrays, a: BattleArrays) -> None:
    """Copy the initial state into `a`; loops compile faster than slices."""
    for unit in range(len(start.units)):
        for column in range(at.STATUS, at.UNIT_COLUMNS):
            a.units[unit, column] = start.units[unit, column]
        for column in range(at.LONG_FIRE, at.FIGURE_COLUMNS):
            a.figures[unit, column] = start.figures[unit, column]
    for row in range(len(start.worth)):
        a.worth[row, at.LEFT] = start.worth[row, at.LEFT]
    for side in range(at.MAX_SIDES):
        for column in range(at.STANDING, at.SIDE_COLUMNS):
            a.sides[side, column] = start.sides[side, column]
        for column in range(at.LOST, at.AMOUNT_COLUMNS):
            a.amounts[side, column] = start.amounts[side, column]
    for column in range(at.CHANGING):
        a.table[column] = start.table[column]


@part
def continues(a: BattleArrays) -> bool:
    """True if another round is fought: both lines stand, or a wave is still to come."""
    if a.table[at.ROUND] >= a.table[at.MAX_ROUNDS]:
        return False
    for side in range(at.MAX_SIDES):
        awaited = a.table[at.ASSAULT] != 0 and has_units_to_come(a, side)
        if a.sides[side, at.STANDING] == 0 and not awaited:
            return False
    return True


@kernel
def close_round(a: BattleArrays) -> None:
    """Age the emerged units by a round and form the lines."""
    for side in range(at.MAX_SIDES):
        for place in range(a.sides[side, at.STANDING]):
            unit = a.line[side, place]
            if a.units[unit, at.AGE] < 2:
                a.units[unit, at.AGE] += 1
        form_line(a, side)


@kernel
def write_totals(a: BattleArrays, totals: Integers, by_side: Integers) -> None:
    """Write a run's winner, rounds, strikes and words, and the remains of each side."""
    first_stands, second_stands = a.sides[0, at.STANDING] > 0, a.sides[1, at.STANDING] > 0
    totals[WINNER] = -1
    if first_stands != second_stands:
        totals[WINNER] = 0 if first_stands else 1
    totals[ROUNDS] = a.table[at.ROUND]
    totals[STRIKES] = a.table[at.STRIKES]
    totals[WORDS] = np.int64(a.source[DRAWN])
    for unit in range(len(a.units)):
        side, status = a.units[unit, at.SIDE], a.units[unit, at.STATUS]
        if status == at.DESTROYED:
            by_side[side, UNITS_LOST] += 1
            continue
        left = 0.0
        for row in range(a.units[unit, at.CURSOR], a.units[unit, at.END]):
            left += a.worth[row, at.LEFT]
        by_side[side, UNITS_LEFT if status == at.PRESENT else UNITS_AWAY] += 1
        by_side[side, POINTS_LEFT] += np.int64(np.floor(left))


def _signature() -> Any:
    """The numba types of `fight_many`."""
    import numba

    types: Any = numba.types
    small, plane = types.int32[:, ::1], types.int64[:, ::1]
    floats, row = types.float64[:, ::1], types.float64[::1]
    numbers = types.int64[::1]
    arena = types.NamedTuple(
        [
            small, floats, small, floats, numbers, row, plane, floats, small,
            types.int32[::1], small, row, numbers, types.uint64[::1], floats,
        ],
        BattleArrays,
    )  # fmt: skip
    return types.void(arena, arena, types.uint64, types.uint64, plane, types.int64[:, :, ::1])


@entrance(_signature)
def fight_many(
    start: BattleArrays,
    work: BattleArrays,
    key: np.uint64,
    first_run: np.uint64,
    totals: Integers,
    by_side: Integers,
) -> None:
    """Fight len(totals) runs from `first_run` on; write the totals of runs and sides.

    `work` keeps the state of the last run. Side 0 attacks in an assault. The steps of a round are
    inlined because the compiler would process all of them again for each intermediate function.
    """
    a = work
    for run in range(len(totals)):
        copy_start(start, a)
        open_run(a.source, key, first_run + np.uint64(run))
        for unit in range(len(a.units)):
            update_ratings(a, unit)
        form_line(a, 0)
        form_line(a, 1)
        leave_before_first_round(a)
        while continues(a):
            a.table[at.ROUND] += 1
            opens = False
            if a.table[at.ASSAULT] != 0 and not emerge(a):
                end_assault(a)
                opens = True
            if a.table[at.ASSAULT] != 0 or opens:
                form_line(a, 0)
                form_line(a, 1)
            elif a.table[at.ROUND] > 1 and a.table[at.GAS] == 0:
                shift_gap(a)
            band = band_of(a)
            write(a, at.BAND_IS, band, a.table[at.GAP])
            if a.table[at.ROUND] == 1:
                launch(a, 0)
                launch(a, 1)
            aim(a, 0, band)
            aim(a, 1, band)
            if a.table[at.ROUND] == 1:
                land_missiles(a, 0, band)
                land_missiles(a, 1, band)
            strike(a, 0)
            strike(a, 1)
            close_round(a)
            break_off(a)
        admit_late_units(a)
        pursue(a, 0)
        pursue(a, 1)
        write_totals(a, totals[run], by_side[run])
