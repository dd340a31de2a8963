"""The end of the turn: who leaves the game, and what all others see (GG-SEQ-005, GG-VIS)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.galaxy_g import departures, knowledge, victory


def run(context: TurnContext) -> None:
    gone = [race.id for race in context.game.empires if not race.active]
    context.unreported.update(gone)
    departures.count_missed(context)
    departures.remove_departed(context)
    departures.remove_extinct(context)
    knowledge.learn(context.game, context.notes.get(knowledge.WITNESSED))
    victory.judge(context)
