"""Units and systems that change hands: joined, given or captured (SC-DIP-006, SC-TRD-002)."""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core.model import folded
from variants.starcluster.model import Empire, Fleet, Starcluster, System, Unit
from variants.starcluster.setup.empires import new_fleet


def hand_over_units(game: Starcluster, units: Iterable[Unit], to: Empire) -> list[Fleet]:
    """Make units another empire's, in a new fleet for each of those in which they were.

    Orders of the old owner end, and scans aboard are lost with the crews. The answer is the new
    fleets.
    """
    fleets: dict[str, Fleet] = {}
    for unit in units:
        before = unit.fleet
        if before not in fleets:
            fleets[before] = new_fleet(game, to, game.fleet(before).at)
        unit.owner, unit.fleet = to.id, fleets[before].id
        unit.name = _free_name(game, to, unit.of_class)
        unit.train, unit.towed_by, unit.surveys = False, "", []
    return list(fleets.values())


def hand_over_system(system: System, to: Empire) -> None:
    """Make a colony another empire's, with its installations and the old owner's troops.

    A revolt ends when the system changes hands (SC-RACE-005).
    """
    before, system.owner = system.owner, to.id
    system.revolt = system.revolt_turns = 0
    for planet in system.planets:
        for troops in planet.troops:
            if troops.owner == before:
                troops.owner = to.id


def _free_name(game: Starcluster, empire: Empire, of_class: str) -> str:
    """The next <class>-<n> of an empire that nothing of it is called yet (SC-ORD-003)."""
    taken = {folded(fleet.name) for fleet in game.fleets_of(empire.id)}
    taken |= {folded(unit.name) for unit in game.units_of(empire.id)}
    while True:
        empire.built[of_class] = number = empire.built.get(of_class, 0) + 1
        name = f"{of_class}-{number}"
        if folded(name) not in taken:
            return name
