"""Phase 4, Shield Charging: the economy determines the charge (EH-SHD-001, EH-SHD-002)."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.turn import TurnContext
from variants.event_horizon.constants import SHIELDS_CHARGED


def charge_shields(context: TurnContext) -> None:
    """Charge all ships (EH-SHD-001); points beyond a smaller maximum decay by the same rule."""
    charged = context.variant.economy.charged
    changed: dict[str, int] = {}
    for ship in context.game.ships:
        points = charged(ship.points, ship.shields)
        if points != ship.points:
            ship.points = points
            changed[ship.owner] = changed.get(ship.owner, 0) + 1
    _report(context, changed)


def _report(context: TurnContext, changed: Mapping[str, int]) -> None:
    """Report to every empire how many of its ships' shield points changed."""
    for empire in context.game.empires:
        if empire.id in changed:
            ships = changed[empire.id]
            words = f"{ships} ship{'' if ships == 1 else 's'}"
            context.emit(SHIELDS_CHARGED, [empire.id], ships=ships, words=words)
