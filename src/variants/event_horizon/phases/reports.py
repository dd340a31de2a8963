"""Phase 7, Reports: what every empire learns this turn, and whether the game is over."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.event_horizon import knowledge, victory
from variants.event_horizon.constants import SECTOR_MAPPED


def run(context: TurnContext) -> None:
    lost_in = context.notes.get(knowledge.LOST_IN, {})
    for empire, sector in knowledge.learn(context.game, context.turn, lost_in):
        context.emit(SECTOR_MAPPED, [empire], place=sector, sector=sector)
    victory.judge(context)
