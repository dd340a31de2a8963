"""Integer arithmetic of the battle kernels, and their dice.

The dice are the words of `horizons_core.rng.Stream`, buffered.
"""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from horizons_core.kernels.philox import fill_blocks
from variants.far_horizons import formulas
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.protocol import Integers, U
from variants.far_horizons.formulas import power

_HUNDRED = np.uint64(100)
_SHIFT = 54
#: Limit of ordinary strengths: 150 times its square is less than 2**54, and 125 times 1.25 times
#: it less than 2**31.
ORDINARY = 10_000_000
# The inverse of 100 for numbers of less than 2**31: their products are less than 2**63.
_SMALL_SHIFT = 38
_PER_HUNDRED = (1 << _SMALL_SHIFT) // 100 + 1
#: The power of tonnages up to 100 (FH-GUN-003).
POWERS = np.array([power(tonnage) for tonnage in range(101)], np.int64)
#: Recycling value of a hull, by its price and its age (FH-REC-005).
hull_value = part(formulas.hull_value)
_MASK32 = 0xFFFFFFFF


@part
def hundredth(number: int, ordinary: bool = False) -> int:
    """Return number // 100 for a number of at least 0; an ordinary one is less than 2**31."""
    if ordinary:
        return (number * _PER_HUNDRED) >> _SMALL_SHIFT
    return np.int64(np.uint64(number) // _HUNDRED)


@part
def inverse_of(divisor: int) -> int:
    """Return fifty times the inverse of a divisor, for `fifty_by`; 0 if it is not ordinary."""
    return 50 * ((1 << _SHIFT) // divisor + 1) if divisor <= ORDINARY else 0


@part
def fifty_by(number: int, divisor: int, inverse: int, ordinary: bool = False) -> int:
    """Return 50 * number // divisor, for a divisor above 0.

    The number is at least 0 and at most three times the divisor.
    """
    if inverse == 0 and not ordinary:
        return 50 * number // divisor
    return (number * inverse) >> _SHIFT


@part
def percent_of(share: int, amount: int) -> int:
    """Return share percent of an amount, rounded towards 0; the share may be negative."""
    product = share * amount
    sign = product >> 63  # all bits set below 0: a branch would be mispredicted half the time
    return (hundredth((product ^ sign) - sign) ^ sign) - sign


@part
def changed_by(share: int, amount: int, ordinary: bool = False) -> int:
    """Change an amount of at least 0 by share percent, -100 or more.

    The change is rounded towards 0, so that the rest of the amount is rounded up. An ordinary
    amount is at most `ORDINARY`, and its share at most 100.
    """
    return hundredth((100 + share) * amount + (99 & (share >> 63)), ordinary)


@part
def is_hit(die: int, chance: int, age: int) -> bool:
    """Return whether a die, counted from 0, is below a chance reduced by an age of up to 50.

    The reduction is rounded as in `changed_by` (FH-AGE-005). Both sides are multiplied by 100,
    which avoids a division.
    """
    return 100 * (die + 1) <= (100 - 2 * age) * chance + (99 & (-age >> 63))


@kernel
def power_of(tonnage: int) -> int:
    """Return the power of a hull as `formulas.power`, from the top bits of the tonnage down."""
    if tonnage <= 100:
        return POWERS[tonnage]
    bits = 0
    while (tonnage >> bits) > 99:
        bits += 1
    number = tonnage >> bits
    value, next_value = POWERS[number], POWERS[number + 1]
    while bits > 0:
        bits -= 1
        odd = (tonnage >> bits) & 1
        doubled, between = 2 * value, value + next_value
        if odd:
            value, next_value = between, 2 * next_value
        else:
            value, next_value = doubled, between
        value, next_value = 1149 * value // 1000, 1149 * next_value // 1000
        number = tonnage >> bits
        if number == 100:
            value = POWERS[number]
    return value


@part
def least(first: int, second: int) -> int:
    """The smaller of two numbers."""
    return min(second, first)


@kernel
def make_words(words: Integers, state: Integers, place: int) -> int:
    """Fill the buffer from the word at this position on; return its new position."""
    first = (state[at.FIRST_WORD] + place) & ~3
    place = (state[at.FIRST_WORD] + place) & 3
    state[at.FIRST_WORD] = first
    fill_blocks(
        words, np.uint64(state[at.KEY]), np.uint64(state[at.RUN]), U(first >> 2), at.WORDS // 4
    )
    return place


@kernel
def draw_again(words: Integers, state: Integers, place: int, n: int) -> tuple[int, int]:
    """Draw below n as `Stream.below` does, when the next word may be rejected."""
    while True:
        if place >= at.WORDS:
            place = make_words(words, state, place)
        product = words[U(place)] * n
        place += 1
        low = product & _MASK32
        if low >= n or low >= (1 << 32) % n:
            return product >> 32, place


@part
def below(words: Integers, state: Integers, place: int, n: int) -> tuple[int, int]:
    """Draw from 0 to n - 1, for n from 1 to 2**31; also return the position of the next word."""
    product = words[U(place)] * n
    if (product & _MASK32) < n:
        return draw_again(words, state, place, n)
    return product >> 32, place + 1


@part
def with_words(words: Integers, state: Integers, place: int) -> int:
    """Ensure that the buffer has words for a step; return the position of the next word."""
    if place > at.WORDS - at.STEP_WORDS:
        return make_words(words, state, place)
    return place
