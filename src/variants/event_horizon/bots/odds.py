"""The strength of ships in battle, by Lanchester's square law.

The power of a fleet is its number of ships times the root of one ship's damage times its endurance.
So the powers of ships that fight side by side add up, the greater sum wins, and a fleet twice as
strong as another loses about an eighth of its ships.
"""

from __future__ import annotations

import math

from variants.event_horizon.economy import Mining

#: Endurance of a shield generator in components, since it is charged every turn.
SHIELD = 5


def power(components: int, weapons: int, shields: int) -> float:
    """Return the power of a ship of this size, with these weapons and shield generators."""
    return math.sqrt(weapons * (components + (SHIELD - 1) * shields))


def power_by_size(components: int, economy: Mining) -> float:
    """Return the estimated power of an armed ship with a known size only.

    It is assumed to have the least hull, and of the rest half weapons and a quarter shields.
    """
    non_hull = 1
    while non_hull + 1 + economy.least_hull(non_hull + 1) <= components:
        non_hull += 1
    return power(components, (non_hull + 1) // 2, non_hull // 4)
