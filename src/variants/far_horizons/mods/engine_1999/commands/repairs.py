"""REPAIR with too few units, and the marks that it leaves on ships."""

from __future__ import annotations

from horizons_core.orders import Handler, Order
from horizons_core.sums import int_sum
from variants.far_horizons.model import Ship, Species
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, wrap_find, wrap_run
from variants.far_horizons.orders.references import Finder
from variants.far_horizons.rules.repair import fleet_in, shares
from variants.far_horizons.step_context import StepContext

#: The value of `special` that marks a ship as treated.
_TREATED = 99


def repairs_with_less(commands: Commands) -> None:
    """REPAIR without a number is like one with the number of units that are needed (number 13).

    So it uses what is aboard if that is too little (FH-DR-005).
    """

    def wrapper(run: Handler) -> Handler:
        def repair(context: StepContext, species: Species, order: Order) -> None:
            if "ship" in order.arguments and "amount" not in order.arguments:
                ship: Ship = order["ship"]
                needed = context.economy.repair_units(ship.age, ship.tonnage)
                order = order.with_found({"amount": needed} if needed else {})
            run(context, species, order)

        return repair

    wrap_run(commands, "REPAIR", wrapper)


def repairs_to_any_age(commands: Commands) -> None:
    """REPAIR for a sector accepts a negative age, and then uses too many units (FH-DR-007)."""

    def wrapper(_find: Finder) -> Finder:
        return lambda _context, _species, order, argument: order[argument]

    wrap_find(commands, "REPAIR", "age", wrapper)


def repair_marks(commands: Commands) -> None:
    """REPAIR for a sector marks the ships that it treats (no clause; seen in recorded games)."""

    def wrapper(run: Handler) -> Handler:
        def repair(context: StepContext, species: Species, order: Order) -> None:
            if "sector" in order.arguments:
                _mark(context, fleet_in(species, order["sector"]), order.get("age") or 0)
            run(context, species, order)

        return repair

    wrap_run(commands, "REPAIR", wrapper)


def _mark(context: StepContext, fleet: list[Ship], goal: int) -> None:
    """Mark the damaged ships that are reached while there are units."""
    pool = int_sum(ship.cargo.get("DR", 0) for ship in fleet)
    for ship, used in shares(context, fleet, goal):
        ship.special = _TREATED if pool and ship.age > 0 else 0
        pool -= used
