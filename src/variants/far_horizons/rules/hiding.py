"""HIDE: makes a colony invisible for a turn."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Status
from variants.far_horizons.rules.left_over import surplus
from variants.far_horizons.rules.production_state import SpeciesProduction, no_funds
from variants.far_horizons.step_context import OrderRefused

HIDDEN = EventKind("colony-hiding", "Spent {cost} hiding this colony.", ("FH-HIDE-003",))


def hide(production: SpeciesProduction, order: Order) -> None:
    """HIDE; not under a siege."""
    current, colony = production.open_planet, production.open_planet.colony
    if colony.home:
        raise OrderRefused("home", "You may not HIDE a home planet.")
    if colony.has(Status.RESORT):
        raise OrderRefused("resort", "You may not HIDE a resort colony.")
    if colony.siege:  # FH-SIEGE-028
        raise OrderRefused("besieged", "You may not HIDE a planet that is under siege.")
    if surplus(production.context, order) and not production.context.names.forgiving:
        hint = "HIDE with a ship is an order for battle"
        raise OrderRefused("too-many-words", "HIDE takes no argument here.", hint, "surplus")
    cost = production.economy.hiding_cost(current.base, colony.base)
    if colony.has(Status.MINING):  # FH-HIDE-004
        _pay_from_treasury(production, cost)
    else:
        production.pay(cost, "hiding")
    colony.hiding = 1  # FH-HIDE-001
    production.tell(HIDDEN, cost=cost)


def _pay_from_treasury(production: SpeciesProduction, cost: int) -> None:
    """Pay for a mining colony, which has no other money (FH-HIDE-003)."""
    if cost > production.species.treasury:
        raise no_funds(production, cost)
    if cost:
        production.context.credit(
            production.species, -cost, f"hiding on PL {production.open_planet.colony.name}"
        )
