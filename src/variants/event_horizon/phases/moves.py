"""Phase 2, Moves: every ordered ship goes one hex, all at once (EH-MOV-001 to EH-MOV-004)."""

from __future__ import annotations

from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.event_horizon.constants import SHIP_MOVED
from variants.event_horizon.model import Place, Ship, sector_id
from variants.event_horizon.orders import own_ship, own_ships

#: In the context's notes: the place that each moved ship left, by ship id.
LEFT = "left"


def run(context: TurnContext) -> None:
    moves = _accepted(context)
    grid = context.game.grid
    left: dict[str, Place] = {}
    for ship, direction in moves:
        left[ship.id] = ship.at
        ship.at = grid.step(ship.at, direction)
        context.emit(
            SHIP_MOVED,
            [ship.owner],
            place=sector_id(ship.at),
            number=ship.number,
            name=ship.called,
            direction=direction,
            sector=sector_id(ship.at),
        )
    context.notes[LEFT] = left


def _accepted(context: TurnContext) -> list[tuple[Ship, str]]:
    """The moves to be made; of several for a ship the last counts (EH-ORD-003)."""
    ships = own_ships(context)
    last: dict[str, tuple[Ship, Order]] = {}
    for empire, order in context.orders_for("MOVE"):
        ship = own_ship(context, empire, order, ships[empire])
        if ship is None or not _can_move(context, empire, order, ship):
            continue
        if ship.id in last:
            message = f"a later order moves ship {ship.number}: this one does not count"
            earlier = last[ship.id][1]
            context.reject(empire, earlier, "moved-twice", message, severity="warning")
        last[ship.id] = (ship, order)
    return [(ship, order["direction"]) for ship, order in last.values()]


def _can_move(context: TurnContext, empire: str, order: Order, ship: Ship) -> bool:
    if not ship.thrusters:
        message = f"ship {ship.number} has no thruster"
        context.reject(empire, order, "no-thruster", message, "it stays where it is", "ship")
        return False
    if ship.built == context.turn:
        message = f"ship {ship.number} is built only this turn"
        context.reject(empire, order, "just-built", message, "move it next turn", "ship")
        return False
    return True
