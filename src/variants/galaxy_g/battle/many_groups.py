"""The battle of many groups, as defined in `kernels`, with a search for each ship drawn.

The ships left, and those waiting, are counted in groups, in blocks of 16 groups and in superblocks
of 16 blocks, so a search reads only a few dozen numbers for any number of groups. Living ships
hostile to a side are counted by side.
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
    MAX_ROUNDS,
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

BLOCK, SUPERBLOCK = 16, 256  # groups

# The rows of a workspace: by group, by block and by superblock, each first ships left and then
# ships waiting; then by group whether it is ready to fire; then by side.
LEFT, WAIT, LEFT_IN_BLOCKS, WAIT_IN_BLOCKS = range(4)
LEFT_IN_SUPERBLOCKS, WAIT_IN_SUPERBLOCKS, READY = range(4, 7)
LEFT_OF_SIDE, HOSTILE_TO_SIDE, STRONGEST, WEAKEST = range(7, 11)
WORKSPACE_ROWS = 11


@kernel
def reset_ships(groups: Integers, hostile: Integers, workspace: Integers) -> None:
    """Restore the numbers of ships before the battle."""
    workspace[:] = 0
    count_steps(len(groups))
    for group in range(len(groups)):
        ships = groups[group, SHIPS]
        workspace[LEFT_OF_SIDE, groups[group, SIDE]] += ships
        add(workspace, LEFT, group, ships)
    for side in range(len(hostile)):
        for other in range(len(hostile)):
            workspace[HOSTILE_TO_SIDE, side] += (
                hostile[side, other] * workspace[LEFT_OF_SIDE, other]
            )


@part
def add(workspace: Integers, row: int, group: int, count: Integer) -> None:
    """Add ships to those left or waiting of a group, and to the sums above."""
    workspace[row, group] += count
    workspace[row + 2, group // BLOCK] += count
    workspace[row + 4, group // SUPERBLOCK] += count


@part
def find(workspace: Integers, row: int, superblocks: int, place: int) -> tuple[int, int]:
    """The group of the ship at a place, and its place in the group."""
    superblock, before, passed = 0, 0, 0
    for other in range(superblocks - 1):
        passed += workspace[row + 4, other]
        superblock += place >= passed
        before = passed if place >= passed else before
    place -= before
    block, before, passed = BLOCK * superblock, 0, 0
    for other in range(BLOCK * superblock, BLOCK * superblock + BLOCK - 1):
        passed += workspace[row + 2, other]
        block += place >= passed
        before = passed if place >= passed else before
    place -= before
    group, before, passed = BLOCK * block, 0, 0
    for other in range(BLOCK * block, BLOCK * block + BLOCK - 1):
        passed += workspace[row, other]
        group += place >= passed
        before = passed if place >= passed else before
    return group, place - before


@kernel
def update_ready(
    groups: Integers, thresholds: Integers, hostile: Integers, workspace: Integers
) -> bool:
    """Find the groups ready to fire; return whether any of them can destroy a ship.

    The strongest attack of a side counts, against the weakest defence of each side hostile to it.
    """
    count_steps(len(groups))
    for side in range(len(hostile)):
        workspace[STRONGEST, side], workspace[WEAKEST, side] = -1, thresholds.shape[1]
    for group in range(len(groups)):
        side = groups[group, SIDE]
        ready = groups[group, ATTACKS] > 0 and workspace[HOSTILE_TO_SIDE, side] > 0
        workspace[READY, group] = -1 if ready else 0
        if workspace[LEFT, group] > 0:
            workspace[WEAKEST, side] = min(workspace[WEAKEST, side], groups[group, DEFENCE])
            if ready:
                workspace[STRONGEST, side] = max(workspace[STRONGEST, side], groups[group, ATTACK])
    for side in range(len(hostile)):
        for other in range(len(hostile)):
            strongest, weakest = workspace[STRONGEST, side], workspace[WEAKEST, other]
            both = strongest >= 0 and weakest < thresholds.shape[1]
            if both and hostile[side, other] and thresholds[strongest, weakest] > 0:
                return True
    return False


@kernel
def open_round(
    groups: Integers, thresholds: Integers, hostile: Integers, workspace: Integers, state: Integers
) -> int:
    """Mark all ready ships as waiting and return their number, 0 if the battle is over."""
    if state[CHANGED]:
        state[ABLE] = update_ready(groups, thresholds, hostile, workspace)
        state[CHANGED] = 0
    if not state[ABLE] or state[ROUNDS] == state[MAX_ROUNDS]:
        state[OVER] = 1
        return 0
    state[ROUNDS] += 1
    workspace[WAIT_IN_BLOCKS] = 0
    workspace[WAIT_IN_SUPERBLOCKS] = 0
    waiting = 0
    for group in range(len(groups)):
        count = workspace[LEFT, group] & workspace[READY, group]
        workspace[WAIT, group] = 0
        add(workspace, WAIT, group, count)
        waiting += count
    return waiting


@part
def place_among_all(workspace: Integers, hostile: Integers, side: int, place: int) -> int:
    """The place among all living ships of the ship at a place among the hostile ones."""
    passed = 0
    for other in range(len(hostile)):
        left = workspace[LEFT_OF_SIDE, other]
        place += left if hostile[side, other] == 0 and place >= passed else 0
        passed += left
    return place


@part
def lose(
    groups: Integers, hostile: Integers, workspace: Integers, target: int, hit: Integer
) -> None:
    """Remove a ship, if hit, from all sums of ships left."""
    side = groups[target, SIDE]
    add(workspace, LEFT, target, -hit)
    workspace[LEFT_OF_SIDE, side] -= hit
    for other in range(len(hostile)):
        workspace[HOSTILE_TO_SIDE, other] -= hit * hostile[side, other]


@kernel
def dismiss(
    groups: Integers, thresholds: Integers, hostile: Integers, workspace: Integers, state: Integers
) -> int:
    """Unmark waiting ships without enemies; return the number of ships still waiting."""
    if state[SIDES] == 2:
        state[OVER] = 1
    state[ABLE] = update_ready(groups, thresholds, hostile, workspace)
    state[CHANGED] = 0
    waiting = 0
    for group in range(len(groups)):
        count = workspace[WAIT, group]
        add(workspace, WAIT, group, (count & workspace[READY, group]) - count)
        waiting += workspace[WAIT, group]
    return waiting


@kernel
def advance(
    groups: Integers,
    thresholds: Integers,
    hostile: Integers,
    workspace: Integers,
    words: Integers,
    record: Integers,
    state: Integers,
    rows: int,
) -> int:
    """Continue until words run out or the battle is over, as `few_groups.advance` does."""
    waiting, to_fire, shooter = state[WAITING], state[TO_FIRE], state[SHOOTER]
    drawn, shots = state[DRAWN], state[SHOTS]
    first = drawn & ~3
    last = first + WORDS - 3
    superblocks = (len(groups) + SUPERBLOCK - 1) // SUPERBLOCK
    while drawn <= last and not state[OVER]:
        if to_fire == 0:
            if waiting == 0:
                waiting = open_round(groups, thresholds, hostile, workspace, state)
                continue
            product = words[drawn - first] * waiting
            drawn += 1
            if is_refused(product, waiting):
                continue
            shooter, _ = find(workspace, WAIT, superblocks, place_of(product))
            add(workspace, WAIT, shooter, -1)
            waiting -= 1
            to_fire = groups[shooter, ATTACKS]
        side = groups[shooter, SIDE]
        targets = workspace[HOSTILE_TO_SIDE, side]
        product = words[drawn - first] * targets
        drawn += 1
        if is_refused(product, targets):
            continue
        place = place_among_all(workspace, hostile, side, place_of(product))
        target, place = find(workspace, LEFT, superblocks, place)
        threshold = thresholds[groups[shooter, ATTACK], groups[target, DEFENCE]]
        hit = np.int64(words[drawn - first] < threshold)
        drawn += 1
        waited = hit & np.int64(place < workspace[WAIT, target])
        lose(groups, hostile, workspace, target, hit)
        add(workspace, WAIT, target, -waited)
        waiting -= waited
        to_fire -= 1
        shots += 1
        state[CHANGED] |= np.int64(workspace[LEFT, target] == 0)
        if record is not None:
            rows = write_row(record, rows, state, shooter, target, hit)
        if workspace[LEFT_OF_SIDE, groups[target, SIDE]] == 0:
            waiting = dismiss(groups, thresholds, hostile, workspace, state)
            to_fire &= workspace[READY, shooter]
    state[WAITING], state[TO_FIRE], state[SHOOTER] = waiting, to_fire, shooter
    state[DRAWN], state[SHOTS] = drawn, shots
    return rows
