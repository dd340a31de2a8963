"""Opening of a battle, tactical turns, fights of two sides or several, and batches.

The opening decides initiative, the order of sides, distance and the drop.
(C2E-14.1-02, C2E-17.6-02, C2E-17.7-01, C2E-17.8-01, C2E-17.9-01, C2E-17.10-01)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from horizons_core.kernels.jit import entrance, kernel, part
from horizons_core.kernels.sampling import DRAWN, open_run
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.damage import end_turn
from variants.campaign2e.battle.kernels.flights import come_aboard, fire_missiles, fly
from variants.campaign2e.battle.kernels.gunnery import gunnery
from variants.campaign2e.battle.kernels.movement import (
    accelerate,
    disengage,
    gets_away,
    intend,
    jump,
    move,
    prefer,
    survey,
    tally,
    warm_up,
)
from variants.campaign2e.battle.kernels.protocol import (
    Arena,
    Integers,
    boxes_of,
    die,
    is_adrift,
    write,
)

EDGES = 6

# Columns of a run's totals, and of its sides' totals.
HOLDER, TURNS, SHOTS, WORDS = range(4)
TOTALS = 4
SHIPS_LEFT, SHIPS_LOST, SHIPS_CAPTURED, POINTS_LEFT, BOXES_LOST = range(5)
SIDE_TOTALS = 5


@kernel
def roll_for_initiative(a: Arena) -> None:
    """Roll the die of each side, with its bonuses for a lane and for presence."""
    count, sides = a.table[at.SIDES], a.sides
    for side in range(count):
        sides[side, at.ROLL] = die(a) + sides[side, at.BONUS]
        sides[side, at.MORE_ROLLS] = 0
    if count > 2:
        while are_alike(a, count):
            for side in range(count):
                if sides[side, at.IS_TIED] > 0:
                    sides[side, at.MORE_ROLLS] = 6 * sides[side, at.MORE_ROLLS] + die(a)


@kernel
def are_alike(a: Arena, count: int) -> bool:
    """Mark the sides whose rolls equal another's; returns whether there are any."""
    sides = a.sides
    any_tied = False
    for side in range(count):
        sides[side, at.IS_TIED] = 0
        for other in range(count):
            if (
                other != side
                and sides[other, at.ROLL] == sides[side, at.ROLL]
                and sides[other, at.MORE_ROLLS] == sides[side, at.MORE_ROLLS]
            ):
                sides[side, at.IS_TIED] = 1
                any_tied = True
    return any_tied


@kernel
def lowest(a: Arena) -> int:
    """Return the waiting side with the lowest initiative; -1 for none."""
    sides = a.sides
    best = -1
    for side in range(a.table[at.SIDES]):
        if sides[side, at.HAS_MET] == 0 and (
            best < 0
            or sides[side, at.ROLL] < sides[best, at.ROLL]
            or (
                sides[side, at.ROLL] == sides[best, at.ROLL]
                and sides[side, at.MORE_ROLLS] < sides[best, at.MORE_ROLLS]
            )
        ):
            best = side
    return best


@part
def ring(a: int, b: int) -> int:
    """Return the number of steps between two edges of the ring, 0 to 3."""
    return min((a - b) % EDGES, (b - a) % EDGES)


