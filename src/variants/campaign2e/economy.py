"""The money account, and the formulas of upkeep, supply and force.

Phases, commands, views, forecasts, bots and invariants all use this object, so a house rule that
overrides a field or a method affects all of them. Money is in hundredths of a credit, supply in
hundredths of a tonne, and one tonne holds a credit's worth (C2E-3.8-05).
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import cast

from attrs import frozen

from horizons_core.amounts import half_up, rounded_up
from horizons_core.limits import number
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import (
    CAP_ON_WEAPONRY,
    CREDITS,
    HUNDRED,
    LUXURIES_FIXED,
    POINTS_PER_TRADE,
)
from variants.campaign2e.designs.design import Design
from variants.campaign2e.model import Allegiance, Campaign, Ship, World
from variants.campaign2e.model.worlds import LUXURIES

#: Headings of maintenance, and the resource without which each doubles (C2E-2.4-01).
HEADINGS = {"fuel": "Fuel", "crew": "Food", "weaponry": "Manufactured Goods"}
#: The resource without which hulls cost double (C2E-3.5-04).
ORE = "Mining/Ore"


@frozen
class Upkeep:
    """A ship's weekly cost by heading, in hundredths of a credit (C2E-3.1-01)."""

    fuel: int
    crew: int
    weaponry: int

    @property
    def total(self) -> int:
        return self.fuel + self.crew + self.weaponry


