"""What all forms of the battle kernel share: columns of groups, the state, words, a draw, a row."""

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

# The state of a battle beside its ships: ships that wait to fire; shots that the last shooter has
# left, and its group; words drawn, shots fired and rounds begun; whether a group was wiped out
# since it was last asked whether anybody is able to destroy a ship, and the answer; whether the
# battle is over; the count of sides and the most rounds to fight.
WAITING, TO_FIRE, SHOOTER, DRAWN, SHOTS, ROUNDS, CHANGED, ABLE, OVER, SIDES, MOST_ROUNDS, MADE = (
    range(12)
)
STATE = 12

# Words are made so many blocks at once: of more, a battle of five ships a side would waste some,
# and of fewer, each takes longer to make.
BLOCKS = 16
WORDS = 4 * BLOCKS
#: A shot takes two words at least, so a record needs room for so many rows until the next words.
MOST_ROWS = WORDS // 2


@part
def make_words(words: Integers, key: np.uint64, run: np.uint64, drawn: Integer) -> None:
    """Make the next words of the run, from the block on in which the next one is."""
    fill_blocks(words, key, run, np.uint64(drawn >> 2), BLOCKS)


@part
def is_refused(product: int, count: int) -> bool:
    """Answer whether `Stream.below(count)` refuses the word that was multiplied by the count."""
    low = product & 0xFFFFFFFF
    return low < count and low < (1 << 32) % count


@part
def place_of(product: int) -> int:
    """Answer what `Stream.below` makes of a word: the upper half of its product with the count."""
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
    """Write a shot; answer the next row."""
    record[row, ROUND] = state[ROUNDS]
    record[row, FIRED] = shooter
    record[row, STRUCK] = target
    record[row, DESTROYED] = destroyed
    return row + 1
