"""The battle of more groups than a few: what `kernels` states, with a search for each ship drawn.

Ships are counted in groups, in blocks of 16 groups and in heaps of 16 blocks, both those that are
left and those that wait, so a search looks at some dozens of numbers whatever the count of groups.
Living ships hostile to a side are counted by side.
"""

import numpy as np

from horizons_core.kernels.jit import kernel, part
from horizons_core.kernels.work import count_steps
from variants.galaxy_g.battle.protocol import (
    ABLE,
    ATTACK,
    ATTACKS,
    CHANGED,
    DEFENCE,
    DRAWN,
    MOST_ROUNDS,
    OVER,
    ROUNDS,
    SHIPS,
    SHOOTER,
    SHOTS,
    SIDE,
    SIDES,
    TO_FIRE,
    WAITING,
    WORDS,
    Integer,
    Integers,
    is_refused,
    place_of,
    write_row,
)

BLOCK, HEAP = 16, 256  # groups

# The rows of a hall: by group, by block and by heap, each first what is left and then what waits;
# then by group whether it is ready to fire; then by side.
LEFT, WAIT, LEFT_IN_BLOCKS, WAIT_IN_BLOCKS, LEFT_IN_HEAPS, WAIT_IN_HEAPS, READY = range(7)
LEFT_OF_SIDE, HOSTILE_TO_SIDE, STRONGEST, WEAKEST = range(7, 11)
HALL_ROWS = 11


@kernel
def muster(groups: Integers, hostile: Integers, hall: Integers) -> None:
    """Let all ships stand as they do before the battle."""
    hall[:] = 0
    count_steps(len(groups))
    for group in range(len(groups)):
        ships = groups[group, SHIPS]
        hall[LEFT_OF_SIDE, groups[group, SIDE]] += ships
        add(hall, LEFT, group, ships)
    for side in range(len(hostile)):
        for other in range(len(hostile)):
            hall[HOSTILE_TO_SIDE, side] += hostile[side, other] * hall[LEFT_OF_SIDE, other]


