"""The battle of two groups hostile to each other, as defined in `kernels`, without any search.

Most battles have this form, and their shots cost little more than their words. The target is always
the other group, and one comparison gives the shooter, so all counts are in local variables, which
the compiler keeps in registers. While both groups live, any group that could destroy a ship still
can, so only the limit of rounds ends a battle before one of them is wiped out.

The firing group and its hits are about as random as coin tosses; a mispredicted branch costs a
processor as much time as a shot. So neither is branched upon: `second` is -1, all bits set, if the
second group fires, and 0 if the first does, and `&` selects the numbers of one group.
"""

import numpy as np

from horizons_core.kernels.jit import kernel, part
from variants.galaxy_g.battle.few_groups import HOSTILE, LEFT, ONE, ROW, TO_THRESHOLD
from variants.galaxy_g.battle.protocol import (
    ABLE,
    ATTACKS,
    DRAWN,
    ROUNDS,
    SHIPS,
    SHOTS,
    WORDS,
    Integers,
    U,
    is_refused,
    make_words,
    place_of,
)

LAST = WORDS - 3  # the last index with enough words for a whole step

# Offsets in a buffer of few groups of the thresholds of the first against the second, and back.
FIRST_AT_SECOND = HOSTILE + TO_THRESHOLD + ONE
SECOND_AT_FIRST = HOSTILE + TO_THRESHOLD + ROW


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
def fight(
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
        if place > LAST:
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
