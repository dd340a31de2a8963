"""Tactical turns, fights of two sides, battles of several, and many battles (C2E-14.1-02)."""

from __future__ import annotations

from typing import Any

import numpy as np

from horizons_core.kernels.jit import entrance, kernel, part
from horizons_core.kernels.sampling import DRAWN, open_run
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.flights import come_aboard, fire_missiles, fly
from variants.campaign2e.battle.kernels.gunnery import gunnery
from variants.campaign2e.battle.kernels.movement import (
    accelerate,
    disengage,
    gets_away,
    intend,
    jump,
    move,
    survey,
    warm_up,
)
from variants.campaign2e.battle.kernels.opening import lowest, open_battle, roll_for_initiative
from variants.campaign2e.battle.kernels.protocol import Arena, Integers, boxes_of, die, is_adrift
from variants.campaign2e.battle.kernels.ranges import prefer, tally
from variants.campaign2e.battle.kernels.repairs import end_turn

# Columns of the totals of a run, and of its sides.
HOLDER, TURNS, SHOTS, WORDS = range(4)
TOTALS = 4
SHIPS_LEFT, SHIPS_LOST, SHIPS_CAPTURED, POINTS_LEFT, BOXES_LOST = range(5)
SIDE_TOTALS = 5


@kernel
def initiative(a: Arena, one: int, two: int) -> tuple[int, int]:
    """Throw for the initiative of a turn; answer the side that has it, and the other."""
    while True:
        of_one, of_two = die(a), die(a)
        if of_one > of_two:
            return one, two
        if of_two > of_one:
            return two, one


@kernel
def plan(a: Arena, one: int, two: int) -> None:
    """Find the ranges that both sides prefer."""
    tally(a, one)
    tally(a, two)
    prefer(a, one, two)
    prefer(a, two, one)


@kernel
def break_away(a: Arena, one: int, two: int) -> None:
    """Let running sides get away: both if both run, else the one by distance, speed and luck."""
    one_runs, two_runs = a.sides[one, at.RUNNING] != 0, a.sides[two, at.RUNNING] != 0
    if one_runs and (two_runs or gets_away(a, one, two)):
        disengage(a, one)
    if two_runs and (one_runs or gets_away(a, two, one)):
        disengage(a, two)


@part
def goes_on(a: Arena, one: int, two: int) -> bool:
    """Return whether both sides have ships that are not adrift, and one of them an armed ship."""
    sides = a.sides
    return (
        sides[one, at.STANDING] > 0
        and sides[two, at.STANDING] > 0
        and sides[one, at.ARMED] + sides[two, at.ARMED] > 0
    )


@kernel
def meet(a: Arena, one: int, two: int) -> int:
    """Put two sides at their distance; answer the number of the last turn they may fight."""
    get_ready(a, one)
    get_ready(a, two)
    plan(a, one, two)
    open_battle(a, one, two)
    return a.table[at.TURN] + a.table[at.MOST_TURNS]


@kernel
def get_ready(a: Arena, side: int) -> None:
    """Turn a side towards the enemy (C2E-17.10-01), at its speed, with all drives cold."""
    sides = a.sides
    survey(a, side)
    sides[side, at.RUNNING] = 0
    sides[side, at.REAR_RUNS] = 0
    accelerate(a, side)
    sides[side, at.SPEED] = abs(sides[side, at.SPEED])
    for ship in range(sides[side, at.FIRST_SHIP], sides[side, at.LAST_SHIP]):
        a.ships[ship, at.WARM] = 0


@kernel
def write_totals(start: Arena, a: Arena, totals: Integers, by_side: Integers) -> None:
    """Write a run's holder of the field, turns, attacks and words, and what is left by side."""
    ships, holder = a.ships, a.table[at.HOLDER]
    totals[HOLDER] = holder
    totals[TURNS] = a.table[at.TURN]
    totals[SHOTS] = a.table[at.SHOTS]
    totals[WORDS] = np.int64(a.source[DRAWN])
    for ship in range(len(ships)):
        side, status = ships[ship, at.SIDE], ships[ship, at.STATUS]
        lost = boxes_of(start, ship)
        drifts = status == at.HULK or (status == at.IN_PLACE and is_adrift(a, ship))
        if status == at.DESTROYED:
            by_side[side, SHIPS_LOST] += 1
        elif drifts and holder >= 0 and holder != side:
            by_side[side, SHIPS_CAPTURED] += 1
            lost -= boxes_of(a, ship)
        else:
            by_side[side, SHIPS_LEFT] += 1
            by_side[side, POINTS_LEFT] += ships[ship, at.POINTS]
            lost -= boxes_of(a, ship)
        by_side[side, BOXES_LOST] += lost


