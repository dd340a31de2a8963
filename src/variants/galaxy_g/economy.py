"""What a planet makes of its points, and what research and upgrades cost (GG-IND, MAT, BLD, TEC).

All answers are plain numbers; `phases/production.py` turns them into ships, stocks and levels.
"""

from __future__ import annotations

import math

from attrs import frozen

from variants.galaxy_g.constants import (
    AREAS,
    DRIVE_COST,
    OTHER_COST,
    POINTS_PER_CAPITAL,
    POINTS_PER_MASS,
    ROUNDING,
)
from variants.galaxy_g.model import Planet, Techs
from variants.galaxy_g.ships import Design


@frozen
class Output:
    """What a planet makes in a turn, and from what.

    `amount` are ships or units. `work` are the points for them, `digging` those for materials that
    the stockpile did not have, `materials` what it gave; `left` are the points left over.
    """

    amount: float
    work: float
    digging: float = 0.0
    materials: float = 0.0
    left: float = 0.0


@frozen
class Industry:
    """The rulebook's economy. A house rule replaces it by another object with these methods."""

    #: Points are spent in the turn in which they are made: nothing is kept in accounts.
    accounts: tuple[str, ...] = ()

    def points(self, planet: Planet) -> float:
        """Production points of a planet in a turn (GG-IND-002)."""
        return planet.production

    def growth(self, planet: Planet) -> float:
        """People born on a planet in a turn (GG-POP-002)."""
        return planet.growth

    def ships(self, points: float, mass: float, materials: float, resources: float) -> Output:
        """Ships of this mass that are finished with so many points (GG-BLD-003, GG-MAT-003).

        The greatest n with 10 n mass + max(0, n mass - materials) / resources <= points. Both
        limits on n are solved for it, so that a million ships take no longer than one. A billionth
        of a ship is forgiven: 1.6 + 1.6 + 1.6 is a little more than 4.8 for a computer.
        """
        by_points = points / (POINTS_PER_MASS * mass)
        by_materials = (points * resources + materials) / (mass * (POINTS_PER_MASS * resources + 1))
        number = max(0, math.floor(min(by_points, by_materials) + ROUNDING))
        needed = number * mass
        work = min(points, POINTS_PER_MASS * needed)
        missing = max(0.0, needed - materials)
        digging = min(missing / resources, points - work) if resources else 0.0
        return Output(number, work, digging, min(needed, materials), points - work - digging)

    def capital(self, points: float, materials: float, resources: float) -> Output:
        """Capital made with so many points, as far as there are materials (GG-CAP-001)."""
        wanted = points / POINTS_PER_CAPITAL
        if wanted <= materials:
            return Output(wanted, points, materials=wanted)
        rest = max(0.0, points - POINTS_PER_CAPITAL * materials)
        if not resources:
            return Output(materials, points - rest, materials=materials, left=rest)
        dug = rest * resources / (POINTS_PER_CAPITAL * resources + 1)
        work = min(points, POINTS_PER_CAPITAL * (materials + dug))
        return Output(materials + dug, work, points - work, materials)

    def materials(self, points: float, resources: float) -> Output:
        """Raw materials made with so many points (GG-MAT-004)."""
        return Output(points * resources, points)

    def research_cost(self, area: str, techs: Techs, highest: float) -> float:
        """Points for one whole level of an area (GG-TEC-003, GG-TEC-004).

        `highest` is the highest level that the race sees of it, its own or another's (GG-TEC-006).
        """
        level: float = getattr(techs, area)
        factor = DRIVE_COST if area == "drive" else OTHER_COST
        return factor * techs.sum * (level / highest) if highest else 0.0

    def upgrade_cost(self, design: Design, techs: Techs, current: Techs) -> float:
        """Points to bring one ship to the current levels; better parts are free (GG-ORDG-003)."""
        cost = 0.0
        for area in AREAS:
            old, new = getattr(techs, area), getattr(current, area)
            if new > old:
                cost += (1 - old / new) * _part_mass(design, area)
        return POINTS_PER_MASS * cost


def _part_mass(design: Design, area: str) -> float:
    """The mass of the component that a technology is for; all guns for weapons."""
    part: float = design.weapons_mass if area == "weapons" else getattr(design, area)
    return part
