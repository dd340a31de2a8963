"""Phase 3, Attacks of Opportunity: shots at ships that retreat or are new.

It comes before shields are charged: they are as last turn left them (EH-OPP-004).
"""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.event_horizon.constants import OPPORTUNITY
from variants.event_horizon.model import Place, Ship, by_sector
from variants.event_horizon.rules.combat import Engagements
from variants.event_horizon.rules.moves import LEFT


def run(context: TurnContext) -> None:
    """One volley of each armed ship that neither moved nor is new (EH-OPP-003).

    Targets are ships that left the sector (EH-OPP-001) and those newly built in it (EH-OPP-002).
    """
    left: dict[str, Place] = context.notes.get(LEFT, {})
    retreated: dict[Place, list[Ship]] = {}
    for ship in context.game.ships:
        if ship.id in left:
            retreated.setdefault(left[ship.id], []).append(ship)
    engagements = Engagements(context, OPPORTUNITY, "Attack of opportunity")
    for place, here in by_sector(context.game.ships):
        stayed = [ship for ship in here if ship.id not in left]
        shooters = [ship for ship in stayed if ship.built != context.turn and ship.weapons]
        new = [ship for ship in stayed if ship.built == context.turn]
        targets = [*retreated.get(place, ()), *new]
        shooters = [ship for ship in shooters if _has_target(ship, targets)]
        targets = [ship for ship in targets if _has_target(ship, shooters)]
        if shooters:
            engagements.fight(place, shooters, targets)
    engagements.conclude()


def _has_target(ship: Ship, others: list[Ship]) -> bool:
    return any(other.owner != ship.owner for other in others)
