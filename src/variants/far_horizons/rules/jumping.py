"""JUMP, and the shared parts of JUMP and PJUMP (FH-JUMP-005)."""

from __future__ import annotations

from horizons_core.orders import Order
from variants.far_horizons.jumps.mishaps import CERTAIN
from variants.far_horizons.model import Ship, Species
from variants.far_horizons.rules.flight import Portal, chance_of, fly
from variants.far_horizons.rules.jump_orders import JumpGoal, must_be_free
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name


def jump(context: StepContext, species: Species, order: Order) -> None:
    """JUMP ship, x y z or PL name (FH-JUMP-005)."""
    ship: Ship = order["ship"]
    must_be_free(species, ship)
    _must_have_drive(ship)
    depart(context, species, order, ship, distinct_destination(order, ship))


def distinct_destination(order: Order, ship: Ship) -> JumpGoal:
    """Return a ship's destination, which must differ from its position."""
    goal: JumpGoal | OrderRefused = order["destination"]
    if isinstance(goal, OrderRefused):
        raise goal
    if goal.place.sector == ship.place.sector:
        reason = f"{ship_name(ship)} was already at specified x,y,z."
        hint = "within a star system: LAND, ORBIT or DEEP, before departure or after arrival"
        raise OrderRefused("already-there", reason, hint, "destination")
    return goal


def depart(
    context: StepContext,
    species: Species,
    order: Order,
    ship: Ship,
    goal: JumpGoal,
    portal: Portal | None = None,
) -> None:
    """Let a ship jump any distance; warn of probable mistakes."""
    if chance_of(context, species, ship, goal, portal) == CERTAIN:
        message = f"the jump of {ship_name(ship)} to {goal.text} is certain to fail"
        hint = "the chance is the square of the distance / Gravitics, in percent: jump less far"
        context.note(species, order, "certain-mishap", message, hint=hint)
    elif context.star(goal.place.sector) is None:
        message = f"there is no star at {goal.text}: {ship_name(ship)} goes into empty space"
        context.note(species, order, "no-star", message)
    fly(context, species, ship, goal, portal)  # FH-JUMP-001, FH-JUMP-006


def _must_have_drive(ship: Ship) -> None:
    """Raise Refused for ships that cannot jump by themselves (FH-JUMP-005)."""
    title = ship_name(ship)
    if ship.starbase:  # FH-BAS-001, FH-WORM-002
        hint = "a starbase can be moved by one parsec with MOVE, or go through a wormhole"
        raise OrderRefused("starbase", f"{title} is a starbase and cannot jump!", hint)
    if ship.sub_light:  # FH-SHIP-007
        hint = "a sub-light ship can MOVE by one parsec, or use a jump portal (PJUMP) or a wormhole"
        raise OrderRefused("sub-light", f"{title} is a sub-light ship and cannot jump!", hint)
