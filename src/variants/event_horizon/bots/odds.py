"""How strong ships are in battle, by Lanchester's square law.

A fleet is worth the number of its ships times the root of what one of them deals out and bears.
So the powers of ships that fight side by side add up, the greater sum wins, and a fleet twice as
strong as another loses about an eighth of its ships.
"""

from __future__ import annotations

import math

from variants.event_horizon.economy import Mining

#: A shield generator bears as much as so many components, since it is charged every turn.
SHIELD = 5


def power(components: int, weapons: int, shields: int) -> float:
    """The power of a ship with so many components, among them these weapons and generators."""
    return math.sqrt(weapons * (components + (SHIELD - 1) * shields))


def power_by_size(components: int, economy: Mining) -> float:
    """The power that an armed ship is taken for of which nothing but the size is known.

    It is thought to be as most are: with the least hull, half of the rest weapons, and a quarter
    shield generators.
    """
    others = 1
    while others + 1 + economy.least_hull(others + 1) <= components:
        others += 1
    return power(components, (others + 1) // 2, others // 4)
