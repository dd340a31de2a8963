"""The lists of the battle kernels: standing units, ready units, targets (`protocol`, 1 to 4).

Nothing is searched: a unit is removed from a list by its position, and the last one fills the gap.
So a shot costs the same in small and in large battles.
"""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from horizons_core.kernels.work import count_steps
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.arithmetic import below
from variants.far_horizons.battle.kernels.protocol import (
    BattleArrays,
    Integers,
    U,
    Workspace,
    cell,
    entry,
)

CANDIDATES = 4


@part
def side_of(work: Workspace, unit: int) -> int:
    """Return the side of a unit that is in the stage."""
    return work.hot[cell(unit, at.TAG)] >> at.TAG_BITS


@part
def put_down(state: Integers, count: int, total: int) -> None:
    """Store the numbers of ready units and of shots left, for other functions to change."""
    state[at.READY], state[at.LEFT_TO_FIRE] = count, total


@part
def get_ready(field: BattleArrays, work: Workspace) -> None:
    """Make the list of units that fire in this round, with all their shots."""
    state, hot, cold = work.state, work.hot, work.cold
    state[at.READY] = state[at.LEFT_TO_FIRE] = 0
    if not find_firing(field, work):
        return
    count_steps(state[at.LINE])
    count = total = 0
    for place in range(state[at.LINE]):
        unit = work.line[U(place)]
        tag = hot[cell(unit, at.TAG)]
        side, kind = tag >> at.TAG_BITS, tag & at.KIND_BITS
        firing = work.tally[entry(side, at.FIRING)]
        shots = cold[U(unit), at.VOLLEY] & firing
        able = np.int64(shots > 0)
        if kind == at.STARBASE and firing and cold[unit, at.STATE] == at.FIGHTING:
            cold[unit, at.FORCES] = can_force(field, work, unit)
            able |= cold[unit, at.FORCES]
        hot[cell(unit, at.SHOTS_LEFT)] = shots
        work.seat[U(unit)] = (count + 1) * able - 1
        work.ready[U(count)] = unit
        count += able
        total += shots
    state[at.READY], state[at.LEFT_TO_FIRE] = count, total


@part
def find_firing(field: BattleArrays, work: Workspace) -> bool:
    """Mark the sides that fire in this round with all bits set; return whether any does."""
    tally, any_side = work.tally, False
    for side in range(len(field.sides)):
        fires = tally[entry(side, at.FIRES)] != 0 and tally[entry(side, at.ENEMIES)] > 0
        fires = fires and not tally[entry(side, at.SURPRISED_NOW)]
        tally[entry(side, at.FIRING)] = -np.int64(fires)
        any_side = any_side or fires
    return any_side


@part
def can_force(field: BattleArrays, work: Workspace, unit: int) -> bool:
    """Return whether a starbase has forced jump or misjump units."""
    jump, misjump = field.units[unit, at.FORCED_JUMP], field.units[unit, at.FORCED_MISJUMP]
    return (jump >= 0 and work.hold[jump] > 0) or (misjump >= 0 and work.hold[misjump] > 0)


@part
def choose(field: BattleArrays, work: Workspace, place: int, side: int) -> tuple[int, int]:
    """Draw a target for a side; also return the position of the next word (FH-TARGET-001)."""
    words, state, might = work.words, work.state, work.might
    enemies = work.tally[entry(side, at.ENEMIES)]
    drawn, place = below(words, state, place, enemies)
    target = candidate(field, work, side, drawn)
    if not work.tally[entry(side, at.SAME)]:
        for _ in range(CANDIDATES - 1):
            drawn, place = below(words, state, place, enemies)
            other = candidate(field, work, side, drawn)
            better = -np.int64(might[U(other)] > might[U(target)])
            target ^= (target ^ other) & better  # a branch would often be mispredicted
    return target, place


@part
def candidate(field: BattleArrays, work: Workspace, side: int, place: int) -> int:
    """Return the unit at this position among all targets of a side."""
    tally = work.tally
    sole = tally[entry(side, at.SOLE)]
    if sole >= 0:
        return work.alive[U(tally[entry(sole, at.FIRST)] + place)]
    return candidate_of_many(field, work, side, place)


@kernel
def candidate_of_many(field: BattleArrays, work: Workspace, side: int, place: int) -> int:
    """Do what `candidate` does when the targets belong to several sides."""
    tally = work.tally
    other = 0
    while not field.hostile[side, other] or place >= tally[entry(other, at.STANDING)]:
        if field.hostile[side, other]:
            place -= tally[entry(other, at.STANDING)]
        other += 1
    return work.alive[tally[entry(other, at.FIRST)] + place]


@part
def spend(work: Workspace, seated: int, count: int, left: int) -> int:
    """Store the shots left of a ready unit by its position; return the number of ready units.

    A unit without shots leaves the list, and the last one fills its position, without a branch.
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
def leave_ready(work: Workspace, place: int) -> None:
    """Remove the unit at this position from the ready list."""
    ready, seat = work.ready, work.seat
    last = work.state[at.READY] - 1
    seat[U(ready[U(place)])] = -1
    work.state[at.READY] = last
    if place != last:
        moved = ready[U(last)]
        ready[U(place)] = moved
        seat[U(moved)] = place


@kernel
def drop(field: BattleArrays, work: Workspace, unit: int) -> None:
    """Remove a unit from the fight: it no longer fires, and is not a target."""
    cross_off(field, work, unit)


@part
def cross_off(field: BattleArrays, work: Workspace, unit: int) -> None:
    """Remove a unit as `drop` does, inlined: a call with these arrays costs as much as a shot."""
    work.cold[U(unit), at.VOLLEY] = 0
    work.state[at.LEFT_TO_FIRE] -= work.hot[cell(unit, at.SHOTS_LEFT)]
    work.hot[cell(unit, at.SHOTS_LEFT)] = 0
    if work.seat[U(unit)] >= 0:
        leave_ready(work, work.seat[U(unit)])
    place = work.cold[U(unit), at.STANDS]
    if place < 0:  # a ship in germ warfare
        return
    side = side_of(work, unit)
    first, last = work.tally[entry(side, at.FIRST)], work.tally[entry(side, at.STANDING)] - 1
    moved = work.alive[U(first + last)]
    work.alive[U(first + place)] = moved
    work.cold[U(moved), at.STANDS] = place
    work.cold[U(unit), at.STANDS] = -1
    work.tally[entry(side, at.STANDING)] = last
    for other in range(len(field.sides)):
        if field.hostile[U(other), U(side)]:
            work.tally[entry(other, at.ENEMIES)] -= 1
            if work.tally[entry(other, at.ENEMIES)] == 0:
                strike_off(work, other)


@kernel
def strike_off(work: Workspace, side: int) -> None:
    """Stop the fire of a side without targets for this round."""
    for place in range(work.state[at.READY] - 1, -1, -1):
        unit = work.ready[U(place)]
        if side_of(work, unit) == side:
            work.state[at.LEFT_TO_FIRE] -= work.hot[cell(unit, at.SHOTS_LEFT)]
            work.hot[cell(unit, at.SHOTS_LEFT)] = 0
            leave_ready(work, place)
