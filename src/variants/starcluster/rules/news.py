"""The Galactic News Network: what all players are told, without any place (SC-VIS-002)."""

from __future__ import annotations

from horizons_core.model import EVERYBODY
from horizons_core.turn import TurnContext
from variants.starcluster.model import Starcluster
from variants.starcluster.rules.restart import JOINED


def tell(context: TurnContext) -> None:
    """Tell everybody of newly joined players; the dividend and falls are told as they happen."""
    game: Starcluster = context.game
    for name in game.newcomers:
        context.emit(JOINED, [EVERYBODY], empire=name)
    game.newcomers = []
