"""Phase 3, Attacks of Opportunity: shots at ships that retreat or are new (EH-OPP-001 to 004)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.event_horizon.constants import OPPORTUNITY
from variants.event_horizon.engagements import Engagements
from variants.event_horizon.model import Place, Ship, by_sector
from variants.event_horizon.phases.moves import LEFT


def run(context: TurnContext) -> None:
    left: dict[str, Place] = context.notes.get(LEFT, {})
    retreated: dict[Place, list[Ship]] = {}
    for ship in context.game.ships:
        if ship.id in left:
            retreated.setdefault(left[ship.id], []).append(ship)
    engagements = Engagements(context, OPPORTUNITY)
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
