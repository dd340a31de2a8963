"""The Galactic News Network: news for all players, without places (SC-VIS-002)."""

from __future__ import annotations

from horizons_core.model import EVERYONE
from horizons_core.turn import TurnContext
from variants.starcluster.model import Starcluster
from variants.starcluster.rules.restart import JOINED


def announce_newcomers(context: TurnContext) -> None:
    """Announce new players; dividends and falls are announced when they happen."""
    game: Starcluster = context.game
    for name in game.newcomers:
        context.emit(JOINED, [EVERYONE], empire=name)
    game.newcomers = []