@frozen(kw_only=True)
class Logistics:
    """The rulebook's economy: numbers as fields, formulas as methods.

    Attributes:
        accounts: the money account.
        percent: weekly percent of the price of drives and weaponry (C2E-3.2-01, C2E-3.4-01).
        crew_box: weekly hundredths of a credit per crew box (C2E-3.3-01).
        bands: pairs of the maximum weekly cost, in hundredths, and the weeks of endurance that it
            allows; more expensive ships have `least_weeks` (C2E-3.9-01, C2E-3.9-02).
        navy_discount: percent off designs of the allied navy (C2E-13.1-03).
        base_surcharge: percent of a ship's maintenance at a friendly neutral base, and hundredths
            of a credit per tonne loaded there (C2E-1.6-05).
        lease: weekly cost of a leased ship, as a multiple of its maintenance (C2E-3.8-03).
        turns_a_week: combat turns that cost a week of endurance and add a requirement of weaponry
            (C2E-3.7-01, C2E-3.7-02).
        lane_factor: multiplier of the trade benefits on a lane (C2E-2.3-03).
        points_a_credit: points of force to stop one credit of trade (C2E-6.1-01).
        defence_points: maximum defence units of a world per income point (C2E-8.1-01).
        neutral_points: abstract defences per income point (C2E-8.3-01).
        weeks_a_point: weeks to restore a lost income point (C2E-9.1-01).
        fleet_points, supply_points: maximum points of the starting fleet, and of its additional
            supply ships (C2E-4.1-01, C2E-3.8-01).
        capital_weeks: weeks of income in the starting capital (C2E-4.2-01).
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
    fleet_points: int = number(4000)
    supply_points: int = number(500)
    capital_weeks: int = number(50, 0, 1_000)

    # income and trade

    def base_income(self, world: World) -> int:
        """Return a world's own yield this week, in hundredths of a credit (C2E-2.1-01).

        For a Luxuries world the week's die and its remaining points count (C2E-2.6-03).
        """
        if world.resource != LUXURIES:
            return HUNDRED * world.points
        undamaged = world.full - LUXURIES_FIXED + world.die
        return half_up(HUNDRED * undamaged * world.points, world.full)

    def trade_added(self, partner: World, *, on_lane: bool) -> int:
        """Return the trade value of a partner for a world (C2E-2.3-01, C2E-6.1-03).

        It is the partner's base income, doubled on a lane (C2E-2.3-03, C2E-10.1-04).
        """
        return self.base_income(partner) * (self.lane_factor if on_lane else 1)

    def neutral_share(self, neutral: World, *, from_friend: bool) -> Fraction:
        """Return the part of a player's trading profit that a neutral world keeps (C2E-10.1-06).

        It keeps half (C2E-1.6-04), even if it is hostile to another player (C2E-1.6-06) or allied
        to an outside power (C2E-1.6-07). It keeps nothing from its friend (C2E-1.6-05), and two
        thirds if it is balkanised (C2E-1.6-08).
        """
        if from_friend:
            return Fraction(0)
        if neutral.allegiance is Allegiance.BALKANISED:
            return Fraction(2, 3)
        return Fraction(1, 2)

    # upkeep

    def upkeep(self, design: Design, access: Collection[str] | None = None) -> Upkeep:
        """Return a design's weekly cost; headings whose resource is missing are doubled.

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
        """Return the weeks that a ship of a design can stay away from bases (C2E-3.9-01).

        A cost equal to a limit gives the longer endurance; missing resources do not double the cost
        here (C2E-3.9-02).
        """
        cost = self.upkeep(design).total
        return next((weeks for limit, weeks in self.bands if cost <= limit), self.least_weeks)

    def requirement(self, design: Design, weeks: int) -> int:
        """Return the supply that meets a requirement of weaponry for some weeks (C2E-3.7-02)."""
        return weeks * self.upkeep(design).weaponry

    def surcharge(self, maintenance: int) -> int:
        """Return the charge of a friendly neutral base for supplying a ship (C2E-1.6-05)."""
        return half_up(maintenance * self.base_surcharge, 100)

    def lease_fee(self, design: Design) -> int:
        """Return the weekly cost of a leased ship, maintenance included (C2E-3.8-03)."""
        return self.lease * self.upkeep(design).total

    # prices

    def starting_capital(self, income: int) -> int:
        """Return the starting capital for a weekly income (C2E-4.2-01)."""
        return self.capital_weeks * income

    def with_access(self, cost: int, resource: str, access: Collection[str]) -> int:
        """Return a cost, doubled without access to a resource (C2E-2.4-01).

        The same applies to repairs of weaponry without Manufactured Goods (C2E-3.5-03), and to
        building and repairing hulls without Mining/Ore (C2E-3.5-04).
        """
        return cost if resource in access else 2 * cost

    def price(self, design: Design, navy: str = "") -> int:
        """Return a design's price for a player with an allied navy (C2E-13.1-02, C2E-13.1-03)."""
        price = HUNDRED * design.points
        if design.navy and design.navy == navy:
            return half_up(price * (100 - self.navy_discount), 100)
        return price

    # force

    def deterrent(self, income: int) -> int:
        """Return the force that stops an amount of trade or income, in hundredths (C2E-6.1-01)."""
        return rounded_up(self.points_a_credit * income, HUNDRED)

    def defence_limit(self, world: World) -> int:
        """Return the maximum construction points of a world's defence units (C2E-8.1-01)."""
        return self.defence_points * world.full

    def neutral_defence(self, world: World) -> int:
        """Return the abstract defences of an unowned world (C2E-8.3-01).

        They are doubled under the protection of an outside power (C2E-1.6-07), and do not wear
        down (C2E-8.4-05).
        """
        doubled = world.allegiance is Allegiance.PROTECTED
        return self.neutral_points * world.points * (1 + doubled)

    def odds_modifier(self, force: int, defence: int) -> int:
        """Return the modifier of an abstract attack's die for a ratio of forces (C2E-8.5-02)."""
        if force < defence:
            return -1
        return max(0, (force - 1) // defence - 1)

    def force(self, ship: Ship) -> int:
        """Return a ship's points of force, regardless of its state (C2E-6.1-01).

        They are at most five times its weaponry points, so that unarmed hulls deter no one.
        """
        design = ship.design
        return min(design.points, CAP_ON_WEAPONRY * design.weaponry_points)

    def attacking_force(self, ship: Ship) -> int:
        """Return a ship's force less the fraction of hull boxes lost, rounded down (C2E-8.4-01)."""
        return self.force(ship) * ship.hull_left // ship.design.hull


def economy_of(context: TurnContext[Campaign]) -> Logistics:
    """Return the economy of the turn."""
    return cast(Logistics, context.variant.economy)
