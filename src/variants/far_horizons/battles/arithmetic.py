"""Whole numbers in the battle kernels: divisions without a slow instruction, power, chances.

A quotient of whole numbers below 2**53 is exact by way of floating point, fraction dropped, and
that is twice as fast as a division of integers; by a constant, a division of unsigned numbers is a
multiplication.
"""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from variants.far_horizons.battles.protocol import Integers
from variants.far_horizons.formulas import power

_HUNDRED = np.uint64(100)
#: The power of tonnages up to 100 (FH-GUN-003).
POWERS = np.array([power(tonnage) for tonnage in range(101)], np.int64)


@part
def hundredth(number: int) -> int:
    """A number of at least 0 by 100, fraction dropped."""
    return np.int64(np.uint64(number) // _HUNDRED)


@part
def quotient(number: int, divisor: int) -> int:
    """Fraction dropped, for numbers from 0 to 2**53 and a divisor above 0."""
    return np.int64(np.float64(number) / np.float64(divisor))


@part
def percent_of(share: int, amount: int) -> int:
    """So many percent of an amount, also for a share below 0; fraction dropped towards 0."""
    product = share * amount
    if product < 0:
        return -hundredth(-product)
    return hundredth(product)


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
    return one if one < other else other


def as_whole(array: Integers) -> Integers:
    """An array of int64 in one piece."""
    return np.ascontiguousarray(array, np.int64)
