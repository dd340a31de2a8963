"""Formulas for planets, research and flight that a mod may change.

All code that needs one of these numbers uses the game's economy: phases, orders, views, reports,
bots and invariants. Results are plain numbers, the same on every machine; `rules/` turns them into
ships, stocks and levels.
"""

from __future__ import annotations

import math
from typing import cast

from attrs import frozen

from horizons_core.limits import TINY, number
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import AREAS, ROUNDING
from variants.galaxy_g.model import Design, Game, Group, Planet, Race, Techs


@frozen
class Output:
    """Production of a planet in a turn, and its inputs.

    `amount` is in ships or units. `work` has the points spent on them, `digging` the points spent
    on materials missing in the stockpile, `materials` the materials taken from it, and `left` the
    unused points.
    """

    amount: float
    work: float
    digging: float = 0.0
    materials: float = 0.0
    left: float = 0.0


@frozen(kw_only=True)
class Industry:
    """The rulebook's economy: its constants are fields, its formulas methods.

    A mod may replace it by this class with other numbers, a subclass, or an object with these
    fields and methods.
    """

    #: Points are spent in the turn they are made; there are no accounts.
    accounts: tuple[str, ...] = ()

    #: light years per turn of an all-drive ship at drive tech 1 (GG-MOV-002)
    light_years: float = number(20.0)
    #: sight of planets, and ships at planets, in light years at drive tech 1 (GG-VIS-001)
    sight_range: float = number(20.0)
    #: turns within which an intercepting group must reach its target (GG-ORDI-002)
    intercept_turns: float = number(2.0)
    #: a hold of c carries c + c^2 / hold_bonus at cargo tech 1 (GG-CRG-001)
    hold_bonus: float = number(10.0, TINY)

    #: people not working in industry per point of production (GG-IND-002)
    people_per_point: float = number(4.0, TINY)
    #: births in a turn as a share of the population (GG-POP-002)
    growth_rate: float = number(0.08)
    #: people in one unit of colonists (GG-COL-001)
    people_per_colonist: float = number(8.0, TINY)

    #: points per unit of ship mass, besides a unit of materials (GG-BLD-001)
    points_per_mass: float = number(10.0)
    #: points per unit of capital, besides a unit of materials (GG-CAP-001)
    points_per_capital: float = number(5.0, TINY)

    #: points per level of drive, times the tech sum (GG-TEC-003)
    drive_cost: float = number(2500.0)
    #: points per level of another area, times the tech sum (GG-TEC-004)
    other_cost: float = number(1250.0)
    #: minimum mass of a ship that studies alien technology (GG-TEC-007)
    sharing_mass: float = number(30.0)
    #: minimum mass of an alien ship that reveals its technology (GG-TEC-007)
    shared_mass: float = number(10.0)

    # planets

    def points(self, planet: Planet) -> float:
        """Production points of a planet in a turn (GG-IND-002)."""
        return planet.industry + (planet.population - planet.industry) / self.people_per_point

    def growth(self, planet: Planet) -> float:
        """Births on a planet in a turn, free of cost (GG-POP-002, GG-IND-004)."""
        return planet.population * self.growth_rate

    # what points are spent on

    def ship_cost(self, design: Design, ships: int = 1) -> float:
        """Production points for a number of ships, besides materials (GG-BLD-001)."""
        return self.points_per_mass * (ships * design.mass)

    def ships(self, points: float, design: Design, materials: float, resources: float) -> Output:
        """Ships that can be finished with the given points (GG-BLD-002, GG-BLD-003, GG-MAT-003).

        This is the largest n with n cost + max(0, n mass - materials) / resources <= points. Both
        limits on n are solved for, so a million ships take no longer than one. A tolerance of a
        billionth of a ship is added, because 1.6 + 1.6 + 1.6 is slightly more than 4.8 in floating
        point.
        """
        cost, mass = self.ship_cost(design), design.mass
        maximum = (points * resources + materials) / (cost * resources + mass)
        if cost:
            maximum = min(points / cost, maximum)
        number = max(0, math.floor(maximum + ROUNDING))
        needed = number * mass
        work = min(points, self.ship_cost(design, number))
        missing = max(0.0, needed - materials)
        digging = min(missing / resources, points - work) if resources else 0.0
        return Output(number, work, digging, min(needed, materials), points - work - digging)

    def capital(self, points: float, materials: float, resources: float) -> Output:
        """Capital made with the given points, limited by materials (GG-CAP-001)."""
        cost = self.points_per_capital
        units = points / cost
        if units <= materials:
            return Output(units, points, materials=units)
        rest = max(0.0, points - cost * materials)
        if not resources:
            return Output(materials, points - rest, materials=materials, left=rest)
        dug = rest * resources / (cost * resources + 1)
        work = min(points, cost * (materials + dug))
        return Output(materials + dug, work, points - work, materials)

    def materials(self, points: float, resources: float) -> Output:
        """Raw materials made with the given points (GG-MAT-004)."""
        return Output(points * resources, points)

    def research_cost(self, area: str, techs: Techs, highest: float) -> float:
        """Points for a whole level of an area (GG-TEC-003, GG-TEC-004, GG-TEC-005).

        `highest` is the highest level of the area that the race sees, its own or another's
        (GG-TEC-006).
        """
        level: float = getattr(techs, area)
        factor = self.drive_cost if area == "drive" else self.other_cost
        return factor * techs.sum * (level / highest) if highest else 0.0

    def upgrade_cost(self, design: Design, techs: Techs, current: Techs) -> float:
        """Points to bring a ship to the current levels; better parts cost nothing (GG-ORDG-003)."""
        cost = 0.0
        for area in AREAS:
            old, new = getattr(techs, area), getattr(current, area)
            if new > old:
                cost += (1 - old / new) * _part_mass(design, area)
        return self.points_per_mass * cost

    # ships

    def capacity(self, design: Design, techs: Techs) -> float:
        """Cargo capacity of one ship: tech * (c + c^2/10) (GG-CRG-001, GG-CRG-002)."""
        return techs.cargo * (design.cargo + design.cargo * design.cargo / self.hold_bonus)

    def mass(self, design: Design, techs: Techs, load: float) -> float:
        """Mass of one ship with its load, which counts for 1/tech (GG-MOV-003, GG-CRG-003)."""
        return design.mass + (load / techs.cargo if load else 0.0)

    def speed(self, design: Design, techs: Techs, load: float) -> float:
        """Light years a turn; 0 without a drive (GG-MOV-001, GG-MOV-002, GG-MOV-004)."""
        if not design.drive:
            return 0.0
        return self.light_years * design.drive * techs.drive / self.mass(design, techs, load)

    def sight(self, techs: Techs) -> float:
        """The range of sight from planets and ships at planets in light years (GG-VIS-001)."""
        return self.sight_range * techs.drive

    # groups and fleets

    def capacity_of(self, race: Race, group: Group) -> float:
        """Cargo capacity of one ship of the group."""
        return self.capacity(race.design_of(group), group.techs)

    def mass_of(self, race: Race, group: Group) -> float:
        """Mass of one ship of the group with its load."""
        return self.mass(race.design_of(group), group.techs, group.load)

    def speed_of(self, race: Race, group: Group) -> float:
        """Light years a turn of the group outside its fleet."""
        return self.speed(race.design_of(group), group.techs, group.load)

    def fleet_speeds(self, race: Race) -> dict[str, float]:
        """Light years a turn of every fleet with groups: its slowest group's (GG-FLT-003)."""
        speeds: dict[str, float] = {}
        for group in race.groups:
            if group.fleet:
                speed = self.speed_of(race, group)
                speeds[group.fleet] = min(speed, speeds.get(group.fleet, speed))
        return speeds


#: The rulebook's own numbers.
RULEBOOK_ECONOMY = Industry()


def industry_of(context: TurnContext[Game]) -> Industry:
    """The economy of the turn."""
    return cast(Industry, context.variant.economy)


def _part_mass(design: Design, area: str) -> float:
    """The mass of the component of a technology area; for weapons that of all guns."""
    part: float = design.weapons_mass if area == "weapons" else getattr(design, area)
    return part
