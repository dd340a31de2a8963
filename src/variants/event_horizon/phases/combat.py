"""Phase 5, Combat: one volley a ship where empires meet (EH-CBT-001)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.event_horizon.constants import BATTLE
from variants.event_horizon.engagements import Engagements
from variants.event_horizon.model import by_sector


def run(context: TurnContext) -> None:
    engagements = Engagements(context, BATTLE)
    for place, ships in by_sector(context.game.ships):
        if len({ship.owner for ship in ships}) >= 2 and any(ship.weapons for ship in ships):
            engagements.fight(place, ships, ships)
    engagements.conclude()