@part
def add(hall: Integers, what: int, group: int, count: Integer) -> None:
    """Add ships to what is left of a group, or to what waits, and to the sums above it."""
    hall[what, group] += count
    hall[what + 2, group // BLOCK] += count
    hall[what + 4, group // HEAP] += count


@part
def find(hall: Integers, what: int, heaps: int, place: int) -> tuple[int, int]:
    """Answer the group of the ship at a place, and its place in the group."""
    heap, before, passed = 0, 0, 0
    for other in range(heaps - 1):
        passed += hall[what + 4, other]
        heap += place >= passed
        before = passed if place >= passed else before
    place -= before
    block, before, passed = BLOCK * heap, 0, 0
    for other in range(BLOCK * heap, BLOCK * heap + BLOCK - 1):
        passed += hall[what + 2, other]
        block += place >= passed
        before = passed if place >= passed else before
    place -= before
    group, before, passed = BLOCK * block, 0, 0
    for other in range(BLOCK * block, BLOCK * block + BLOCK - 1):
        passed += hall[what, other]
        group += place >= passed
        before = passed if place >= passed else before
    return group, place - before


@kernel
def judge(groups: Integers, thresholds: Integers, hostile: Integers, hall: Integers) -> bool:
    """Find the groups that are ready to fire; answer whether any of them can destroy a ship.

    The strongest attack of a side tells, against the weakest defence of each side hostile to it.
    """
    count_steps(len(groups))
    for side in range(len(hostile)):
        hall[STRONGEST, side], hall[WEAKEST, side] = -1, thresholds.shape[1]
    for group in range(len(groups)):
        side = groups[group, SIDE]
        ready = groups[group, ATTACKS] > 0 and hall[HOSTILE_TO_SIDE, side] > 0
        hall[READY, group] = -1 if ready else 0
        if hall[LEFT, group] > 0:
            hall[WEAKEST, side] = min(hall[WEAKEST, side], groups[group, DEFENCE])
            if ready:
                hall[STRONGEST, side] = max(hall[STRONGEST, side], groups[group, ATTACK])
    for side in range(len(hostile)):
        for other in range(len(hostile)):
            strongest, weakest = hall[STRONGEST, side], hall[WEAKEST, other]
            both = strongest >= 0 and weakest < thresholds.shape[1]
            if both and hostile[side, other] and thresholds[strongest, weakest] > 0:
                return True
    return False


@kernel
def open_round(
    groups: Integers, thresholds: Integers, hostile: Integers, hall: Integers, state: Integers
) -> int:
    """Let all that are ready wait to fire; answer how many do: none if the battle is over."""
    if state[CHANGED]:
        state[ABLE] = judge(groups, thresholds, hostile, hall)
        state[CHANGED] = 0
    if not state[ABLE] or state[ROUNDS] == state[MOST_ROUNDS]:
        state[OVER] = 1
        return 0
    state[ROUNDS] += 1
    hall[WAIT_IN_BLOCKS] = 0
    hall[WAIT_IN_HEAPS] = 0
    waiting = 0
    for group in range(len(groups)):
        count = hall[LEFT, group] & hall[READY, group]
        hall[WAIT, group] = 0
        add(hall, WAIT, group, count)
        waiting += count
    return waiting


@part
def past_friends(hall: Integers, hostile: Integers, side: int, place: int) -> int:
    """Answer the place among all living ships of the ship at a place among the hostile ones."""
    passed = 0
    for other in range(len(hostile)):
        left = hall[LEFT_OF_SIDE, other]
        place += left if hostile[side, other] == 0 and place >= passed else 0
        passed += left
    return place


@part
def lose(groups: Integers, hostile: Integers, hall: Integers, target: int, hit: Integer) -> None:
    """Take a ship, if it was hit, off all sums of what is left."""
    side = groups[target, SIDE]
    add(hall, LEFT, target, -hit)
    hall[LEFT_OF_SIDE, side] -= hit
    for other in range(len(hostile)):
        hall[HOSTILE_TO_SIDE, other] -= hit * hostile[side, other]


@kernel
def dismiss(
    groups: Integers, thresholds: Integers, hostile: Integers, hall: Integers, state: Integers
) -> int:
    """Let those that have no enemy any more wait no longer; answer how many still do."""
    if state[SIDES] == 2:
        state[OVER] = 1
    state[ABLE] = judge(groups, thresholds, hostile, hall)
    state[CHANGED] = 0
    waiting = 0
    for group in range(len(groups)):
        count = hall[WAIT, group]
        add(hall, WAIT, group, (count & hall[READY, group]) - count)
        waiting += hall[WAIT, group]
    return waiting


@kernel
def advance(
    groups: Integers,
    thresholds: Integers,
    hostile: Integers,
    hall: Integers,
    words: Integers,
    record: Integers,
    state: Integers,
    rows: int,
) -> int:
    """Fight on until words run short or the battle is over; as `few_groups.advance` does."""
    waiting, to_fire, shooter = state[WAITING], state[TO_FIRE], state[SHOOTER]
    drawn, shots = state[DRAWN], state[SHOTS]
    first = drawn & ~3
    last = first + WORDS - 3
    heaps = (len(groups) + HEAP - 1) // HEAP
    while drawn <= last and not state[OVER]:
        if to_fire == 0:
            if waiting == 0:
                waiting = open_round(groups, thresholds, hostile, hall, state)
                continue
            product = words[drawn - first] * waiting
            drawn += 1
            if is_refused(product, waiting):
                continue
            shooter, _ = find(hall, WAIT, heaps, place_of(product))
            add(hall, WAIT, shooter, -1)
            waiting -= 1
            to_fire = groups[shooter, ATTACKS]
        side = groups[shooter, SIDE]
        targets = hall[HOSTILE_TO_SIDE, side]
        product = words[drawn - first] * targets
        drawn += 1
        if is_refused(product, targets):
            continue
        place = past_friends(hall, hostile, side, place_of(product))
        target, place = find(hall, LEFT, heaps, place)
        threshold = thresholds[groups[shooter, ATTACK], groups[target, DEFENCE]]
        hit = np.int64(words[drawn - first] < threshold)
        drawn += 1
        waited = hit & np.int64(place < hall[WAIT, target])
        lose(groups, hostile, hall, target, hit)
        add(hall, WAIT, target, -waited)
        waiting -= waited
        to_fire -= 1
        shots += 1
        state[CHANGED] |= np.int64(hall[LEFT, target] == 0)
        if record is not None:
            rows = write_row(record, rows, state, shooter, target, hit)
        if hall[LEFT_OF_SIDE, groups[target, SIDE]] == 0:
            waiting = dismiss(groups, thresholds, hostile, hall, state)
            to_fire &= hall[READY, shooter]
    state[WAITING], state[TO_FIRE], state[SHOOTER] = waiting, to_fire, shooter
    state[DRAWN], state[SHOTS] = drawn, shots
    return rows
