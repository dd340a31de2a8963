"""BUILD: items or a ship; SHIPYARD."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.rules.items import build_items
from variants.far_horizons.rules.planet_production import is_special
from variants.far_horizons.rules.production_state import SpeciesProduction
from variants.far_horizons.rules.ship_building import build_ship
from variants.far_horizons.step_context import OrderRefused

ENLARGED = EventKind(
    "shipyard-built", "Spent {cost} to increase shipyard capacity by 1.", ("FH-YARD-005",)
)


def build(production: SpeciesProduction, order: Order) -> None:
    """BUILD n item [, destination], or BUILD ship [, amount] (FH-CMD-011)."""
    if order.get("count") is None:
        build_ship(production, order)
    else:
        build_items(production, order)


def shipyard(production: SpeciesProduction, _order: Order) -> None:
    """SHIPYARD: a further one, from the next turn on; once per planet and turn (FH-YARD-004)."""
    current = production.open_planet
    if is_special(current.colony):
        reason = "You may not build shipyards on a mining or resort colony."
        raise OrderRefused("no-shipyard", reason)
    if current.enlarged:
        reason = "Only one shipyard can be built per planet per turn!"
        raise OrderRefused("second-shipyard", reason)
    cost = production.economy.shipyard_cost(production.level("MA"))
    production.pay(cost, "a shipyard")
    current.colony.shipyards += 1
    current.enlarged = True
    production.tell(ENLARGED, cost=cost)
