"""Whole numbers in the battle kernels: divisions without a slow instruction, power, chances.

A division of unsigned numbers by a constant is a multiplication. So is one by a number of which the
inverse is known: with m = 2**54 // d + 1, n * m // 2**54 is n // d, exactly, as long as n * d is
less than 2**54 (n * m is larger than n / d * 2**54 by n at most, which is less than 2**54 / d).
"""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from variants.far_horizons import formulas
from variants.far_horizons.formulas import power

_HUNDRED = np.uint64(100)
_SHIFT = 54
#: 150 times its square is less than 2**54.
_LARGEST = 10_000_000
#: The power of tonnages up to 100 (FH-GUN-003).
POWERS = np.array([power(tonnage) for tonnage in range(101)], np.int64)
#: What a hull fetches, of its price and its age (FH-REC-005).
hull_value = part(formulas.hull_value)


@part
def hundredth(number: int) -> int:
    """A number of at least 0 by 100, fraction dropped."""
    return np.int64(np.uint64(number) // _HUNDRED)


@part
def inverse_of(divisor: int) -> int:
    """The inverse of a divisor for `quotient`; 0 for one that is too large."""
    return (1 << _SHIFT) // divisor + 1 if divisor <= _LARGEST else 0


@part
def quotient(number: int, divisor: int, inverse: int) -> int:
    """Fraction dropped, for numbers from 0 up to 150 times the divisor, which is above 0."""
    if inverse == 0:
        return number // divisor
    return (number * inverse) >> _SHIFT


@part
def percent_of(share: int, amount: int) -> int:
    """So many percent of an amount, also for a share below 0; fraction dropped towards 0."""
    product = share * amount
    sign = product >> 63  # all bits set below 0: a branch would be guessed wrong half the time
    return (hundredth((product ^ sign) - sign) ^ sign) - sign


@part
def aged_chance(chance: int, age: int) -> int:
    """A chance to hit less what the age of the shooter takes (FH-AGE-005)."""
    return chance - percent_of(2 * age, chance)


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