@kernel
def next_side(a: Arena, holder: int) -> int:
    """Return the side that comes next, in order of initiative; -1 for none."""
    a.sides[holder, at.HAS_MET] = 1
    return lowest(a)


@kernel
def holder_of(a: Arena, one: int, two: int) -> tuple[int, int]:
    """Return who holds the field after a fight, and who comes next.

    If ships of both are still there nobody holds it, and the battle is over for all.
    """
    sides = a.sides
    sides[two, at.HAS_MET] = 1
    if sides[one, at.STANDING] > 0 and sides[two, at.STANDING] > 0:
        return one, -1
    holder = two if sides[two, at.STANDING] > 0 else one
    other = lowest(a)
    if other < 0 and sides[holder, at.STANDING] > 0:
        a.table[at.HOLDER] = holder
    return holder, other


@kernel
def begin(start: Arena, work: Arena) -> None:
    """Write into `work` what a battle begins with; loops compile quicker than slices."""
    for ship in range(len(start.ships)):
        for column in range(at.SHIP_COLUMNS):
            work.ships[ship, column] = start.ships[ship, column]
    for row in range(len(start.systems)):
        for column in range(at.SYSTEM_COLUMNS):
            work.systems[row, column] = start.systems[row, column]
    for group in range(len(start.groups)):
        for column in range(at.GROUP_COLUMNS):
            work.groups[group, column] = start.groups[group, column]
    for side in range(len(start.sides)):
        for column in range(at.TALLY):
            work.sides[side, column] = start.sides[side, column]
    for column in range(at.CHANGING):
        work.table[column] = start.table[column]


def _signature() -> Any:
    """The numba types of `fight_many`."""
    import numba

    types: Any = numba.types
    plane, small = types.int64[:, ::1], types.int32[:, ::1]
    arena = types.NamedTuple(
        [small] * 3 + [plane] * 2 + [types.int64[::1], types.uint64[::1], plane], Arena
    )
    return types.void(arena, arena, types.uint64, types.uint64, plane, types.int64[:, :, ::1])


@entrance(_signature)
def fight_many(
    start: Arena,
    work: Arena,
    key: np.uint64,
    first_run: np.uint64,
    totals: Integers,
    by_side: Integers,
) -> None:
    """Fight len(totals) runs from `first_run` on; write the totals of each, and those of its sides.

    The two sides with the lowest initiative meet, then who is left and the next, and so on. Two
    fight until a side is gone, nobody can fight, or their turns are over. `work` is left as the
    last run left it. The steps of a turn stand here and not in a function of their own, as the
    compiler would work through all of them once more for each function in between.
    """
    a = work
    for run in range(len(totals)):
        begin(start, a)
        open_run(a.source, key, first_run + np.uint64(run))
        roll_for_initiative(a)
        one = lowest(a)
        two = next_side(a, one)
        while two >= 0:
            last = meet(a, one, two)
            while goes_on(a, one, two) and a.table[at.TURN] < last:
                a.table[at.TURN] += 1
                a.table[at.HIT] = 0
                intend(a, one, two)
                intend(a, two, one)
                first, second = initiative(a, one, two)
                jump(a, one, two)
                jump(a, two, one)
                warm_up(a, one)
                warm_up(a, two)
                accelerate(a, one)
                accelerate(a, two)
                plan(a, one, two)
                move(a, one, two)
                fly(a, first, second)
                fire_missiles(a, first, second)
                fire_missiles(a, second, first)
                gunnery(a, first, second)
                end_turn(a, one)
                end_turn(a, two)
                a.sides[one, at.COMBAT_TURNS] += a.table[at.HIT]
                a.sides[two, at.COMBAT_TURNS] += a.table[at.HIT]
                break_away(a, one, two)
                survey(a, one)
                survey(a, two)
            come_aboard(a, one)
            come_aboard(a, two)
            one, two = holder_of(a, one, two)
        write_totals(start, a, totals[run], by_side[run])
