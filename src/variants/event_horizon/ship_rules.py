"""Numbers of ships that economy and combat share.

`economy.Mining` and `combat.Resolver` both inherit these, so that a house rule uses the same name
for a number in both.
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.amounts import rounded_up
from horizons_core.limits import number
from variants.event_horizon.constants import CHARGE_DIVISOR, HULL_DIVISOR, POINTS_PER_GENERATOR


@frozen(kw_only=True)
class ShipRules:
    """The hull that ships need, and the charge of shields. All fields are integers.

    `hull_divisor`: with n other components a ship needs hull of (n squared - 1) over this, rounded
    up. `charge_divisor`: charging keeps the old shield points over this, rounded down;
    `points_per_generator`: the points that it adds per shield generator. At least 1, 2 and 0; other
    numbers raise ValueError.
    """

    hull_divisor: int = number(HULL_DIVISOR, 1)
    charge_divisor: int = number(CHARGE_DIVISOR, 2)
    points_per_generator: int = number(POINTS_PER_GENERATOR)

    def least_hull(self, others: int) -> int:
        """Return the hull that this number of other components needs (EH-CON-002, EH-CON-004)."""
        return max(0, rounded_up(others * others - 1, self.hull_divisor))

    def charged(self, points: int, generators: int) -> int:
        """Return the shield points after charging (EH-SHD-001).

        Numbers other than the rulebook's also change the limit of EH-SHD-002.
        """
        return points // self.charge_divisor + self.points_per_generator * generators

    def most_points(self, generators: int) -> int:
        """Return the limit of shield points under repeated charging (EH-SHD-002)."""
        points = 0
        while (after := self.charged(points, generators)) != points:
            points = after
        return points
