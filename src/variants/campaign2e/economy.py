"""The economy: the account of money, and the formulas of upkeep, supply and force.

Phases, commands, views, forecasts, bots and laws ask this object and nothing behind its back: a
house rule that changes a field or a method changes it for all of them. Money is in hundredths of a
credit, supply in hundredths of a tonne, and one tonne holds a credit's worth (C2E-3.8-05).
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import frozen

from variants.campaign2e.constants import CAP_ON_WEAPONRY, CREDITS, HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.model import Ship
from variants.campaign2e.percent import half_up


@frozen
class Upkeep:
    """What a ship costs in a week, by heading, in hundredths of a credit (C2E-3.1-01)."""

    fuel: int
    crew: int
    weaponry: int

    @property
    def total(self) -> int:
        return self.fuel + self.crew + self.weaponry


@frozen(kw_only=True)
class Logistics:
    """The rulebook's economy. Its fields are the numbers, its methods the formulas.

    Attributes:
        accounts: the one account of money.
        percent: of the price of drives and of weaponry, a week (C2E-3.2-01, C2E-3.4-01).
        crew_box: hundredths of a credit for a crew box, a week (C2E-3.3-01).
        bands: the greatest weekly cost, in hundredths, and the weeks of endurance that it allows,
            a pair a band; dearer ships have `least_weeks` (C2E-3.9-01, C2E-3.9-02).
        navy_discount: per cent off designs of the allied navy (C2E-13.1-03).
    """

    accounts: tuple[str, ...] = (CREDITS,)
    percent: int = 3
    crew_box: int = 20
    bands: tuple[tuple[int, int], ...] = ((200, 6), (500, 4), (800, 3), (1200, 2))
    least_weeks: int = 1
    navy_discount: int = 20

    # upkeep

    def upkeep(self, design: Design, access: Collection[str] | None = None) -> Upkeep:
        """What a ship of a design costs a week, headings doubled whose resource is missing.

        Without `access` nothing is doubled (C2E-3.5-01, C2E-3.5-02, C2E-3.5-03).
        """
        fuel = self.percent * design.drives_points
        crew = self.crew_box * design.crew_boxes
        weaponry = self.percent * design.weaponry_points
        if access is not None:
            fuel *= 1 + ("Fuel" not in access)
            crew *= 1 + ("Food" not in access)
            weaponry *= 1 + ("Manufactured Goods" not in access)
        return Upkeep(fuel, crew, weaponry)

    def endurance(self, design: Design) -> int:
        """The weeks that a ship of a design can stay away from bases (C2E-3.9-01).

        A value on a limit belongs to the longer endurance; undoubled costs count (C2E-3.9-02).
        """
        cost = self.upkeep(design).total
        return next((weeks for limit, weeks in self.bands if cost <= limit), self.least_weeks)

    # prices

    def price(self, design: Design, navy: str = "") -> int:
        """What a design costs to somebody with this allied navy (C2E-13.1-02, C2E-13.1-03)."""
        price = HUNDRED * design.points
        if design.navy and design.navy == navy:
            return half_up(price * (100 - self.navy_discount), 100)
        return price

    # force

    def force(self, ship: Ship) -> int:
        """The points that a ship counts as force, whatever its state (C2E-6.1-01).

        At most five times its weaponry points, so that hulls without guns deter nobody.
        """
        design = ship.design
        return min(design.points, CAP_ON_WEAPONRY * design.weaponry_points)

    def attacking_force(self, ship: Ship) -> int:
        """The same less the fraction of hull boxes lost, rounded down (C2E-8.4-01)."""
        return self.force(ship) * ship.hull_left // ship.design.hull
