"""AGAIN: starts a new empire for the player of a fallen one (SC-BRK-009)."""

from __future__ import annotations

from horizons_core.model import EVERYONE, EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.setup.creation import restart_empire

JOINED = EventKind("empire.joined", "{empire} has joined the game.", ("SC-BRK-009", "SC-VIS-002"))

#: Key of a turn's notes: fallen empires whose players start again.
_AGAIN = "start again"


def start_again(context: TurnContext, empire: Empire, _order: Order) -> None:
    """AGAIN: possible once the assets of the fallen empire are sold."""
    game: Starcluster = context.game
    if empire.active:
        message = "your empire has not fallen"
        raise Refused(Refusal("still-playing", message, "remove this order"))
    if any(estate.owner == empire.id for estate in game.estates):
        message = "the assets of your fallen empire are being sold"
        raise Refused(Refusal("too-soon", message, "give this order next turn"))
    context.notes.setdefault(_AGAIN, []).append(empire)


def add_new_empires(context: TurnContext) -> None:
    """Add new empires at the end of the turn; their players shape them in the next one."""
    game: Starcluster = context.game
    economy: StarclusterEconomy = context.variant.economy
    for fallen in context.notes.get(_AGAIN, ()):
        for other in (*game.empires, *game.natives):
            other.relations.pop(fallen.id, None)
        stream = context.stream("cluster", fallen.id)
        empire = restart_empire(game, fallen, context.turn, economy, stream)
        context.emit(JOINED, [EVERYONE], empire=empire.name)
