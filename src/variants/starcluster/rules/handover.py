"""Units and systems that change hands: joined, given or captured (SC-DIP-006, SC-TRD-002)."""

from __future__ import annotations

from collections.abc import Iterable

from variants.starcluster.model import Empire, Fleet, Starcluster, System, Unit
from variants.starcluster.setup.empires import names_in_use, new_fleet, next_number


def hand_over_units(game: Starcluster, units: Iterable[Unit], to: Empire) -> list[Fleet]:
    """Make units another empire's, in a new fleet for each of those in which they were.

    Orders of the old owner end, and scans aboard are lost with the crews. What was paid for a unit
    counts as its list price from now on (SC-YRD-005). The answer is the new fleets.
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
