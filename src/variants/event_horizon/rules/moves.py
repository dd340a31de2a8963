"""Phase 2, Moves: every ordered ship goes one hex, all at once (EH-MOV-002, EH-MOV-003)."""

from __future__ import annotations

from horizons_core.orders import ArgumentName, Order, Refusal
from horizons_core.space import HexGrid
from horizons_core.turn import TurnContext
from variants.event_horizon.constants import SHIP_MOVED
from variants.event_horizon.economy import economy_of
from variants.event_horizon.model import Empire, Game, Place, Ship, sector_id

#: Key of the context's notes for the place that each moved ship left, by ship id.
LEFT = "left"

#: The name of the argument with a ship.
SHIP = ArgumentName[Ship]("ship")
#: Key of the context's notes for the order that moves each ship, by ship id.
_ORDERED = "moves ordered"


def has_thruster(context: TurnContext[Game], _: Empire, order: Order) -> Refusal | None:
    """Check of MOVE: only ships with a thruster move (EH-MOV-001)."""
    ship = order[SHIP]
    if not economy_of(context).reach(ship):
        message = f"ship {ship.number} has no thruster"
        return Refusal("no-thruster", message, "it stays where it is", "ship")
    return None


def is_not_new_ship(context: TurnContext[Game], _: Empire, order: Order) -> Refusal | None:
    """Check of MOVE: ships do not move in the turn they are built (EH-CON-005)."""
    ship = order[SHIP]
    if ship.built == context.turn:
        message = f"ship {ship.number} was only built this turn"
        return Refusal("just-built", message, "move it next turn", "ship")
    return None


def move(context: TurnContext[Game], empire: Empire, order: Order) -> None:
    """MOVE: record one ship's move (EH-MOV-004); of several orders the last counts (EH-ORD-003)."""
    ship = order[SHIP]
    ordered: dict[str, Order] = context.notes.setdefault(_ORDERED, {})
    if ship.id in ordered:
        message = f"a later order moves ship {ship.number}: this one is ignored"
        context.reject(empire.id, ordered[ship.id], "moved-twice", message, severity="warning")
    ordered[ship.id] = order


def carry_out_moves(context: TurnContext[Game]) -> None:
    """Carry out all moves of all empires at once; ships never meet on the way (EH-MOV-003)."""
    context.carry_out()
    grid = context.game.grid
    left: dict[str, Place] = {}
    for order in context.notes.pop(_ORDERED, {}).values():
        ship = order[SHIP]
        left[ship.id] = ship.at
        _move_ship(context, grid, ship, order["direction"])
    context.notes[LEFT] = left


def _move_ship(context: TurnContext[Game], grid: HexGrid, ship: Ship, direction: str) -> None:
    """Move a ship one hex, or as far as the economy allows (EH-MOV-002)."""
    for _ in range(economy_of(context).reach(ship)):
        ship.at = grid.step(ship.at, direction)
    sector = sector_id(ship.at)
    context.emit(
        SHIP_MOVED,
        [ship.owner],
        place=sector,
        number=ship.number,
        name=ship.called,
        direction=direction,
        sector=sector,
    )
