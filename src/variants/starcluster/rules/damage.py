"""Damage to a unit and its remaining points and systems (SC-CBT-002, SC-CBT-003)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from horizons_core.sums import int_sum
from variants.starcluster.designs.design import ShipSystem
from variants.starcluster.model import Unit


def apply_damage(unit: Unit, tenths: float) -> float:
    """Apply damage in tenths of a point to a unit, from the bow on, and return the rest.

    A unit without points left is destroyed (SC-CBT-002): see `is_destroyed`.
    """
    if tenths <= 0:
        return 0.0
    systems = unit.design.systems
    lost = list(unit.lost) or [0.0] * len(systems)
    for number, system in enumerate(systems):
        left = system.points - lost[number]
        if tenths < left:
            lost[number] += tenths
            tenths = 0.0
            break
        lost[number] = float(system.points)
        tenths -= left
    unit.lost = lost
    return tenths


def is_destroyed(unit: Unit) -> bool:
    """True if a unit has no points left; supply damage destroys none (SC-LOG-016)."""
    if not unit.lost:
        return False
    systems = zip(unit.design.systems, unit.lost, strict=True)
    return all(loss >= system.points for system, loss in systems)


def is_undamaged(unit: Unit) -> bool:
    """True if a unit has neither battle damage nor supply damage."""
    return not unit.lost and not unit.starving


def best_in(units: Iterable[Unit], code: str) -> int:
    """The highest generation of working systems of a code in some units; 0 without any."""
    best = 0
    for unit in units:
        highest = unit.design.best.get(code, 0)
        if highest > best:
            best = max(best, highest if is_undamaged(unit) else best_working(unit, code))
    return best


def working_systems(unit: Unit) -> Sequence[ShipSystem]:
    """The working systems of a unit (SC-CBT-003).

    A weapon needs all its points, other systems need any. Supply damage counts as points lost from
    the front (SC-LOG-016).
    """
    if is_undamaged(unit):
        return unit.design.systems
    systems = zip(unit.design.systems, points_left(unit), strict=True)
    return [system for system, points in systems if _works(system, points)]


def best_working(unit: Unit, *codes: str) -> int:
    """The highest generation of a unit's working systems of these codes; 0 without any."""
    if is_undamaged(unit):
        return max((unit.design.best.get(code, 0) for code in codes), default=0)
    return max((part.generation for part in working_systems(unit) if part.code in codes), default=0)


def working_rooms(unit: Unit) -> int:
    """The number of working drive rooms of a unit (SC-HULL-006)."""
    if is_undamaged(unit):
        return unit.design.rooms
    return int_sum(system.drive is not None for system in working_systems(unit))


def points_left(unit: Unit) -> list[float]:
    """Tenths of a point left in each system."""
    lost = unit.lost or [0.0] * len(unit.design.systems)
    left = [system.points - loss for system, loss in zip(unit.design.systems, lost, strict=True)]
    starving = unit.starving
    for number, points in enumerate(left):
        covered = min(points, starving)
        left[number] = points - covered
        starving -= covered
    return left


def _works(system: ShipSystem, points: float) -> bool:
    if not system.points:
        return True  # external ordnance has no points
    return points >= system.points if system.weapon else points > 0
