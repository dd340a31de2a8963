"""The battle of up to 32 groups, as defined in `kernels`, with all groups read in every draw.

This has no branches that a processor could mispredict and is fastest for few groups. A shot takes
little more than ten nanoseconds, so the layout of memory matters: all numbers of a battle are in
one array, its buffer, in rows of 32 groups at offsets known to the compiler. Indices are unsigned,
which saves checks for negative ones.

Most battles are duels of two groups hostile to each other. A duel needs no search: the target is
always the other group, and one comparison gives the shooter, so all counts are in local variables,
which the compiler keeps in registers. While both groups live, any group that could destroy a ship
still can, so only the limit of rounds ends a duel before one of them is wiped out. The firing group
and its hits are about as random as coin tosses; a mispredicted branch costs a processor as much
time as a shot. So neither is branched upon: `second` is -1, all bits set, if the second group
fires, and 0 if the first does, and `&` selects the numbers of one group.
"""

import numpy as np

from horizons_core.kernels.jit import kernel, part
from horizons_core.kernels.work import count_steps
from variants.galaxy_g.battle.protocol import (
    ABLE,
    ATTACK,
    ATTACKS,
    BLOCKS,
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
    Integers,
    U,
    is_refused,
    make_words,
    place_of,
    write_row,
)

FEW = 32

# The rows of a buffer. READY is -1 for a group that fires and has a target, 0 for others;
# READY_AT_FIRST is a copy of its initial state. GUNS are the attacks of one ship.
LEFT, WAIT, READY, READY_AT_FIRST, GUNS, OWN = (U(FEW * row) for row in range(6))
# Then two tables with a row per group: -1 for the groups hostile to it, and the thresholds.
HOSTILE = U(6 * FEW)
TO_THRESHOLD = U(FEW * FEW)
BUFFER = 6 * FEW + 2 * FEW * FEW
ZERO, ONE, ROW = U(0), U(1), U(FEW)
LAST_STEP = WORDS - 3  # the last index with enough words for a whole step

# Offsets in a buffer of the thresholds of the first group against the second, and the reverse.
FIRST_AT_SECOND = HOSTILE + TO_THRESHOLD + ONE
SECOND_AT_FIRST = HOSTILE + TO_THRESHOLD + ROW


@kernel
def prepare(
    groups: Integers, thresholds: Integers, hostile: Integers, buffer: Integers, state: Integers
) -> None:
    """Write the constants of all runs of a battle to a buffer of zeros."""
    count_steps(len(groups) * len(groups))
    for shooter in range(len(groups)):
        buffer[GUNS + U(shooter)] = groups[shooter, ATTACKS]
        buffer[OWN + U(shooter)] = groups[shooter, SIDE]
        buffer[LEFT + U(shooter)] = groups[shooter, SHIPS]
        for target in range(len(groups)):
            place = HOSTILE + ROW * U(shooter) + U(target)
            buffer[place] = -hostile[groups[shooter, SIDE], groups[target, SIDE]]
            row, column = groups[shooter, ATTACK], groups[target, DEFENCE]
            buffer[place + TO_THRESHOLD] = thresholds[row, column]
    state[ABLE] = update_ready(buffer, len(groups))
    for group in range(len(groups)):
        buffer[READY_AT_FIRST + U(group)] = buffer[READY + U(group)]


@part
def reset_ships(groups: Integers, buffer: Integers) -> None:
    """Restore the numbers of ships before the battle."""
    for group in range(len(groups)):
        buffer[LEFT + U(group)] = groups[group, SHIPS]
        buffer[READY + U(group)] = buffer[READY_AT_FIRST + U(group)]


@kernel
def update_ready(buffer: Integers, groups: int) -> bool:
    """Find the groups ready to fire; return whether any of them can destroy a ship."""
    able = False
    for shooter in range(groups):
        row = HOSTILE + ROW * U(shooter)
        targets, weak = 0, 0
        for target in range(groups):
            count = buffer[LEFT + U(target)] & buffer[row + U(target)]
            targets += count
            weak += count if buffer[row + TO_THRESHOLD + U(target)] > 0 else 0
        ready = buffer[GUNS + U(shooter)] > 0 and targets > 0
        buffer[READY + U(shooter)] = -1 if ready else 0
        able = able or (ready and weak > 0 and buffer[LEFT + U(shooter)] > 0)
    return able


