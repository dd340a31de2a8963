"""Units in a system: damage, working systems, weapons, and the battle line.

(SC-CBT-001, SC-CBT-002, SC-CBT-003, SC-DIP-003, SC-DIP-004, SC-NPR-004)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from horizons_core.sums import int_sum
from variants.starcluster.designs.design import ShipSystem
from variants.starcluster.designs.ratings import is_in_line
from variants.starcluster.model import Starcluster, Unit


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
    """The highest generation of working systems of a code in these units; 0 if there are none."""
    best = 0
    for unit in units:
        highest = unit.design.best.get(code, 0)
        if highest > best:
            best = max(best, highest if is_undamaged(unit) else best_working(unit, code))
    return best


def working_systems(unit: Unit) -> Sequence[ShipSystem]:
    """The working systems of a unit (SC-CBT-003).

    A weapon works only with all its points, other systems with any. Supply damage counts as points
    lost from the front (SC-LOG-016).
    """
    if is_undamaged(unit):
        return unit.design.systems
    systems = zip(unit.design.systems, points_left(unit), strict=True)
    return [system for system, points in systems if _works(system, points)]


def best_working(unit: Unit, *codes: str) -> int:
    """The highest generation of a unit's working systems of these codes; 0 if there are none."""
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


def in_line(unit: Unit) -> bool:
    """True if a unit belongs to its side's battle line (SC-CBT-001).

    All starbases do, and all ships with I or J drives, armed or not, except logistics ships and
    freighters.
    """
    return is_in_line(unit.design) and not unit.train


def units_at(game: Starcluster, owner: str, system: str) -> list[Unit]:
    """An empire's units in a system."""
    fleets = {fleet.id for fleet in game.fleets if fleet.at == system and fleet.owner == owner}
    return [unit for unit in game.units if unit.fleet in fleets] if fleets else []


def is_armed(unit: Unit) -> bool:
    """True if a unit has a working weapon."""
    if not unit.design.is_armed:
        return False
    if is_undamaged(unit):
        return True
    return any(system.weapon for system in working_systems(unit))


def has_armed_units(game: Starcluster, owner: str, systems: set[str]) -> bool:
    """True if an empire has an armed unit in one of these systems."""
    return any(is_armed(unit) for system in systems for unit in units_at(game, owner, system))


def most_expensive_first(units: Iterable[Unit]) -> list[Unit]:
    """Units by list price, the most expensive first, then the oldest (SC-DIP-006, SC-NPR-004)."""
    return sorted(units, key=lambda unit: (-unit.list_price, number_of(unit)))


def number_of(unit: Unit) -> int:
    """The number in a unit's id, which counts the units of the empire that built it."""
    return int(unit.id.rsplit("/", 1)[1])
