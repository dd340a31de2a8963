"""The economy: the account of money, and the formulas of upkeep, supply and force.

Phases, commands, views, forecasts, bots and laws ask this object and nothing behind its back: a
house rule that changes a field or a method changes it for all of them. Money is in hundredths of a
credit, supply in hundredths of a tonne, and one tonne holds a credit's worth (C2E-3.8-05).
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from attrs import frozen

from horizons_core.amounts import half_up, rounded_up
from horizons_core.limits import number
from variants.campaign2e.constants import (
    CAP_ON_WEAPONRY,
    CREDITS,
    HUNDRED,
    LUXURIES_FIXED,
    POINTS_PER_TRADE,
)
from variants.campaign2e.designs.design import Design
from variants.campaign2e.model import Allegiance, Ship, World
from variants.campaign2e.model.worlds import LUXURIES

#: The headings of maintenance, and the resource without which each doubles (C2E-2.4-01).
HEADINGS = {"fuel": "Fuel", "crew": "Food", "weaponry": "Manufactured Goods"}


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
        base_surcharge: per cent of a ship's maintenance at a friendly neutral base, and hundredths
            of a credit for a tonne loaded there (C2E-1.6-05).
        lease: how many times its maintenance a leased ship costs (C2E-3.8-03).
        turns_a_week: combat turns that cost a week of endurance and make a requirement of weaponry
            (C2E-3.7-01, C2E-3.7-02).
        lane_factor: what the benefits of trade on a lane are multiplied by (C2E-2.3-03).
        points_a_credit: points of force that stop a credit of trade (C2E-6.1-01).
        defence_points: of defence units that a world may have for an income point (C2E-8.1-01).
        neutral_points: of abstract defences for an income point (C2E-8.3-01).
        weeks_a_point: how long a lost income point takes to come back (C2E-9.1-01).
    """

    accounts: tuple[str, ...] = (CREDITS,)
    percent: int = number(3, 0, 1_000)
    crew_box: int = number(20)
    bands: tuple[tuple[int, int], ...] = number(((200, 6), (500, 4), (800, 3), (1200, 2)))
    least_weeks: int = number(1, 0, 1_000)
    navy_discount: int = number(20, 0, 100)
    base_surcharge: int = number(20, 0, 1_000)
    lease: int = number(4, 0, 1_000)
    turns_a_week: int = number(5, 1, 1_000)
    lane_factor: int = number(2, 0, 1_000)
    weeks_a_point: int = number(4, 1, 1_000)
    points_a_credit: int = number(POINTS_PER_TRADE, 1)
    defence_points: int = number(100)
    neutral_points: int = number(150, 1)

    # income and trade

    def base_income(self, world: World) -> int:
        """What a world yields this week by itself, in hundredths of a credit (C2E-2.1-01).

        Of a Luxuries world the week's die counts, and what stands of its points (C2E-2.6-03).
        """
        if world.resource != LUXURIES:
            return HUNDRED * world.points
        whole = world.full - LUXURIES_FIXED + world.die
        return half_up(HUNDRED * whole * world.points, world.full)

    def trade_added(self, partner: World, *, on_lane: bool) -> int:
        """What trade with a partner adds to a world: its trade value (C2E-2.3-01, C2E-6.1-03).

        The partner's base income, doubled on a lane (C2E-2.3-03, C2E-10.1-04).
        """
        return self.base_income(partner) * (self.lane_factor if on_lane else 1)

    def kept_by(self, neutral: World, *, from_friend: bool) -> Fraction:
        """The part of a player's trading profit that a neutral world keeps (C2E-10.1-06).

        Half of it (C2E-1.6-04), as do those that are hostile to somebody else (C2E-1.6-06) or
        allied to a power outside (C2E-1.6-07); nothing of its friend's (C2E-1.6-05), and two
        thirds if it is balkanised (C2E-1.6-08).
        """
        if from_friend:
            return Fraction(0)
        if neutral.allegiance is Allegiance.BALKANISED:
            return Fraction(2, 3)
        return Fraction(1, 2)

    # upkeep

    def upkeep(self, design: Design, access: Collection[str] | None = None) -> Upkeep:
        """What a ship of a design costs a week, headings doubled whose resource is missing.

        Without `access` nothing is doubled (C2E-3.5-01, C2E-3.5-02, C2E-3.5-03).
        """
        fuel = self.percent * design.drives_points
        crew = self.crew_box * design.crew_boxes
        weaponry = self.percent * design.weaponry_points
        if access is not None:
            fuel = self.with_access(fuel, HEADINGS["fuel"], access)
            crew = self.with_access(crew, HEADINGS["crew"], access)
            weaponry = self.with_access(weaponry, HEADINGS["weaponry"], access)
        return Upkeep(fuel, crew, weaponry)

    def endurance(self, design: Design) -> int:
        """The weeks that a ship of a design can stay away from bases (C2E-3.9-01).

        A value on a limit belongs to the longer endurance; undoubled costs count (C2E-3.9-02).
        """
        cost = self.upkeep(design).total
        return next((weeks for limit, weeks in self.bands if cost <= limit), self.least_weeks)

    def requirement(self, design: Design, weeks: int) -> int:
        """The supply of one requirement of weaponry, of so many weeks (C2E-3.7-02)."""
        return weeks * self.upkeep(design).weaponry

    def surcharge(self, maintenance: int) -> int:
        """What a friendly neutral base takes of a ship that it supplies (C2E-1.6-05)."""
        return half_up(maintenance * self.base_surcharge, 100)

    def lease_fee(self, design: Design) -> int:
        """What a leased ship costs a week, maintenance included (C2E-3.8-03)."""
        return self.lease * self.upkeep(design).total

    # prices

    def with_access(self, cost: int, resource: str, access: Collection[str]) -> int:
        """A cost that doubles without access to a resource (C2E-2.4-01).

        So does the repair of weaponry without Manufactured Goods (C2E-3.5-03), and building and
        mending hulls without Mining/Ore (C2E-3.5-04).
        """
        return cost if resource in access else 2 * cost

    def price(self, design: Design, navy: str = "") -> int:
        """What a design costs to somebody with this allied navy (C2E-13.1-02, C2E-13.1-03)."""
        price = HUNDRED * design.points
        if design.navy and design.navy == navy:
            return half_up(price * (100 - self.navy_discount), 100)
        return price

    # force

    def deterrent(self, income: int) -> int:
        """The points of force that stop so much trade or income, in hundredths (C2E-6.1-01)."""
        return rounded_up(self.points_a_credit * income, HUNDRED)

    def defence_limit(self, world: World) -> int:
        """The construction points of defence units that a world may have (C2E-8.1-01)."""
        return self.defence_points * world.full

    def neutral_defence(self, world: World) -> int:
        """The abstract defences of a world that nobody owns (C2E-8.3-01).

        They are doubled where a power outside protects it (C2E-1.6-07), and do not wear down
        (C2E-8.4-05).
        """
        doubled = world.allegiance is Allegiance.PROTECTED
        return self.neutral_points * world.points * (1 + doubled)

    def odds_modifier(self, force: int, defence: int) -> int:
        """What the ratio of forces adds to the die of an abstract attack (C2E-8.5-02)."""
        if force < defence:
            return -1
        return max(0, (force - 1) // defence - 1)

    def force(self, ship: Ship) -> int:
        """The points that a ship counts as force, whatever its state (C2E-6.1-01).

        At most five times its weaponry points, so that hulls without guns deter nobody.
        """
        design = ship.design
        return min(design.points, CAP_ON_WEAPONRY * design.weaponry_points)

    def attacking_force(self, ship: Ship) -> int:
        """The same less the fraction of hull boxes lost, rounded down (C2E-8.4-01)."""
        return self.force(ship) * ship.hull_left // ship.design.hull
