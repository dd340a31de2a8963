"""Units in a system, and whether they are armed (SC-DIP-003, SC-DIP-004, SC-NPR-004)."""

from __future__ import annotations

from collections.abc import Iterable

from variants.starcluster.model import Starcluster, Unit
from variants.starcluster.rules.damage import is_undamaged, working_systems


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


def dearest_first(units: Iterable[Unit]) -> list[Unit]:
    """Units by list price, the dearest and the older first (SC-DIP-006, SC-NPR-004)."""
    return sorted(units, key=lambda unit: (-unit.list_price, number_of(unit)))


def number_of(unit: Unit) -> int:
    """The number in a unit's id, which counts the units of the empire that built it."""
    return int(unit.id.rsplit("/", 1)[1])
