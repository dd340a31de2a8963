"""Opponents and sightings in a system (SC-CBT-001, SC-NPR-004, SC-ENI-007)."""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.model.fleets import ENGAGE, GUARD
from variants.starcluster.rules.appearance import stealth_of
from variants.starcluster.rules.damage import best_in
from variants.starcluster.rules.deployment import Deployment
from variants.starcluster.rules.lines import in_line
from variants.starcluster.rules.presence import is_armed, units_at
from variants.starcluster.rules.sorties import race_fights
from variants.starcluster.rules.stances import at_war
from variants.starcluster.rules.watches import sees


def are_opponents(
    context: TurnContext, deployed: Deployment, at: StarSystem, first: Empire, second: Empire
) -> bool:
    """True if two empires with units in a system fight: by war, or at the home of a race.

    (SC-DIP-001, SC-NPR-004)
    """
    if at_war(first, second):
        return True
    for native, intruder in ((first, second), (second, first)):
        if native.npr and at.owner == native.id:
            units = deployed.units_of(deployed.at(at.id, intruder.id))
            if race_fights(context, native, intruder, armed=any(map(is_armed, units))):
                return True
    return False


def wants_battle(deployed: Deployment, fleets: Iterable[Fleet]) -> bool:
    """True if an armed fleet or starbase engages or guards (SC-CBT-001)."""
    ready = [fleet for fleet in fleets if fleet.doctrine.stance in (ENGAGE, GUARD)]
    return any(map(is_armed, deployed.units_of(ready)))


def line_at(game: Starcluster, owner: str, system: str) -> list[Unit]:
    """An empire's units in a system that belong to its battle line (SC-CBT-001)."""
    return [unit for unit in units_at(game, owner, system) if in_line(unit)]


def enemy_line_at(game: Starcluster, empire: Empire, system: str) -> bool:
    """True if the battle line of an enemy at war is in a system."""
    return any(
        other is not empire and at_war(empire, other) and line_at(game, other.id, system)
        for other in game.powers
    )


def meeting_fleets(
    deployed: Deployment, at: StarSystem, first: Empire, second: Empire
) -> tuple[list[Fleet], list[Fleet]]:
    """The fleets of two empires that meet: seen by the other, or unseen and looking for battle.

    An unseen fleet avoids battle or starts it according to its doctrine (SC-ENI-007).
    """
    mine, yours = deployed.at(at.id, first.id), deployed.at(at.id, second.id)
    return _fleets_that_meet(deployed, mine, yours), _fleets_that_meet(deployed, yours, mine)


def _fleets_that_meet(
    deployed: Deployment, fleets: list[Fleet], watchers: list[Fleet]
) -> list[Fleet]:
    """The fleets that the watchers see, or that look for battle."""
    sensors = best_in(deployed.units_of(watchers), "Y")
    return [fleet for fleet in fleets if _meets(deployed, fleet, sensors)]


def _meets(deployed: Deployment, fleet: Fleet, sensors: int) -> bool:
    """True if a fleet is seen by these sensors, or unseen and looking for battle."""
    units = deployed.units_of([fleet])
    if not units:
        return False
    if sees(sensors, stealth_of(units)):
        return True
    return fleet.doctrine.stance == ENGAGE and any(map(is_armed, units))
