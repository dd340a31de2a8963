"""Small formulas on whole numbers: division, balance of bases, jumps, power, distortion."""

from __future__ import annotations

from attrs import frozen

from variants.far_horizons.model import Sector


def truncated(dividend: int, divisor: int) -> int:
    """The quotient with its fraction dropped, towards zero for negative numbers too."""
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def rounded_up(dividend: int, divisor: int) -> int:
    """The quotient of a positive divisor, rounded up."""
    return -(-dividend // divisor)


def percent(share: int, amount: int) -> int:
    """So many percent of an amount, fraction dropped."""
    return truncated(share * amount, 100)


def distance_squared(one: Sector, other: Sector) -> int:
    """The square of the distance between two sectors, in parsecs."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def mishap_chance(squared: int, gravitics: int, age: int = 0) -> int:
    """The chance that a jump goes wrong, in hundredths of a percent (FH-MISHAP-001, -003).

    `squared` is the square of the distance. Without Gravitics a jump always goes wrong.
    """
    chance = 100 * squared // gravitics if gravitics > 0 else 10_000
    if chance >= 10_000:
        return 10_000
    success = 10_000 - chance
    if age > 0:
        success -= 2 * age * success // 100
    return 10_000 - success


@frozen
class Split:
    """How many mining and how many manufacturing units, or tenths of base."""

    mining: int
    manufacturing: int


def balanced_split(count: int, difficulty: int, mining: int, manufacturing: int) -> Split:
    """Growth that brings raw material and capacity together (FH-RM-003, FH-DEVELOP-002).

    `difficulty` is the mining difficulty in hundredths; the bases are in tenths.
    """
    weight = 100 + difficulty
    wanted = 100 * (count + mining) - difficulty * manufacturing + weight // 2
    gained = truncated(wanted, weight)
    gained = max(min(gained, count), 0)
    return Split(count - gained, gained)


def new_colony_split(count: int, difficulty: int) -> Split:
    """Units for another planet, whose bases are not looked at (FH-DEVELOP-002)."""
    weight = 100 + difficulty
    manufacturing = (100 * count + (weight + 1) // 2) // weight
    return Split(count - manufacturing, manufacturing)


#: Power by tonnage in units of 10,000 tons up to 100: 100 * t^1.2, to the nearest whole number.
_POWER = tuple(int(100 * tonnage**1.2 + 0.5) for tonnage in range(101))


def power(tonnage: int) -> int:
    """The fighting power of a hull (FH-SHIP-011)."""
    if tonnage <= 100:
        return _POWER[tonnage]
    half = tonnage // 2
    return 1149 * (power(half) + power(tonnage - half)) // 1000


def distortion_number(species: int, life_support: int) -> int:
    """The number shown instead of a distorted species' name in the engine (FH-FD-005).

    `life_support` is the level at the start of the turn.
    """
    mixed = 4 * (species % 16) + species // 16 % 16
    return (life_support % 5 + 3) * mixed + life_support % 11 + 7
