"""@: messages to other races, or to all."""

from __future__ import annotations

from horizons_core.model import EVERYONE, EventKind
from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.galaxy_g.model import Race

MESSAGE = EventKind("message", "Message: {text}", ("GG-MSG-001",))


def send_message(context: TurnContext, race: Race, order: Order) -> None:
    """@ [race ...]: the lines go to those named, or to all, without the sender (GG-MSG-001)."""
    lines: tuple[str, ...] = order["lines"]
    audience = [EVERYONE]
    if order.get("races") is not None:
        audience = _addressees(context, race, order)
    if audience:
        text = "\n".join(lines)
        context.emit(MESSAGE, audience, text=text, lines=list(lines))


def _addressees(context: TurnContext, race: Race, order: Order) -> list[str]:
    """The ids of the races named. Unknown names are skipped."""
    addressees = []
    for words in order.several("races"):
        other = context.game.race_named(words, race)
        if other is not None:
            addressees.append(other.id)
        elif context.forecast:
            message = f"you know of no race '{words}': the turn will show whether it exists"
            context.reject(race.id, order, "unseen", message, severity="warning")
        else:
            hint = "put names with blanks in double quotes"
            context.reject(race.id, order, "unknown-name", f"no race '{words}'", hint)
    return addressees
