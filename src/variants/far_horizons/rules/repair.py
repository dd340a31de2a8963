"""REPAIR and UPGRADE: damage repair units and money make ships younger."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.sums import int_sum
from variants.far_horizons.model import Sector, Ship, ShipLocation, Species
from variants.far_horizons.rules.inhabitants import add
from variants.far_horizons.rules.production_state import (
    SpeciesProduction,
    no_funds,
    note_nothing_left,
    substitute,
)
from variants.far_horizons.rules.ships import refuse_in_transit, refuse_unfinished
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name, units

REPAIRED = EventKind(
    "ship-repaired", "{ship} was repaired using {units}. Age went from {before} to {after}.",
    ("FH-DR-002",),
)  # fmt: skip


def repair(context: StepContext, species: Species, order: Order) -> None:
    """REPAIR ship [, n], or REPAIR x y z [age]."""
    if "sector" in order.arguments:
        _repair_sector(context, species, order)
    else:
        _repair_ship(context, species, order)


# a single ship


def _repair_ship(context: StepContext, species: Species, order: Order) -> None:
    """REPAIR ship [, n], with units aboard the ship itself."""
    ship: Ship = order["ship"]
    requested: int | None = order.get("amount")
    refuse_unfinished(ship)
    refuse_in_transit(ship)
    aboard = ship.cargo.get("DR", 0)
    if aboard <= 0 and requested == 0:  # FH-ZERO-004
        context.note(species, order, "nothing-done", "there are no DRs aboard: nothing is done")
        return
    if aboard <= 0:  # FH-DR-006
        reason = "Ship does not have any DRs!"
        raise OrderRefused("no-units", reason, f"transfer DR to {ship_name(ship)} first")
    if ship.age <= 0:  # FH-DR-003
        raise OrderRefused("not-damaged", "Ship does not need to be repaired.", "its age is 0")
    used = _units(context, species, order, ship, requested, aboard)
    add(ship.cargo, "DR", -used)
    _rejuvenate(context, species, ship, used)


def _units(
    context: StepContext, species: Species, order: Order, ship: Ship, count: int | None, aboard: int
) -> int:
    """Return how many units are used: no more than needed and aboard."""
    needed = context.economy.repair_units(ship.age, ship.tonnage)
    # FH-DR-005
    if count is None and needed > aboard:
        reason = f"{ship_name(ship)} does not have enough DRs!"
        hint = f"{needed} are needed and {aboard} aboard; with a number fewer are used"
        raise OrderRefused("too-few-units", reason, hint)
    count = count or aboard  # FH-DR-004
    # FH-DR-003
    if count > aboard:
        message = f"Ship does not have {count} DRs! Substituting {aboard} for {count}."
        context.adjust(species, order, "too-few-units", message)
        count = aboard
    used = min(count, needed)  # FH-DR-003
    # FH-DR-003
    if context.economy.repair_reduction(used, ship.tonnage) < 1:
        reason = f"{units(used, 'DR')} would not reduce the age of the ship."
        year = context.economy.repair_units(1, ship.tonnage)
        raise OrderRefused("no-effect", reason, f"one year takes {year}")
    return used


def _rejuvenate(
    context: StepContext, species: Species, ship: Ship, used: int, goal: int = 0
) -> None:
    """Reduce a ship's age, which includes battle damage."""
    before = ship.age
    reduction = context.economy.repair_reduction(used, ship.tonnage)
    ship.age = max(before - reduction, goal, 0)  # FH-DR-002, FH-SUMMARY-006
    context.notify(
        species, REPAIRED, place=ship.place, ship=ship_name(ship), units=units(used, "DR"),
        before=before, after=ship.age,
    )  # fmt: skip


# all ships of a sector


def _repair_sector(context: StepContext, species: Species, order: Order) -> None:
    """All ships of the sector pool their units; the oldest come first (FH-DR-007)."""
    fleet, goal = fleet_in(species, order["sector"]), order.get("age") or 0
    if not any(ship.cargo.get("DR", 0) for ship in fleet):
        message = "your ships in this sector carry no DRs: nothing is done"
        context.note(species, order, "nothing-done", message)
    for ship, used in shares(context, fleet, goal):
        if used:
            _take_from(fleet, used)
            _rejuvenate(context, species, ship, used, goal)


def fleet_in(species: Species, sector: Sector) -> list[Ship]:
    """Return the ships of a sector that pool their units."""
    excluded = (ShipLocation.BUILDING, ShipLocation.WITHDREW, ShipLocation.FORCED)
    return [
        ship
        for ship in species.living_ships()
        if ship.place.sector == sector and ship.where not in excluded
    ]


def shares(context: StepContext, fleet: list[Ship], goal: int) -> list[tuple[Ship, int]]:
    """Return all ships, oldest first, with the units that each gets from the pool."""
    pool, allotted = int_sum(ship.cargo.get("DR", 0) for ship in fleet), list[tuple[Ship, int]]()
    for ship in sorted(fleet, key=lambda ship: -ship.age):
        used = _share(context, ship, goal, pool)
        allotted.append((ship, used))
        pool -= used
    return allotted


def _share(context: StepContext, ship: Ship, goal: int, pool: int) -> int:
    """Return the units that a ship gets; 0 if they would not take off even a year."""
    if ship.age <= max(goal, 0):
        return 0
    used = min(context.economy.repair_units(ship.age - goal, ship.tonnage), pool)
    return used if context.economy.repair_reduction(used, ship.tonnage) else 0


def _take_from(fleet: list[Ship], used: int) -> None:
    """Take units from the carriers in the order of the owner's list (FH-DR-008)."""
    for ship in fleet:
        count = min(ship.cargo.get("DR", 0), used)
        add(ship.cargo, "DR", -count)
        used -= count


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
    production.notify(UPGRADED, ship=name, before=before, after=ship.age, cost=cost)


def _check(production: SpeciesProduction, ship: Ship) -> None:
    """Refuse ships that are unfinished, in another sector, moved this turn, or new."""
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
    """Return the years to take off: those that the amount buys, or all, limited by the funds.

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
