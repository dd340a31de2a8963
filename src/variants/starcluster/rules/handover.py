"""Change of ownership of units and systems: joined, given or captured (SC-DIP-006, SC-TRD-002)."""

from __future__ import annotations

from collections.abc import Iterable

from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.setup.empires import names_in_use, new_fleet, next_number


def hand_over_units(game: Starcluster, units: Iterable[Unit], to: Empire) -> list[Fleet]:
    """Give units to another empire, in a new fleet for each of their former fleets.

    Orders of the old owner end, and scans aboard are lost with the crews. The price paid for a unit
    becomes its list price (SC-YRD-005). Returns the new fleets.
    """
    fleets: dict[str, Fleet] = {}
    for unit in units:
        before = unit.fleet
        if before not in fleets:
            fleets[before] = new_fleet(game, to, game.fleet(before).at)
            if game.plays_by("1.1.0"):  # drives stay as they are tuned
                fleets[before].detuned = game.fleet(before).detuned
        to.built[unit.of_class] = number = next_number(to, unit.of_class, names_in_use(game, to))
        unit.owner, unit.fleet = to.id, fleets[before].id
        unit.name = f"{unit.of_class}-{number}"
        unit.train, unit.towed_by, unit.surveys = False, "", []
        unit.price = unit.list_price = unit.design.list_price
    return list(fleets.values())


def hand_over_system(system: StarSystem, to: Empire) -> None:
    """Give a colony to another empire, with its installations and the old owner's troops.

    A revolt ends when the system changes hands (SC-RACE-005).
    """
    before, system.owner = system.owner, to.id
    system.revolt = system.revolt_turns = 0
    for planet in system.planets:
        for troops in planet.troops:
            if troops.owner == before:
                troops.owner = to.id