@kernel
def open_round(buffer: Integers, state: Integers, groups: int) -> int:
    """Mark all ready ships as waiting and return their number, 0 if the battle is over.

    Rounds continue until no ship has an enemy (GG-CBT-013).
    """
    if state[CHANGED]:
        state[ABLE] = update_ready(buffer, groups)
        state[CHANGED] = 0
    if not state[ABLE] or state[ROUNDS] == state[MAX_ROUNDS]:
        state[OVER] = 1
        return 0
    state[ROUNDS] += 1
    waiting = 0
    for group in range(groups):
        count = buffer[LEFT + U(group)] & buffer[READY + U(group)]
        buffer[WAIT + U(group)] = count
        waiting += count
    return waiting


@part
def find_waiting(buffer: Integers, groups: int, place: int) -> np.uint64:
    """The group of the waiting ship at a place, which is drawn uniformly (GG-CBT-003)."""
    passed = buffer[WAIT]
    shooter = U(place >= passed)
    for group in range(1, groups - 1):
        passed += buffer[WAIT + U(group)]
        shooter += U(place >= passed)
    return shooter


@part
def count_targets(buffer: Integers, groups: int, row: np.uint64) -> int:
    """The number of living ships hostile to the group with this row (GG-CBT-004)."""
    # The first two groups are outside the loop because few battles have more.
    targets: int = (buffer[LEFT] & buffer[row]) + (buffer[LEFT + ONE] & buffer[row + ONE])
    for group in range(2, groups):
        targets += buffer[LEFT + U(group)] & buffer[row + U(group)]
    return targets


@part
def find_target(buffer: Integers, groups: int, row: np.uint64, place: int) -> tuple[np.uint64, int]:
    """The group of the hostile ship at a place, and its place in the group."""
    passed = buffer[LEFT] & buffer[row]
    target = U(place >= passed)
    before = passed if place >= passed else 0
    for group in range(1, groups - 1):
        passed += buffer[LEFT + U(group)] & buffer[row + U(group)]
        target += U(place >= passed)
        before = passed if place >= passed else before
    return target, place - before


@kernel
def wipe_out(buffer: Integers, state: Integers, groups: int, side: int) -> bool:
    """Record that a group was wiped out; return whether some ships may have no enemies left."""
    state[CHANGED] = 1
    left = 0
    for group in range(groups):
        left += buffer[LEFT + U(group)] if buffer[OWN + U(group)] == side else 0
    if left == 0 and state[SIDES] == 2:
        state[OVER] = 1
    return left == 0


@kernel
def dismiss(buffer: Integers, state: Integers, groups: int) -> int:
    """Unmark waiting ships without enemies; return the number of ships still waiting."""
    state[ABLE] = update_ready(buffer, groups)
    state[CHANGED] = 0
    waiting = 0
    for group in range(groups):
        buffer[WAIT + U(group)] &= buffer[READY + U(group)]
        waiting += buffer[WAIT + U(group)]
    return waiting


