"""Whole numbers in the battle kernels: divisions without a slow instruction, power, chances.

A division of unsigned numbers by a constant is a multiplication. So is one by a number of which the
inverse is known: with m = 2**54 // d + 1, n * m // 2**54 is n // d, exactly, as long as n * d is
less than 2**54 (n * m is larger than n / d * 2**54 by n at most, which is less than 2**54 / d).

Strengths of ships are ordinary numbers, up to ten millions. Of those a hundredth takes a single
short multiplication, and a shot waits for four of them.
"""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from variants.far_horizons import formulas
from variants.far_horizons.formulas import power

_HUNDRED = np.uint64(100)
_SHIFT = 54
#: Larger strengths are not ordinary: 150 times its square is less than 2**54, and 125 times 1.25
#: times it less than 2**31.
ORDINARY = 10_000_000
# The inverse of 100 for numbers of less than 2**31: their products are less than 2**63.
_SMALL_SHIFT = 38
_PER_HUNDRED = (1 << _SMALL_SHIFT) // 100 + 1
#: The power of tonnages up to 100 (FH-GUN-003).
POWERS = np.array([power(tonnage) for tonnage in range(101)], np.int64)
#: What a hull fetches, of its price and its age (FH-REC-005).
hull_value = part(formulas.hull_value)


@part
def hundredth(number: int, ordinary: bool = False) -> int:
    """A number of at least 0 by 100, fraction dropped; an ordinary one is less than 2**31."""
    if ordinary:
        return (number * _PER_HUNDRED) >> _SMALL_SHIFT
    return np.int64(np.uint64(number) // _HUNDRED)


@part
def inverse_of(divisor: int) -> int:
    """The inverse of a divisor, fifty times, for `fifty_by`; 0 for one that is not ordinary."""
    return 50 * ((1 << _SHIFT) // divisor + 1) if divisor <= ORDINARY else 0


@part
def fifty_by(number: int, divisor: int, inverse: int, ordinary: bool = False) -> int:
    """Fifty times a number by a divisor above 0, fraction dropped.

    The number is at least 0 and at most three times the divisor.
    """
    if inverse == 0 and not ordinary:
        return 50 * number // divisor
    return (number * inverse) >> _SHIFT


@part
def percent_of(share: int, amount: int) -> int:
    """So many percent of an amount, also for a share below 0; fraction dropped towards 0."""
    product = share * amount
    sign = product >> 63  # all bits set below 0: a branch would be guessed wrong half the time
    return (hundredth((product ^ sign) - sign) ^ sign) - sign


@part
def changed_by(share: int, amount: int, ordinary: bool = False) -> int:
    """An amount of at least 0 and so many percent of it, from -100 on.

    The fraction of the change is dropped towards 0: rounded up, what is left of the amount. An
    ordinary amount is at most `ORDINARY`, and the share at most 100.
    """
    return hundredth((100 + share) * amount + (99 & (share >> 63)), ordinary)


@part
def is_hit(die: int, chance: int, age: int) -> bool:
    """Whether a die, counted from 0, is below a chance less what age takes, up to 50.

    What age takes is rounded as in `changed_by` (FH-AGE-005). Both sides are a hundredfold, so that
    nothing is divided.
    """
    return 100 * (die + 1) <= (100 - 2 * age) * chance + (99 & (-age >> 63))


@kernel
def power_of(tonnage: int) -> int:
    """The power of a hull: `formulas.power`, from the top bits of the tonnage down to all of it."""
    if tonnage <= 100:
        return POWERS[tonnage]
    bits = 0
    while (tonnage >> bits) > 99:
        bits += 1
    number = tonnage >> bits
    one, next_one = POWERS[number], POWERS[number + 1]
    while bits > 0:
        bits -= 1
        odd = (tonnage >> bits) & 1
        doubled, between = 2 * one, one + next_one
        if odd:
            one, next_one = between, 2 * next_one
        else:
            one, next_one = doubled, between
        one, next_one = 1149 * one // 1000, 1149 * next_one // 1000
        number = tonnage >> bits
        if number == 100:
            one = POWERS[number]
    return one


@part
def least(one: int, other: int) -> int:
    """The smaller of two numbers."""
    return min(other, one)
