"""The Galactic News Network: what all players are told, without any place (SC-VIS-002)."""

from __future__ import annotations

from horizons_core.model import EVERYBODY, EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.model import Starcluster
from variants.starcluster.rules.restart import JOINED

DIVIDEND = EventKind(
    "news.dividend", "The network pays {percent} percent this turn.", ("SC-VIS-002", "SC-GTN-002")
)


def tell(context: TurnContext) -> None:
    """Tell everybody of the dividend and of newly joined players; falls are told as they happen."""
    game: Starcluster = context.game
    if game.dividend:
        context.emit(DIVIDEND, [EVERYBODY], percent=max(0, game.dividend - 2))
    for name in game.newcomers:
        context.emit(JOINED, [EVERYBODY], empire=name)
    game.newcomers = []
