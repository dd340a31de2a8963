"""UPGRADE: money makes ships younger."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Ship, ShipLocation
from variants.far_horizons.rules.amounts import note_nothing_left, substitute
from variants.far_horizons.rules.production_state import SpeciesProduction, no_funds
from variants.far_horizons.step_context import OrderRefused
from variants.far_horizons.wording import ship_name

UPGRADED = EventKind(
    "ship-upgraded",
    "{ship} was upgraded from age {before} to age {after} at a cost of {cost}.",
    ("FH-UPG-002",),
)


def upgrade(production: SpeciesProduction, order: Order) -> None:
    """UPGRADE ship [, n] (FH-UPG-002)."""
    ship: Ship = order["ship"]
    _check(production, ship)
    reduction = _reduction(production, order, ship)
    if reduction == 0:
        return
    cost, before = (
        production.economy.upgrade_cost(reduction, production.economy.original_cost(ship)),
        ship.age,
    )
    name = ship_name(ship)
    production.pay(cost, f"upgrade of {name}")
    # damage counts as age (FH-SUMMARY-006); the ship still ages at the end of the turn (FH-UPG-007)
    ship.age -= reduction
    production.tell(UPGRADED, ship=name, before=before, after=ship.age, cost=cost)


def _check(production: SpeciesProduction, ship: Ship) -> None:
    """Refuse ships that are unfinished, in another sector, have moved, or are new."""
    if ship.where == ShipLocation.BUILDING:  # FH-UPG-004
        raise OrderRefused("unfinished", "Ship to be upgraded is still under construction.")
    if ship.place.sector != production.place.sector:  # FH-UPG-005
        reason = "Ship to be upgraded is not in the same sector as the production planet."
        raise OrderRefused("elsewhere", reason, f"it is at {ship.place}")
    if ship.moved:  # FH-UPG-006
        raise OrderRefused(
            "just-moved", "A ship that jumped or moved this turn cannot be upgraded."
        )
    if ship.age < 1:  # FH-UPG-004
        raise OrderRefused("new-ship", "Ship is too new to upgrade.", "its age is 0 already")


def _reduction(production: SpeciesProduction, order: Order, ship: Ship) -> int:
    """Return the years to take off: what the amount buys, or all, limited by the funds.

    (FH-UPG-001, FH-UPG-004)
    """
    price = production.economy.original_cost(ship)
    amount: int | None = order.get("amount")
    if amount is None:
        reduction = ship.age
    else:
        bought = production.economy.upgrade_reduction(
            max(0, amount or production.open_planet.balance), price
        )
        reduction = min(bought, ship.age)
    if reduction == 0 and amount:
        hint = f"one year costs {production.economy.upgrade_cost(1, price)}"
        raise OrderRefused("too-little", "Amount is too small to upgrade the ship.", hint, "amount")
    if reduction == 0:
        note_nothing_left(production, order)
        return 0
    cost = production.economy.upgrade_cost(reduction, price)
    if cost <= production.funds:
        return reduction
    reduction = production.economy.upgrade_reduction(max(0, production.funds), price)
    if reduction == 0:
        raise no_funds(production, production.economy.upgrade_cost(1, price))
    substitute(production, order, "funds", production.economy.upgrade_cost(reduction, price), cost)
    return reduction
