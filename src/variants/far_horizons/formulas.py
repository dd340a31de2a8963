"""Arithmetic on whole numbers, distances, and the fighting power of hulls."""

from __future__ import annotations

from horizons_core.exact import integer_root
from horizons_core.sums import int_sum
from variants.far_horizons.constants import FULL_BASE
from variants.far_horizons.model import Sector

#: Power by tonnage in units of 10,000 tons up to 100: 100 * t^1.2, to the nearest whole number.
_POWER = tuple((integer_root(200**5 * tonnage**6, 5) + 1) // 2 for tonnage in range(101))


def truncated(dividend: int, divisor: int) -> int:
    """Return the quotient, rounded towards zero for negative numbers too."""
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def percent(share: int, amount: int) -> int:
    """Return a percentage of an amount, rounded towards zero."""
    return truncated(share * amount, 100)


def whole_efficiency(base: int) -> int:
    """Return economic efficiency as in the engine of 1999 and games of version 1.0.0.

    Fractions of the effective base in tenths and of the percentage are dropped (FH-EE-001).
    """
    if base <= FULL_BASE:
        return 100
    return 100 * ((base - FULL_BASE) // 20 + FULL_BASE) // base


def distance_squared(sector: Sector, other: Sector) -> int:
    """The square of the distance between two sectors, in parsecs (FH-STAR-002)."""
    return int_sum((a - b) * (a - b) for a, b in zip(sector, other, strict=True))


def hull_value(cost: int, age: int) -> int:
    """Return the money for a finished ship of this original cost (FH-REC-005)."""
    return 3 * cost * (60 - age) // 200


def power(tonnage: int) -> int:
    """The fighting power of a hull (FH-SHIP-011)."""
    if tonnage <= 100:
        return _POWER[tonnage]
    half = tonnage // 2
    return 1149 * (power(half) + power(tonnage - half)) // 1000
