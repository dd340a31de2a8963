"""LANE ON and LANE OFF: owners open and block the lanes of their worlds (C2E-5.4-01)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Player, World
from variants.campaign2e.references import world_name

TURNED = EventKind("lane.turned", "The lanes of {world} are turned {state}.", ("C2E-5.4-01",))


def turn_off(context: TurnContext, _sender: Player, order: Order) -> None:
    """LANE OFF: block the lanes of one of the sender's worlds for everyone."""
    _turn(context, order["world"], off=True)


def turn_on(context: TurnContext, _sender: Player, order: Order) -> None:
    """LANE ON: unblock the lanes of a world; an interdiction still blocks them."""
    _turn(context, order["world"], off=False)


def _turn(context: TurnContext, world: World, *, off: bool) -> None:
    if not any(world.id in (lane.a, lane.b) for lane in context.game.lanes):
        message = f"{world_name(world)} has no lane"
        raise Refused(Refusal("no-lane", message, "lanes are shown on the map", "world"))
    if world.lane_off == off:
        return
    world.lane_off = off
    state = "off" if off else "on"
    recipients = context.game.audience_knowing(world)  # blocks are visible on the map (C2E-15.3-02)
    context.emit(TURNED, recipients, place=world.id, world=world_name(world), state=state)
