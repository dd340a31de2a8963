"""A battle from first to last round, and many runs of it (SC-CBT-009, SC-WPA-003)."""

from __future__ import annotations

from typing import Any

import numpy as np

from horizons_core.kernels.jit import entrance, kernel, part
from horizons_core.kernels.sampling import DRAWN, open_run
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.fire import aim, land_missiles, launch, strike
from variants.starcluster.battle.kernels.moves import (
    admit_late_units,
    band_of,
    break_off,
    emerge,
    end_assault,
    has_units_to_come,
    leave_before_first_round,
    pursue,
    shift_gap,
)
from variants.starcluster.battle.kernels.protocol import BattleArrays, Integers, write
from variants.starcluster.battle.kernels.state import form_line, update_ratings

# Columns of the totals of a run, and of its sides; points in tenths, rounded down.
WINNER, ROUNDS, STRIKES, WORDS = range(4)
TOTALS = 4
UNITS_LEFT, UNITS_AWAY, UNITS_LOST, POINTS_LEFT = range(4)
SIDE_TOTALS = 4


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
    for side in range(at.MOST_SIDES):
        for column in range(at.STANDING, at.SIDE_COLUMNS):
            a.sides[side, column] = start.sides[side, column]
        for column in range(at.LOST, at.AMOUNT_COLUMNS):
            a.amounts[side, column] = start.amounts[side, column]
    for column in range(at.CHANGING):
        a.table[column] = start.table[column]


@part
def continues(a: BattleArrays) -> bool:
    """True if another round is fought: both lines stand, or a wave is still to come."""
    if a.table[at.ROUND] >= a.table[at.MOST_ROUNDS]:
        return False
    for side in range(at.MOST_SIDES):
        awaited = a.table[at.ASSAULT] != 0 and has_units_to_come(a, side)
        if a.sides[side, at.STANDING] == 0 and not awaited:
            return False
    return True


@kernel
def close_round(a: BattleArrays) -> None:
    """Age the emerged units by a round and form the lines."""
    for side in range(at.MOST_SIDES):
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
