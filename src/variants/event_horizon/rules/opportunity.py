"""Phase 3, Attacks of Opportunity: shots at ships that retreat or are new.

It comes before shields are charged: they have the points left from last turn (EH-OPP-004).
"""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.turn import TurnContext
from variants.event_horizon.constants import OPPORTUNITY
from variants.event_horizon.model import Place, Ship, by_sector
from variants.event_horizon.rules.combat import Engagements
from variants.event_horizon.rules.moves import LEFT


def fire_at_opportunity(context: TurnContext) -> None:
    """Fire one volley in every sector with ships that fire and targets."""
    left: dict[str, Place] = context.notes.get(LEFT, {})
    retreated = _retreated(context.game.ships, left)
    engagements = Engagements(context, OPPORTUNITY, "Attack of opportunity")
    for place, present in by_sector(context.game.ships):
        stayed = [ship for ship in present if ship.id not in left]
        targets = [*retreated.get(place, ()), *_new(stayed, context.turn)]
        shooters = [ship for ship in _armed(stayed, context.turn) if _has_target(ship, targets)]
        targets = [ship for ship in targets if _has_target(ship, shooters)]
        if shooters:
            engagements.fight(place, shooters, targets)
    engagements.conclude()


def _retreated(ships: list[Ship], left: Mapping[str, Place]) -> dict[Place, list[Ship]]:
    """Return the ships that moved, by the sector that they left (EH-OPP-001)."""
    retreated: dict[Place, list[Ship]] = {}
    for ship in ships:
        if ship.id in left:
            retreated.setdefault(left[ship.id], []).append(ship)
    return retreated


def _new(stayed: list[Ship], turn: int) -> list[Ship]:
    """Return the ships newly built in a sector (EH-OPP-002)."""
    return [ship for ship in stayed if ship.built == turn]


def _armed(stayed: list[Ship], turn: int) -> list[Ship]:
    """Return the ships that fire: armed ones that neither moved nor are new (EH-OPP-003)."""
    return [ship for ship in stayed if ship.built != turn and ship.weapons]


def _has_target(ship: Ship, targets: list[Ship]) -> bool:
    """Return whether an enemy is among the ships (EH-OPP-003)."""
    return any(target.owner != ship.owner for target in targets)
