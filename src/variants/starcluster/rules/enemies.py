"""Who fights whom, and who sees whom, in a system (SC-CBT-001, SC-NPR-004, SC-ENI-007)."""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Starcluster, System, Unit
from variants.starcluster.model.fleets import ENGAGE, GUARD
from variants.starcluster.rules.appearance import stealth_of
from variants.starcluster.rules.damage import best_in
from variants.starcluster.rules.deployment import Deployment
from variants.starcluster.rules.lines import in_line
from variants.starcluster.rules.presence import is_armed, units_at
from variants.starcluster.rules.sorties import fights
from variants.starcluster.rules.stances import at_war
from variants.starcluster.rules.watches import sees


def fight_here(
    context: TurnContext, deployed: Deployment, at: System, one: Empire, other: Empire
) -> bool:
    """Whether two empires with units in a system fight: at war, or an intruder in a race's home.

    (SC-DIP-001, SC-NPR-004)
    """
    if at_war(one, other):
        return True
    for native, intruder in ((one, other), (other, one)):
        if native.npr and at.owner == native.id:
            units = deployed.units_of(deployed.at(at.id, intruder.id))
            if fights(context, native, intruder, armed=any(map(is_armed, units))):
                return True
    return False


def wants_battle(deployed: Deployment, fleets: Iterable[Fleet]) -> bool:
    """Whether an armed fleet or starbase among these engages or guards (SC-CBT-001)."""
    ready = [fleet for fleet in fleets if fleet.doctrine.stance in (ENGAGE, GUARD)]
    return any(map(is_armed, deployed.units_of(ready)))


def line_at(game: Starcluster, owner: str, system: str) -> list[Unit]:
    """An empire's units in a system that stand in its battle line (SC-CBT-001)."""
    return [unit for unit in units_at(game, owner, system) if in_line(unit)]


def enemy_line_at(game: Starcluster, empire: Empire, system: str) -> bool:
    """Whether a battle line of somebody with whom an empire is at war is in a system."""
    return any(
        other is not empire and at_war(empire, other) and line_at(game, other.id, system)
        for other in game.powers
    )


def taking_part(
    deployed: Deployment, at: System, one: Empire, other: Empire
) -> tuple[list[Fleet], list[Fleet]]:
    """The fleets of two empires that meet: seen by the other, or unseen and out for battle.

    An unseen fleet avoids battle or begins it as its doctrine says (SC-ENI-007).
    """
    mine, yours = deployed.at(at.id, one.id), deployed.at(at.id, other.id)
    return _meeting(deployed, mine, yours), _meeting(deployed, yours, mine)


def _meeting(deployed: Deployment, fleets: list[Fleet], watchers: list[Fleet]) -> list[Fleet]:
    """Those of the fleets that the watchers see, or that are out for battle."""
    sensors = best_in(deployed.units_of(watchers), "Y")
    return [fleet for fleet in fleets if _meets(deployed, fleet, sensors)]


def _meets(deployed: Deployment, fleet: Fleet, sensors: int) -> bool:
    """Whether a fleet is seen by these sensors, or unseen by its tuning and out for battle."""
    units = deployed.units_of([fleet])
    if not units:
        return False
    if sees(sensors, stealth_of(units)):
        return True
    return fleet.doctrine.stance == ENGAGE and any(map(is_armed, units))
