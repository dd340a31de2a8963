"""What damage leaves of a unit: points lost, and systems that still work (SC-CBT-002, 003)."""

from __future__ import annotations

from variants.starcluster.designs.design import System
from variants.starcluster.model import Unit


def working(unit: Unit) -> list[System]:
    """The systems of a unit that work (SC-CBT-003).

    A weapon needs all its points, any other system one. Supply damage counts as points lost from
    the front (SC-LOG-016).
    """
    systems = zip(unit.design.systems, points_left(unit), strict=True)
    return [system for system, points in systems if _works(system, points)]


def working_rooms(unit: Unit) -> int:
    """The drive rooms of a unit that work (SC-HULL-006)."""
    return sum(system.drive is not None for system in working(unit))


def points_left(unit: Unit) -> list[float]:
    """The tenths of a point that each system has left."""
    lost = unit.lost or [0.0] * len(unit.design.systems)
    left = [system.points - gone for system, gone in zip(unit.design.systems, lost, strict=True)]
    starving = unit.starving
    for number, points in enumerate(left):
        taken = min(points, starving)
        left[number] = points - taken
        starving -= taken
    return left


def _works(system: System, points: float) -> bool:
    if not system.points:
        return True  # external ordnance takes no space, and has no points to lose
    return points >= system.points if system.weapon else points > 0
