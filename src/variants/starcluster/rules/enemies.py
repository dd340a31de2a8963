"""Who fights whom, and who sees whom, in a system (SC-CBT-001, SC-NPR-004, SC-ENI-007)."""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Starcluster, System, Unit
from variants.starcluster.model.fleets import ENGAGE, GUARD
from variants.starcluster.rules.appearance import stealth_of
from variants.starcluster.rules.damage import best_working
from variants.starcluster.rules.lines import in_line
from variants.starcluster.rules.presence import is_armed, units_at
from variants.starcluster.rules.sorties import fights
from variants.starcluster.rules.stances import at_war
from variants.starcluster.rules.watches import sees


def fight_here(context: TurnContext, at: System, one: Empire, other: Empire) -> bool:
    """Whether two empires with units in a system fight: at war, or an intruder in a race's home.

    (SC-DIP-001, SC-NPR-004)
    """
    if at_war(one, other):
        return True
    for native, intruder in ((one, other), (other, one)):
        if native.npr and at.owner == native.id:
            units = units_at(context.game, intruder.id, at.id)
            if fights(context, native, intruder, armed=any(map(is_armed, units))):
                return True
    return False


def wants_battle(game: Starcluster, fleets: Iterable[Fleet]) -> bool:
    """Whether an armed fleet or starbase among these engages or guards (SC-CBT-001)."""
    return any(
        fleet.doctrine.stance in (ENGAGE, GUARD) and any(map(is_armed, game.units_in(fleet)))
        for fleet in fleets
    )


def line_at(game: Starcluster, owner: str, system: str) -> list[Unit]:
    """An empire's units in a system that stand in its battle line (SC-CBT-001)."""
    return [unit for unit in units_at(game, owner, system) if in_line(unit)]


def enemy_line_at(game: Starcluster, empire: Empire, system: str) -> bool:
    """Whether a battle line of somebody with whom an empire is at war is in a system."""
    return any(
        other is not empire and at_war(empire, other) and line_at(game, other.id, system)
        for other in game.powers
    )


def fleets_at(game: Starcluster, owner: str, system: str) -> list[Fleet]:
    """An empire's fleets in a system."""
    return [fleet for fleet in game.fleets if fleet.at == system and fleet.owner == owner]


def taking_part(
    game: Starcluster, at: System, one: Empire, other: Empire
) -> tuple[list[Fleet], list[Fleet]]:
    """The fleets of two empires that meet: seen by the other, or unseen and out for battle.

    An unseen fleet avoids battle or begins it as its doctrine says (SC-ENI-007).
    """
    mine, yours = fleets_at(game, one.id, at.id), fleets_at(game, other.id, at.id)
    return (
        [fleet for fleet in mine if _meets(game, fleet, yours)],
        [fleet for fleet in yours if _meets(game, fleet, mine)],
    )


def _meets(game: Starcluster, fleet: Fleet, watchers: list[Fleet]) -> bool:
    units = game.units_in(fleet)
    if not units:
        return False
    if not is_unseen(units, (unit for one in watchers for unit in game.units_in(one))):
        return True
    return fleet.doctrine.stance == ENGAGE and any(map(is_armed, units))


def is_unseen(units: Iterable[Unit], watchers: Iterable[Unit]) -> bool:
    """Whether a fleet is hidden from these units of another empire by its tuning (SC-ENI-007)."""
    best = max((best_working(unit, "Y") for unit in watchers), default=0)
    return not sees(best, stealth_of(units))
