"""PRODUCTION orders, and the orders of a planet's block (FH-PROD-007)."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.orders import Check, Handler, Order, Refusal
from variants.far_horizons.model import Colony, Species, Status
from variants.far_horizons.rules.left_over import refuse_left_over
from variants.far_horizons.rules.planet_production import close_planet, open_planet
from variants.far_horizons.rules.production_state import Making, SpeciesProduction
from variants.far_horizons.step_context import OrderRefused, StepContext


def of_planet(making: Making) -> Handler:
    """Return the handler of a command for the open planet."""
    return lambda context, _species, order: making(context.shared, order)


def planet_open(context: StepContext, _species: Species, _order: Order) -> Refusal | None:
    """Refuse a planet's orders without a PRODUCTION order before them (FH-PROD-007)."""
    production: SpeciesProduction = context.shared
    if production.open is not None:
        return None
    hint = "begin with PRODUCTION PL and the name of a planet"
    if production.begun:
        hint = "the PRODUCTION order before it was not carried out"
    return Refusal("no-production-order", "Missing PRODUCTION order!", hint)


def no_mining_colony(context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """Refuse orders other than HIDE on a mining colony (FH-HIDE-004)."""
    production: SpeciesProduction = context.shared
    if not production.open_planet.colony.has(Status.MINING):
        return None
    reason = f"You may not {order.keyword} on a mining colony."
    return Refusal("mining-colony", reason, "HIDE is the only order for a mining colony")


#: Checks before each order of the open planet except HIDE.
PLANET_CHECKS: Mapping[str, Check] = {
    "planet_open": planet_open,
    "no_mining_colony": no_mining_colony,
}


def begin(context: StepContext, _species: Species, order: Order) -> None:
    """PRODUCTION PL name; the previous planet is closed in any case (FH-PROD-007)."""
    production: SpeciesProduction = context.shared
    close_planet(production, another=True)
    production.begun = True
    refuse_left_over(context, order)
    colony: Colony | OrderRefused = order["planet"]
    if isinstance(colony, OrderRefused):
        raise colony
    if colony.has(Status.DISBANDED):  # FH-DISBAND-008
        reason = "Production orders cannot be given for a disbanded colony!"
        raise OrderRefused("disbanded", reason, at="planet")
    if colony.place in production.opened:
        reason = "More than one PRODUCTION command for planet."
        hint = "write all orders of a planet below one PRODUCTION order"
        raise OrderRefused("second-production", reason, hint, "planet")
    open_planet(production, colony)
