"""DESTROY: a ship is blown up by its owner, wherever it is (FH-DESTROY-001, FH-DESTROY-002)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Ship, Species
from variants.far_horizons.step_context import StepContext
from variants.far_horizons.wording import ship_name

DESTROYED = EventKind("ship-destroyed", "{ship} was destroyed.", ("FH-DESTROY-001",))


def destroy(context: StepContext, species: Species, order: Order) -> None:
    """DESTROY ship; its name must be exact."""
    ship: Ship = order["ship"]
    slot = next(slot for slot, other in enumerate(species.ships) if other is ship)
    species.ships[slot] = None
    context.tell(species, DESTROYED, place=ship.place, ship=ship_name(ship))
