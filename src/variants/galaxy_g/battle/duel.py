"""The battle of two groups hostile to each other: what `kernels` states, without any search.

Most battles are of this form, and a shot of theirs can be had for little more than its words cost.
The target is always the other group, and the shooter is told by one comparison, so all counts
stand in local variables, which the compiler keeps in registers.  As long as both groups live,
whoever could destroy a ship still can, so only the limit of rounds ends a battle before one of
them is wiped out.

Which group fires is as good as tossed, and so is whether it hits; a processor that guesses wrong
loses as much time as a shot takes.  So neither is branched upon: `second` is -1, all bits set, if
the second group fires, and 0 if the first does, and `&` takes the numbers of the one or the other.
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

LAST = WORDS - 3  # the last place of a word from which on a whole step finds its words

# Where a buffer of few groups has the thresholds of the first against the second, and back.
FIRST_AT_SECOND = HOSTILE + TO_THRESHOLD + ONE
SECOND_AT_FIRST = HOSTILE + TO_THRESHOLD + ROW


@part
def is_duel(groups: Integers, state: Integers) -> bool:
    """Answer whether there are two groups, one of which was judged able to destroy the other."""
    return len(groups) == 2 and state[ABLE] != 0


@part
def one_of(second: int, of_first: int, of_second: int) -> int:
    """Answer the number of the group that fires; without a branch."""
    return (of_first & ~second) | (of_second & second)


@part
def mask_of(condition: bool) -> int:  # noqa: FBT001 - it makes numbers of truth values
    """Answer -1, all bits set, for what is true, and 0 for what is not."""
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
    """Fight a run to its end; write the ships left to the buffer, and what was done to the state.

    `words` has space for WORDS of them.  A whole step takes three words; a word that is refused
    begins the step again, so that the next look is at the words left.
    """
    left0, left1 = groups[0, SHIPS], groups[1, SHIPS]
    guns0, guns1 = groups[0, ATTACKS], groups[1, ATTACKS]
    waiting0 = waiting1 = to_fire = second = rounds = shots = 0
    first = place = 0  # number of the first of the words; place in them of the next
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