@kernel
def open_battle(a: Arena, side: int, enemy: int) -> None:
    """Put two sides at their distance, and let the one with the drop change it."""
    sides = a.sides
    a.table[at.RANGE] = a.table[at.SAME_EDGE] + a.table[at.EDGE_DISTANCE] * ring(
        sides[side, at.EDGE], sides[enemy, at.EDGE]
    )
    ahead = sides[side, at.ROLL] - sides[enemy, at.ROLL]
    if ahead > 0:
        use_drop(a, side, enemy, ahead // 2)
    else:
        use_drop(a, enemy, side, -ahead // 2)
    rolls = sides[side, at.ROLL], sides[enemy, at.ROLL]
    write(a, at.OPENING, side, enemy, a.table[at.RANGE], rolls[0], rolls[1])


@kernel
def use_drop(a: Arena, side: int, other: int, changes: int) -> None:
    """Make changes by the words of ENTRY in turn, or else towards the preferred range."""
    sides, step = a.sides, a.table[at.EDGE_DISTANCE]
    for change in range(changes):
        word = sides[side, at.ENTRY + change] if change < at.MAX_CHANGES else at.PROGRAM
        distance = a.table[at.RANGE]
        if word == at.SPLIT:
            sides[side, at.IS_SPLIT] = 1
        elif word == at.NEARER:
            distance -= step
        elif word == at.FARTHER:
            distance += step
        elif word >= at.EDGE_WORD:
            before = ring(sides[side, at.EDGE], sides[other, at.EDGE])
            shift_edge(a, side, word - at.EDGE_WORD)
            distance += step * (ring(sides[side, at.EDGE], sides[other, at.EDGE]) - before)
        else:
            gap = distance - sides[side, at.PREFERRED]
            if 2 * gap > step:
                distance -= step
            elif 2 * gap < -step:
                distance += step
        a.table[at.RANGE] = min(max(distance, a.table[at.MIN_OPENING]), a.table[at.MAX_OPENING])


@kernel
def shift_edge(a: Arena, side: int, target: int) -> None:
    """Shift the entry of a side by one edge towards a target; clockwise on a tie."""
    edge = a.sides[side, at.EDGE]
    clockwise = (target - edge) % EDGES
    if clockwise > 0:
        a.sides[side, at.EDGE] = (edge + (1 if 2 * clockwise <= EDGES else EDGES - 1)) % EDGES


@kernel
def initiative(a: Arena, side: int, enemy: int) -> tuple[int, int]:
    """Roll for the initiative of a turn; returns the winning side and the other."""
    while True:
        roll, enemy_roll = die(a), die(a)
        if roll > enemy_roll:
            return side, enemy
        if enemy_roll > roll:
            return enemy, side


@kernel
def plan(a: Arena, side: int, enemy: int) -> None:
    """Find the preferred ranges of both sides."""
    tally(a, side)
    tally(a, enemy)
    prefer(a, side, enemy)
    prefer(a, enemy, side)


@kernel
def break_away(a: Arena, side: int, enemy: int) -> None:
    """Remove running sides from the fight: both if both run, else by distance, speed and dice."""
    side_runs, enemy_runs = a.sides[side, at.RUNNING] != 0, a.sides[enemy, at.RUNNING] != 0
    if side_runs and (enemy_runs or gets_away(a, side, enemy)):
        disengage(a, side)
    if enemy_runs and (side_runs or gets_away(a, enemy, side)):
        disengage(a, enemy)


@part
def is_undecided(a: Arena, side: int, enemy: int) -> bool:
    """Return whether both sides have ships not adrift, and either side has an armed ship."""
    sides = a.sides
    return (
        sides[side, at.STANDING] > 0
        and sides[enemy, at.STANDING] > 0
        and sides[side, at.ARMED] + sides[enemy, at.ARMED] > 0
    )


@kernel
def meet(a: Arena, side: int, enemy: int) -> int:
    """Put two sides at their opening distance; returns the number of their last turn."""
    get_ready(a, side)
    get_ready(a, enemy)
    plan(a, side, enemy)
    open_battle(a, side, enemy)
    return a.table[at.TURN] + a.table[at.MAX_TURNS]


@kernel
def get_ready(a: Arena, side: int) -> None:
    """Turn a side towards the enemy (C2E-17.10-01), at its speed and with cold drives."""
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
    """Write a run's holder of the field, turns, attacks and random words, and totals by side."""
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
    """Return the next side in order of initiative; -1 for none."""
    a.sides[holder, at.HAS_MET] = 1
    return lowest(a)


@kernel
def holder_of(a: Arena, side: int, enemy: int) -> tuple[int, int]:
    """Return the holder of the field after a fight, and the next side.

    If both sides still have ships there is no holder, and the battle ends for all.
    """
    sides = a.sides
    sides[enemy, at.HAS_MET] = 1
    if sides[side, at.STANDING] > 0 and sides[enemy, at.STANDING] > 0:
        return side, -1
    holder = enemy if sides[enemy, at.STANDING] > 0 else side
    other = lowest(a)
    if other < 0 and sides[holder, at.STANDING] > 0:
        a.table[at.HOLDER] = holder
    return holder, other


@kernel
def begin(start: Arena, work: Arena) -> None:
    """Copy the initial state into `work`; loops compile faster than slices."""
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
    """Return the numba types of `fight_many`."""
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
    """Fight len(totals) runs from `first_run` on; write each run's totals, and those of its sides.

    The two sides with the lowest initiative meet, then the winner and the next side, and so on. Two
    sides fight until one is gone, none can fight, or their turns are over. `work` keeps the state
    of the last run. The steps of a turn are inlined here, because the compiler would process all of
    them again for each function in between.
    """
    a = work
    for run in range(len(totals)):
        begin(start, a)
        open_run(a.source, key, first_run + np.uint64(run))
        roll_for_initiative(a)
        side = lowest(a)
        enemy = next_side(a, side)
        while enemy >= 0:
            last = meet(a, side, enemy)
            while is_undecided(a, side, enemy) and a.table[at.TURN] < last:
                a.table[at.TURN] += 1
                a.table[at.HIT] = 0
                intend(a, side, enemy)
                intend(a, enemy, side)
                first, second = initiative(a, side, enemy)
                jump(a, side, enemy)
                jump(a, enemy, side)
                warm_up(a, side)
                warm_up(a, enemy)
                accelerate(a, side)
                accelerate(a, enemy)
                plan(a, side, enemy)
                move(a, side, enemy)
                fly(a, first, second)
                fire_missiles(a, first, second)
                fire_missiles(a, second, first)
                gunnery(a, first, second)
                end_turn(a, side)
                end_turn(a, enemy)
                a.sides[side, at.COMBAT_TURNS] += a.table[at.HIT]
                a.sides[enemy, at.COMBAT_TURNS] += a.table[at.HIT]
                break_away(a, side, enemy)
                survey(a, side)
                survey(a, enemy)
            come_aboard(a, side)
            come_aboard(a, enemy)
            side, enemy = holder_of(a, side, enemy)
        write_totals(start, a, totals[run], by_side[run])
