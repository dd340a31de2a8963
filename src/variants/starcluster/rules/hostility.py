"""Enemies of empires, and their locations (SC-DIP-001)."""

from __future__ import annotations

from collections.abc import Collection

from variants.starcluster.model import Empire, Starcluster, Unit
from variants.starcluster.model.empires import HOSTILE, WAR
from variants.starcluster.rules.presence import is_armed

#: Stances of enemies.
ENMITY = (WAR, HOSTILE)


def are_enemies(game: Starcluster, first: str, second: str) -> bool:
    """True if two empires, by their ids, are at war or one is hostile to the other."""
    for empire, towards in ((game.power(first), second), (game.power(second), first)):
        relation = empire.relations.get(towards) if empire else None
        if relation is not None and relation.stance in ENMITY:
            return True
    return False


def armed_enemies(game: Starcluster, empire: Empire, system: str) -> list[Unit]:
    """The armed units of an empire's enemies in a system."""
    return [unit for unit in enemy_units(game, empire, system) if is_armed(unit)]


def enemy_units(game: Starcluster, empire: Empire, system: str) -> list[Unit]:
    """The units of an empire's enemies in a system."""
    owners = {fleet.id: fleet.owner for fleet in game.fleets if fleet.at == system}
    enemies = {owner for owner in owners.values() if are_enemies(game, empire.id, owner)}
    return [unit for unit in game.units if unit.fleet in owners and unit.owner in enemies]


def enemy_held_systems(game: Starcluster, empires: Collection[Empire]) -> set[str]:
    """The ids of the systems with armed units of an enemy of one of these empires."""
    owners = dict.fromkeys(fleet.owner for fleet in game.fleets)
    enemies = {
        owner for owner in owners if any(are_enemies(game, empire.id, owner) for empire in empires)
    }
    places = {fleet.id: fleet.at for fleet in game.fleets if fleet.owner in enemies}
    return {places[unit.fleet] for unit in game.units if unit.fleet in places and is_armed(unit)}
