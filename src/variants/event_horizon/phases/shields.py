"""Phase 4, Shield Charging (EH-SHD-001, EH-SHD-002)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.event_horizon.constants import SHIELDS_CHARGED


def charged(points: int, generators: int) -> int:
    """Shield points after charging: half of the old, rounded down, and one a generator."""
    return points // 2 + generators


def run(context: TurnContext) -> None:
    changed: dict[str, int] = {}
    for ship in context.game.ships:
        points = charged(ship.points, ship.shields)
        if points != ship.points:
            ship.points = points
            changed[ship.owner] = changed.get(ship.owner, 0) + 1
    for empire in context.game.empires:
        if empire.id in changed:
            ships = changed[empire.id]
            words = f"{ships} ship{'' if ships == 1 else 's'}"
            context.emit(SHIELDS_CHARGED, [empire.id], ships=ships, words=words)
