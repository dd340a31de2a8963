"""Ships: availability for orders, aging and the end of movement, DESTROY.

Clauses: FH-DESTROY-002.
"""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import MAX_AGE
from variants.far_horizons.formulas import truncated
from variants.far_horizons.model import WORMHOLED, Ship, ShipLocation, Species
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name


def refuse_unfinished(ship: Ship) -> None:
    """Refuse an order for a ship under construction."""
    if ship.where == ShipLocation.BUILDING:
        reason = f"{ship_name(ship)} is still under construction!"
        raise OrderRefused("under-construction", reason, f"it still costs {ship.unpaid}")


def refuse_in_transit(ship: Ship) -> None:
    """Refuse an order for a ship that withdrew or was forced out of combat.

    It has no position until it arrives (FH-WITHDRAW-003).
    """
    if ship.where in (ShipLocation.WITHDREW, ShipLocation.FORCED):
        reason = f"{ship_name(ship)} is in transit after combat!"
        raise OrderRefused("in-transit", reason, "it arrives in the jump phase")


def enlarge(context: StepContext, starbase: Ship, added: int) -> None:
    """Enlarge a starbase; its age becomes the average of its parts' ages (FH-AGE-003).

    The number of orders makes no difference: a rounding error carries over to the next. Games of
    version 1.0.0, and the engine, round each time.
    """
    economy, size = context.economy, starbase.tonnage + added
    years = starbase.age * starbase.tonnage - added
    age = economy.starbase_age(starbase.age, starbase.tonnage, added)
    is_exact = economy.starbases_age_exactly and context.game.plays_by("1.1.0")
    if is_exact and age == truncated(years, size):  # other formulas keep their own rounding
        years += starbase.age_rest
        age = truncated(years, size)
        starbase.age_rest = years - age * size
    starbase.age, starbase.tonnage = age, size


def age(species: Species) -> None:
    """Age all ships of a species by a turn; nothing else ages, not even defenses.

    (FH-AGE-004, FH-PD-006)
    """
    for ship in species.living_ships():
        if ship.where != ShipLocation.BUILDING:  # FH-AGE-002
            ship.age = min(ship.age + 1, MAX_AGE)  # FH-AGE-006


def rest(species: Species) -> None:
    """End the movement of a species' ships; arrivals by wormhole are remembered for a turn."""
    for ship in species.living_ships():
        ship.through_wormhole = ship.moved == WORMHOLED
        ship.moved = 0


DESTROYED = EventKind("ship-destroyed", "{ship} was destroyed.", ("FH-DESTROY-001",))


def destroy(context: StepContext, species: Species, order: Order) -> None:
    """DESTROY ship; its name must be exact."""
    ship: Ship = order["ship"]
    slot = next(slot for slot, other in enumerate(species.ships) if other is ship)
    species.ships[slot] = None
    context.notify(species, DESTROYED, place=ship.place, ship=ship_name(ship))
