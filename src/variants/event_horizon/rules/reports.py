"""Phase 7, Reports: the knowledge that every empire gains, and the end of the game."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.event_horizon.constants import SECTOR_MAPPED
from variants.event_horizon.rules import knowledge, victory


def conclude_turn(context: TurnContext) -> None:
    """Update empires' knowledge (EH-REP-007), then check for victory (EH-VIC-001)."""
    lost_in = context.notes.get(knowledge.LOST_IN, {})
    newly_mapped = knowledge.update_knowledge(
        context.game, context.turn, lost_in, context.variant.economy
    )
    for empire, sector in newly_mapped:
        context.emit(SECTOR_MAPPED, [empire], place=sector, sector=sector)
    victory.check_victory(context)
