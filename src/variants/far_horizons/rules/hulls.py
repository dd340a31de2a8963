"""Work on a hull: checks, price, result, and delivery to its owner."""

from __future__ import annotations

from attrs import define

from horizons_core.model import EventKind
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Propulsion, Ship, ShipLocation, Species
from variants.far_horizons.model.transactions import (
    BuiltKind,
    Discovery,
    TransactionKind,
    put_first,
    put_last,
    transaction,
)
from variants.far_horizons.rules.inhabitants import add
from variants.far_horizons.rules.production_state import OpenPlanet, SpeciesProduction
from variants.far_horizons.rules.ships import enlarge
from variants.far_horizons.rules.siege import is_detected, report_discovery
from variants.far_horizons.step_context import OrderRefused
from variants.far_horizons.wording import ship_name

BUILT = EventKind(
    "ship-built",
    "{ship} was constructed at a cost of {cost}{whose}.{fate}",
    ("FH-SHIP-008", "FH-BAS-009"),
)
BEGUN = EventKind(
    "ship-begun",
    "Construction started on {ship} at a cost of {cost}.{fate}",
    ("FH-SHIP-008",),
)
CONTINUED = EventKind(
    "ship-continued",
    "Construction continued on {ship} at a cost of {cost}.{fate}",
    ("FH-SHIP-009",),
)
FINISHED = EventKind(
    "ship-finished",
    "Construction finished on {ship} at a cost of {cost}{whose}.{fate}",
    ("FH-SHIP-009",),
)
GROWN = EventKind(
    "starbase-grown",
    "Size of {ship} was increased to {tons:,} tons at a cost of {cost}{whose}.{fate}",
    ("FH-BAS-010", "FH-BAS-003"),
)
_DETECTED = " However, the work was detected by the besiegers and the ship was destroyed."


@define
class HullWork:
    """A ship, the payment for it now, its recipient, and the premium for building for others."""

    ship: Ship
    paid: int
    new: bool = False
    premium: int = 0
    recipient: Species | None = None

    @property
    def cost(self) -> int:
        return self.paid + self.premium

    def added(self, economy: Economy) -> int:
        """Return the growth of the ship: only starbases grow (FH-BAS-003)."""
        return self.paid // economy.ship_cost(1) if self.ship.starbase else 0


def carry_out(production: SpeciesProduction, job: HullWork) -> None:
    """Work on a ship; refuses what size, technology, shipyards or money don't allow."""
    _check(production, job)
    name = ship_name(job.ship)
    production.pay(job.cost, f"work on {name}")
    production.open_planet.slots -= 1  # FH-YARD-001, FH-YARD-002
    if job.new:
        put_last(production.species.ships, job.ship)
        production.new_ships += 1
    kind = _grow(production, job) if job.ship.starbase else _advance(job)
    detected_now = _is_detected(production, job.ship)
    production.notify(
        kind,
        ship=name,
        cost=job.cost,
        tons=10_000 * job.ship.tonnage,
        whose=f" for SP {job.recipient.name}" if job.recipient else "",
        fate=_DETECTED if detected_now else "",
    )
    if detected_now:
        remove_ship(production.species, job.ship)
        report_discovery(production, Discovery.SHIP_BUILDING, name)
    elif job.recipient is not None:
        _hand_over(production, job, job.recipient, name)


def _check(production: SpeciesProduction, job: HullWork) -> None:
    """Check size, gravitics and shipyards, in this order (FH-SHIP-008)."""
    species, economy = production.species, production.economy
    largest, maximum = economy.largest_tonnage(production.level("MA")), economy.most_new_ships
    size = job.ship.tonnage + job.added(economy)  # FH-BAS-002
    # the same for ships and starbases (FH-SHIP-002, FH-SHIP-003, FH-TR-002, FH-BAS-002)
    if size > largest:
        reason = "Maximum allowable tonnage exceeded."
        hint = f"the largest that you can build is {10_000 * largest:,} tons"
        raise OrderRefused("too-large", reason, hint)
    if job.ship.drive == Propulsion.FTL and species.level("GV") < 1:  # FH-SETUP-003
        reason = "Gravitics tech level must be at least 1 to build FTL ships."
        raise OrderRefused("no-gravitics", reason, "add an S to the class for a sub-light ship")
    if production.open_planet.slots < 1:  # FH-YARD-003
        raise OrderRefused(
            "no-slot", "Shipyard capacity exceeded!", _shipyards(production.open_planet)
        )
    if job.new and maximum is not None and production.new_ships >= maximum:
        reason = f"You cannot build more than {maximum} ships per turn!"
        raise OrderRefused("too-many-ships", reason)


def _shipyards(current: OpenPlanet) -> str:
    """Explain how many ships the planet can work on this turn."""
    yards = current.colony.shipyards - current.enlarged
    noun = "shipyard" if yards == 1 else "shipyards"
    new = ", and the new one serves from the next turn on" if current.enlarged else ""
    return f"the planet has {yards} {noun}: each ship takes one for the turn{new}"


def _grow(production: SpeciesProduction, job: HullWork) -> EventKind:
    """Enlarge a starbase, which is complete at once (FH-BAS-004, FH-AGE-003)."""
    ship, added = job.ship, job.added(production.economy)
    enlarge(production.context, ship, added)
    return BUILT if job.new else GROWN


def _advance(job: HullWork) -> EventKind:
    """Pay for a ship; a finished one is on the surface (FH-SHIP-008).

    From then on it can take orders of later phases.
    """
    ship = job.ship
    ship.unpaid -= job.paid
    if ship.unpaid > 0:
        return BEGUN if job.new else CONTINUED
    ship.where = ShipLocation.LANDED  # FH-LAND-017, FH-MOVE-001
    return BUILT if job.new else FINISHED


def _is_detected(production: SpeciesProduction, ship: Ship) -> bool:
    """Return whether besiegers notice the work: always for starbases, by a die for ships."""
    if ship.starbase and production.open_planet.colony.siege:  # FH-SIEGE-016
        return True
    return is_detected(production)  # FH-SIEGE-017


def _hand_over(production: SpeciesProduction, job: HullWork, recipient: Species, name: str) -> None:
    """Put the ship in orbit and give it to its new owner, without its cargo (FH-IBUILD-006)."""
    ship = job.ship
    for item, count in ship.cargo.items():
        add(production.open_planet.colony.items, item, count)
    ship.cargo.clear()
    if not ship.starbase:
        ship.where = ShipLocation.ORBIT
    ship.loading_point = ship.unloading_point = 0
    remove_ship(production.species, ship)
    put_first(recipient.ships, ship)  # works at its new owner's tech levels (FH-IBUILD-014)
    production.step.active.add(recipient.number)
    production.context.deal(
        transaction(
            TransactionKind.BUILT_FOR,
            donor=production.species.number,
            recipient=recipient.number,
            what=int(BuiltKind.SHIP),
            cost=production.economy.original_cost(ship) + job.premium,
            donor_name=production.species.name,
            receiver=name,
        )
    )


def remove_ship(species: Species, ship: Ship) -> None:
    """Remove a ship; its slot stays empty."""
    for number, other in enumerate(species.ships):
        if other is ship:
            species.ships[number] = None
