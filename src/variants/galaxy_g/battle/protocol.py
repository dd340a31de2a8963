"""Definitions shared by all battle kernels: columns of groups, the state, words, draws, rows."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from horizons_core.kernels.jit import part
from horizons_core.kernels.philox import fill_blocks

Integers: TypeAlias = NDArray[np.int64]
Integer: TypeAlias = int | np.int64
U = np.uint64

# The columns of groups; ATTACK and DEFENCE are a row and a column of the table of thresholds.
SHIPS, SIDE, ATTACKS, ATTACK, DEFENCE = range(5)
GROUP_COLUMNS = 5

# The columns of a record: one row a shot.
ROUND, FIRED, STRUCK, DESTROYED = range(4)
RECORD_COLUMNS = 4

# The state of a battle besides its ships: ships waiting to fire; shots left of the last shooter,
# and its group; words drawn, shots fired and rounds begun; whether a group was wiped out since the
# last check whether any ship can be destroyed, and the result of this check; whether the battle is
# over; the number of sides and the maximum number of rounds.
WAITING, TO_FIRE, SHOOTER, DRAWN, SHOTS, ROUNDS, CHANGED, ABLE, OVER, SIDES, MAX_ROUNDS, MADE = (
    range(12)
)
STATE = 12

# Words are made in this number of blocks: with more, a battle of five ships a side would waste
# some, with fewer, each takes longer to make.
BLOCKS = 16
WORDS = 4 * BLOCKS
#: A shot takes at least two words, so a record needs room for this many rows until the next words.
MAX_ROWS = WORDS // 2


@part
def make_words(words: Integers, key: np.uint64, run: np.uint64, drawn: Integer) -> None:
    """Make the next words of the run, from the block that contains the next one."""
    fill_blocks(words, key, run, np.uint64(drawn >> 2), BLOCKS)


@part
def is_refused(product: int, count: int) -> bool:
    """True if `Stream.below(count)` refuses the word that was multiplied by the count."""
    low = product & 0xFFFFFFFF
    return low < count and low < (1 << 32) % count


@part
def place_of(product: int) -> int:
    """The result of `Stream.below` for a word: the upper half of its product with the count."""
    return product >> 32


@part
def write_row(
    record: Integers,
    row: int,
    state: Integers,
    shooter: Integer,
    target: Integer,
    destroyed: Integer,
) -> int:
    """Write a shot and return the number of the next row."""
    record[row, ROUND] = state[ROUNDS]
    record[row, FIRED] = shooter
    record[row, STRUCK] = target
    record[row, DESTROYED] = destroyed
    return row + 1
