"""AMBUSH and INTERCEPT, and the interceptions at the end of a species' production."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import ITEMS
from variants.far_horizons.model import Sector, Ship, Species
from variants.far_horizons.model.transactions import MishapFate, TransactionKind, transaction
from variants.far_horizons.rules.production_state import (
    ProductionStep,
    SpeciesProduction,
    note_nothing_left,
)
from variants.far_horizons.step_context import OrderRefused
from variants.far_horizons.wording import ship_name

AMBUSHED = EventKind(
    "ambush-prepared", "Spent {amount} in preparation for an ambush.", ("FH-AMBUSH-001",)
)
PREPARED = EventKind(
    "interception-prepared",
    "Preparations were made for an interception at a cost of {amount}.",
    ("FH-INTERCEPT-001",),
)
INTERCEPTED = EventKind(
    "ship-intercepted",
    "{ship}, owned by SP {name}, was successfully intercepted and destroyed in sector {x} {y} {z}.",
    ("FH-INTERCEPT-007", "FH-INTERCEPT-011"),
)


def ambush(production: SpeciesProduction, order: Order) -> None:
    """AMBUSH n (FH-AMBUSH-001)."""
    amount = _spend(production, order, "an ambush")
    if amount:
        production.open_planet.colony.ambush += amount
        production.notify(AMBUSHED, amount=amount)


def intercept(production: SpeciesProduction, order: Order) -> None:
    """INTERCEPT n: the money of all planets in a sector forms one pool (FH-INTERCEPT-004).

    It can be combined with an AMBUSH, and lasts for this turn only.
    """
    amount = _spend(production, order, "an interception")  # FH-INTERCEPT-014
    if amount:
        sector = production.place.sector
        production.pools[sector] = production.pools.get(sector, 0) + amount
        production.notify(PREPARED, amount=amount)


def _spend(production: SpeciesProduction, order: Order, noun: str) -> int:
    """Pay and return the amount of the order; 0 stands for the whole balance, which may be empty.

    Planets under siege cannot pay.
    """
    if production.open_planet.colony.siege:  # FH-SIEGE-028
        reason = f"You may not prepare {noun} on a planet under siege."
        raise OrderRefused("besieged", reason)
    amount: int = order["amount"] or production.open_planet.balance
    if amount <= 0:
        note_nothing_left(production, order)
        return 0
    production.pay(amount, noun)
    return amount


def intercept_all(production: SpeciesProduction) -> None:
    """Carry out a species' interceptions when its production is over (FH-INTERCEPT-002).

    Money that is left over is lost (FH-INTERCEPT-013).
    """
    for sector, pool in production.pools.items():
        _intercept(production, sector, pool)


def _intercept(production: SpeciesProduction, sector: Sector, pool: int) -> None:
    """Draw ships until one cannot be destroyed; its owner learns nothing.

    (FH-INTERCEPT-007, FH-INTERCEPT-012)
    """
    subject = ("interception", production.species.number, "{} {} {}".format(*sector))
    dice, candidates = production.context.chance.dice(*subject), _candidates(production, sector)
    count, destroyed = len(candidates), set[int]()
    while len(destroyed) < count:
        drawn = dice(count) - 1
        if drawn in destroyed:
            continue
        owner, ship = candidates[drawn]
        cost = production.economy.interception_cost(ship)
        if cost > pool or production.economy.escapes_interception(ship):
            return
        pool -= cost
        destroyed.add(drawn)
        _destroy(production, owner, ship, subject)


def _candidates(production: SpeciesProduction, sector: Sector) -> list[tuple[Species, Ship]]:
    """Return enemies that jumped in, and distorted ships (FH-INTERCEPT-003, FH-INTERCEPT-015)."""
    lost = {id(ship) for _, _, ship in production.step.destroyed}
    return [
        (owner, ship)
        for owner, ship in production.step.arrivals.get(sector, ())
        if owner is not production.species
        and id(ship) not in lost
        and (owner.id in production.species.enemies or ship.distorted)
    ]


def _destroy(
    production: SpeciesProduction, owner: Species, ship: Ship, subject: tuple[str | int, ...]
) -> None:
    """Remove the ship; its owner learns only of the loss (FH-INTERCEPT-008, FH-INTERCEPT-011)."""
    number = next(i for i, other in enumerate(owner.ships) if other is ship)
    owner.ships[number] = None
    production.step.destroyed.append((owner, number, ship))
    name = ship_name(ship)
    x, y, z = ship.place.sector
    production.context.notify(
        production.species,
        INTERCEPTED,
        place=ship.place,
        dice=production.context.chance.drawn(*subject),
        ship=name + _cargo(ship),
        name=owner.name,
        x=x,
        y=y,
        z=z,
    )
    fate = int(MishapFate.INTERCEPTED)
    production.context.deal(
        transaction(TransactionKind.MISHAP, owner=owner.number, fate=fate, ship=name)
    )


def _cargo(ship: Ship) -> str:
    aboard = [item.abbreviation for item in ITEMS if ship.cargo.get(item.abbreviation)]
    listed = ",".join(f"{ship.cargo[item]} {item}" for item in aboard)
    return f" (cargo: {listed})" if listed else ""


def spare_idle_ships(step: ProductionStep) -> None:
    """Return ships to owners without production, if the economy has this rule."""
    if not step.context.economy.idle_ships_are_spared:
        return
    for owner, number, ship in step.destroyed:
        if owner.number not in step.active:
            owner.ships[number] = ship
