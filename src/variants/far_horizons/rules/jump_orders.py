"""Elements of jump orders: a ship that is free to leave, and its destination."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from horizons_core.orders import Order
from variants.far_horizons.model import Place, Sector, Ship, ShipLocation, Species
from variants.far_horizons.model.written import LineOrder, WrittenName
from variants.far_horizons.rules.orbits import refuse_salvage
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name

#: Positions of ships that still have to jump out of a battle.
IN_TRANSIT = (ShipLocation.WITHDREW, ShipLocation.FORCED)


@frozen
class JumpGoal:
    """A ship's destination: a place, and its wording in the order: "PL Mars" or "12 7 18"."""

    place: Place
    text: str


def format_sector(sector: Sector) -> str:
    """Format a sector as in orders."""
    return " ".join(map(str, sector))


def readings(context: StepContext, order: Order, argument: str) -> Iterator[WrittenName]:
    """Yield a name as written; then, if that is forgiven, with a comma inserted."""
    name: WrittenName | None = order.get(argument)
    if name is not None:
        yield name
    if isinstance(order, LineOrder):
        reread = context.names.second_reading(order, "unknown-place", argument)
        if reread is not None and reread.get(argument) is not None:
            yield reread[argument]


def must_be_free(species: Species, ship: Ship) -> None:
    """Raise Refused for a ship that cannot leave."""
    title = ship_name(ship)
    if ship.where == ShipLocation.BUILDING:  # FH-JUMP-004
        hint = "it can jump in the turn after it is finished"
        raise OrderRefused("under-construction", f"{title} is still under construction!", hint)
    if ship.where in IN_TRANSIT:  # FH-WITHDRAW-003
        hint = f"it goes to {format_sector(ship.destination)} by itself"
        raise OrderRefused("in-transit", f"{title} is in transit after combat!", hint)
    refuse_salvage(species, ship)  # FH-DISBAND-004
    if ship.moved:  # FH-MOVE-005
        hint = "JUMP, PJUMP, MOVE or WORMHOLE: one of them a turn"
        raise OrderRefused("moved", f"{title} already jumped or moved this turn!", hint)


def sector_goal(sector: Sector) -> JumpGoal:
    """Return the deep space of a sector as a goal (FH-JUMP-006)."""
    return JumpGoal(Place(sector), format_sector(sector))