@kernel
def advance(
    buffer: Integers, words: Integers, record: Integers, state: Integers, rows: int, groups: int
) -> int:
    """Continue until words run out or the battle is over; return the rows of the record.

    The first of `words` is number DRAWN - DRAWN % 4 of the run. A whole step takes three words; a
    refused word restarts the step, so that the check for enough words is repeated.

    A ship fires all its attacks (GG-CBT-005); a destroyed ship no longer waits (GG-CBT-006).
    """
    waiting, to_fire, shooter = state[WAITING], state[TO_FIRE], U(state[SHOOTER])
    drawn, shots = state[DRAWN], state[SHOTS]
    first = drawn & ~3
    last = first + WORDS - 3
    count_steps(BLOCKS * groups)
    while drawn <= last:
        if to_fire == 0:
            if waiting == 0:
                waiting = open_round(buffer, state, groups)
                if waiting == 0:
                    break
            product = words[U(drawn - first)] * waiting
            drawn += 1
            if is_refused(product, waiting):
                continue
            shooter = find_waiting(buffer, groups, place_of(product))
            buffer[WAIT + shooter] -= 1
            waiting -= 1
            to_fire = buffer[GUNS + shooter]
        row = HOSTILE + ROW * shooter
        targets = count_targets(buffer, groups, row)
        product = words[U(drawn - first)] * targets
        drawn += 1
        if is_refused(product, targets):
            continue
        target, place = find_target(buffer, groups, row, place_of(product))
        hit = np.int64(words[U(drawn - first)] < buffer[row + TO_THRESHOLD + target])
        drawn += 1
        left = buffer[LEFT + target] - hit
        buffer[LEFT + target] = left
        waited = hit & np.int64(place < buffer[WAIT + target])
        buffer[WAIT + target] -= waited
        waiting -= waited
        to_fire -= 1
        shots += 1
        if record is not None:
            rows = write_row(record, rows, state, np.int64(shooter), np.int64(target), hit)
        if left == 0 and wipe_out(buffer, state, groups, buffer[OWN + target]):
            if state[OVER]:
                break
            waiting = dismiss(buffer, state, groups)
            to_fire &= buffer[READY + shooter]
    state[WAITING], state[TO_FIRE], state[SHOOTER] = waiting, to_fire, np.int64(shooter)
    state[DRAWN], state[SHOTS] = drawn, shots
    return rows


@part
def is_duel(groups: Integers, state: Integers) -> bool:
    """True if there are two groups, and one can destroy the other."""
    return len(groups) == 2 and state[ABLE] != 0


@part
def one_of(second: int, of_first: int, of_second: int) -> int:
    """The number that belongs to the firing group; without a branch."""
    return (of_first & ~second) | (of_second & second)


@part
def mask_of(condition: bool) -> int:  # noqa: FBT001 - converts truth values
    """-1, with all bits set, for True, and 0 for False."""
    return -int(condition)


@kernel
def fight_duel(
    groups: Integers,
    buffer: Integers,
    state: Integers,
    most_rounds: int,
    words: Integers,
    key: np.uint64,
    run: np.uint64,
) -> None:
    """Fight a run to its end; write the ships left to the buffer, and counts to the state.

    `words` has space for WORDS of them. A whole step takes three words; a refused word restarts
    the step, so that the check for enough words is repeated.
    """
    left0, left1 = groups[0, SHIPS], groups[1, SHIPS]
    guns0, guns1 = groups[0, ATTACKS], groups[1, ATTACKS]
    waiting0 = waiting1 = to_fire = second = rounds = shots = 0
    first = place = 0  # number of the first word; index of the next one
    make_words(words, key, run, first)
    while left0 > 0 and left1 > 0:
        if place > LAST_STEP:
            first, place = (first + place) & ~3, (first + place) & 3
            make_words(words, key, run, first)
        if to_fire == 0:
            if waiting0 + waiting1 == 0:
                if rounds == most_rounds:
                    break
                rounds += 1
                waiting0 = left0 & mask_of(guns0 > 0)
                waiting1 = left1 & mask_of(guns1 > 0)
            waiting = waiting0 + waiting1
            product = words[U(place)] * waiting
            place += 1
            if is_refused(product, waiting):
                continue
            second = mask_of(place_of(product) >= waiting0)
            waiting0 += ~second
            waiting1 += second
            to_fire = one_of(second, guns0, guns1)
        targets = one_of(second, left1, left0)
        product = words[U(place)] * targets
        place += 1
        if is_refused(product, targets):
            continue
        threshold = one_of(second, buffer[FIRST_AT_SECOND], buffer[SECOND_AT_FIRST])
        hit = mask_of(words[U(place)] < threshold)
        place += 1
        left0 += hit & second
        left1 += hit & ~second
        waited = hit & mask_of(place_of(product) < one_of(second, waiting1, waiting0))
        waiting0 += waited & second
        waiting1 += waited & ~second
        to_fire -= 1
        shots += 1
    buffer[LEFT], buffer[LEFT + ONE] = left0, left1
    state[ROUNDS], state[SHOTS], state[DRAWN] = rounds, shots, first + place
