"""What bombs do to a planet (GG-BOM-002 to GG-BOM-004).

Of all guns at a planet, strongest first, the k-th does 1/k of what it would do alone. Many equal
guns are summed up at once, so that a hundred thousand cost no more than one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Final

from variants.galaxy_g.exact import log2

_EULER: Final = 0.5772156649015329
_LN2: Final = 0.6931471805599453
#: Up to so many terms the harmonic sum is summed up term by term.
_TERMS: Final = 1000


def strength(weapons: float, weapons_tech: float, shields_tech: float) -> float:
    """Damage of one gun by itself: W^2/10, times its tech over that of the planet's owner."""
    return weapons * weapons / 10 * (weapons_tech / shields_tech)


def damage(guns: Mapping[float, int]) -> float:
    """The damage of all guns together; how many there are by their strength (GG-BOM-002)."""
    parts, before = [], 0
    for each in sorted(guns, reverse=True):
        parts.append(each * harmonic(before, before + guns[each]))
        before += guns[each]
    return math.fsum(parts)


def harmonic(after: int, last: int) -> float:
    """1/(after+1) + ... + 1/last, the same on every machine."""
    if last - after <= _TERMS:
        return math.fsum(1 / k for k in range(after + 1, last + 1))
    return _harmonic_number(last) - _harmonic_number(after)


def spared(population: float, damage: float) -> float:
    """The share of people, industry and colonists that outlives a damage (GG-BOM-004)."""
    return max(0.0, 1 - damage / population) if population > 0 else 0.0


@cache
def _harmonic_number(n: int) -> float:
    """1 + 1/2 + ... + 1/n; beyond some terms by Euler's formula, whose error is below 1e-20."""
    if n <= _TERMS:
        return math.fsum(1 / k for k in range(1, n + 1))
    square = 1.0 * n * n
    return log2(n) * _LN2 + _EULER + 1 / (2 * n) - 1 / (12 * square) + 1 / (120 * square * square)
