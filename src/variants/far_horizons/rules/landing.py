"""LAND, ORBIT and DEEP: a ship's position within its star system (FH-LAND-001, FH-LAND-011)."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import MOVED, Colony, Place, Ship, ShipLocation, Species, Status
from variants.far_horizons.model.transactions import Discovery, TransactionKind, transaction
from variants.far_horizons.rules.inhabitants import inhabitants
from variants.far_horizons.rules.ships import refuse_in_transit, refuse_unfinished
from variants.far_horizons.rules.siege import report_to_besiegers
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name

ORBITED = EventKind("ship-in-orbit", "{ship} entered orbit around PL {planet}.",
                    ("FH-LAND-002",))  # fmt: skip
ORBITED_NUMBER = EventKind(
    "ship-in-orbit-of-number", "{ship} entered orbit around planet number {orbit}.",
    ("FH-LAND-002", "FH-LAND-004"),
)  # fmt: skip
IN_DEEP_SPACE = EventKind("ship-in-deep-space", "{ship} moved into deep space.",
                          ("FH-LAND-003",))  # fmt: skip


def orbit(context: StepContext, species: Species, order: Order) -> None:
    """ORBIT ship [, planet] (FH-LAND-002)."""
    ship: Ship = order["ship"]
    refuse_unfinished(ship)
    refuse_in_transit(ship)
    refuse_salvage(species, ship)
    if ship.moved == MOVED:  # FH-STRIKE-006
        reason = "ORBIT not allowed immediately after a MOVE!"
        raise OrderRefused("just-moved", reason, "the ship can enter orbit in the next turn")
    place, colony = planet_for(context, species, order, ship)
    # a starbase is towed, without another ship and at no cost (FH-BAS-007)
    ship.place, ship.where = place, ShipLocation.ORBIT
    if colony is None:
        context.notify(
            species, ORBITED_NUMBER, place=place, ship=ship_name(ship), orbit=place.orbit
        )
    else:
        context.notify(species, ORBITED, place=place, ship=ship_name(ship), planet=colony.name)


def deep(context: StepContext, species: Species, order: Order) -> None:
    """DEEP ship; like ORBIT and LAND it costs nothing (FH-LAND-003)."""
    ship: Ship = order["ship"]
    refuse_unfinished(ship)
    refuse_in_transit(ship)
    if ship.starbase:  # FH-BAS-001
        raise OrderRefused(
            "starbase", "DEEP not allowed for a starbase!", "use MOVE in the jump section"
        )
    refuse_salvage(species, ship)
    # FH-LAND-003, FH-LAND-005
    ship.place, ship.where = Place(ship.place.sector), ShipLocation.DEEP_SPACE
    context.notify(species, IN_DEEP_SPACE, place=ship.place, ship=ship_name(ship))


def refuse_salvage(species: Species, ship: Ship) -> None:
    """Refuse to move ships on a disbanded planet, and starbases over it (FH-DISBAND-004).

    TRANSFER and PJUMP don't check this, so that such ships can still be used (FH-DISBAND-005).
    """
    if is_salvage(species, ship):
        reason = "Ships and starbases marked as salvage may not be moved!"
        raise OrderRefused("salvage", reason, "move ships to be saved before the DISBAND order")


def is_salvage(species: Species, ship: Ship) -> bool:
    """Return whether a ship is scrapped with a disbanded colony (FH-DISBAND-003)."""
    if not ship.place.orbit or not (
        ship.starbase or ship.where in (ShipLocation.LANDED, ShipLocation.BUILDING)
    ):
        return False
    return any(
        colony.place == ship.place and colony.has(Status.DISBANDED)
        for colony in species.living_colonies()
    )


def planet_for(
    context: StepContext, species: Species, order: Order, ship: Ship
) -> tuple[Place, Colony | None]:
    """Return the planet for LAND or ORBIT: by number, by name, or the ship's current one.

    The species' own name for it is returned as well, if there is one.
    """
    planet: Colony | int | None = order.get("planet")
    if planet is None:  # FH-LAND-018
        return _current_planet(species, order, ship)
    if isinstance(planet, int):  # FH-LAND-004, FH-LAND-009
        place = evolve(ship.place, orbit=planet)
        if context.planet_at(place) is None:
            missing = "or missing " if order.keyword == "LAND" else ""
            reason = f"Invalid {missing}planet in {order.keyword} command."
            hint = "the system has no planet of this number"
            raise OrderRefused("no-such-planet", reason, hint, "planet")
        return place, own_name(species, place)
    if planet.place.sector != ship.place.sector:  # FH-LAND-009
        reason = "Ship and planet are not in the same sector."
        hint = f"{ship_name(ship)} is at {ship.place}, PL {planet.name} at {planet.place}"
        raise OrderRefused("different-sectors", reason, hint, "planet")
    return planet.place, planet


def _current_planet(species: Species, order: Order, ship: Ship) -> tuple[Place, Colony | None]:
    if not ship.place.orbit:
        reason = f"Invalid or missing planet in {order.keyword} command."
        raise OrderRefused(
            "no-planet", reason, f"{ship_name(ship)} is in deep space: name a planet"
        )
    return ship.place, own_name(species, ship.place)


def own_name(species: Species, place: Place) -> Colony | None:
    """Return the named planet of a species at a place, or None."""
    return next((c for c in species.living_colonies() if c.place == place), None)


LANDED = EventKind("ship-landed", "{ship} landed on PL {planet}.", ("FH-LAND-001",))
GRANTED = EventKind(
    "landing-granted", "{ship} was granted permission to land on PL {planet} by SP {host}.",
    ("FH-LAND-011", "FH-LAND-013"),
)  # fmt: skip
DENIED = EventKind(
    "landing-denied", "{ship} was denied permission to land on PL {planet} by SP {host}.",
    ("FH-LAND-011", "FH-LAND-014"),
)  # fmt: skip
#: Reports to the owner about a landing on a besieged planet (FH-SIEGE-023).
DETECTED = EventKind(
    "own-landing-detected",
    "{ship} was detected by the besiegers when it landed on PL {planet}.",
    ("FH-SIEGE-022", "FH-SIEGE-023"),
)  # fmt: skip
UNDETECTED = EventKind(
    "own-landing-undetected",
    "{ship} was not detected by the besiegers when it landed on PL {planet}.",
    ("FH-SIEGE-022", "FH-SIEGE-023"),
)
PERHAPS_DETECTED = EventKind(
    "own-landing-perhaps-detected",
    "{ship} may have been detected by the besiegers when it landed on PL {planet}.",
    ("FH-SIEGE-022", "FH-SIEGE-023"),
)


def land(context: StepContext, species: Species, order: Order) -> None:
    """LAND ship [, planet]; only others' planets need the planet's number (FH-LAND-012)."""
    ship: Ship = order["ship"]
    refuse_unfinished(ship)
    refuse_in_transit(ship)
    if ship.starbase:  # FH-BAS-001
        raise OrderRefused(
            "starbase", "LAND not allowed for a starbase!", "it may only ORBIT a planet"
        )
    place, colony = planet_for(context, species, order, ship)
    if colony is not None and colony.populated:
        _land_at_home(context, species, ship, colony)
    elif isinstance(order.get("planet"), Colony):
        reason = "Invalid or missing planet in LAND command."
        hint = "none of your people live there: ORBIT it, or give the number of an ally's planet"
        raise OrderRefused("not-populated", reason, hint)
    else:
        _land_with_others(context, species, ship, place)


def refuse_leaving_salvage(_context: StepContext, species: Species, order: Order) -> None:
    """Refuse to move a ship away from a disbanded planet (FH-DISBAND-004)."""
    refuse_salvage(species, order["ship"])


def _land_at_home(context: StepContext, species: Species, ship: Ship, colony: Colony) -> None:
    """Land a ship at home, where besiegers may detect it (FH-SIEGE-022, FH-SIEGE-023)."""
    ship.place, ship.where = colony.place, ShipLocation.LANDED
    facts: dict[str, Any] = {"ship": ship_name(ship), "planet": colony.name}
    if not colony.siege:
        context.notify(species, LANDED, place=colony.place, **facts)
        return
    subject = ("land", species.number, ship.name)
    dice = context.chance.dice(*subject)
    detected = dice(100) <= abs(colony.siege)
    if detected:
        report_to_besiegers(context, species, colony, Discovery.LANDING, ship_name(ship))
    unsure = dice(100) <= abs(colony.siege)
    kind = PERHAPS_DETECTED if unsure else DETECTED if detected else UNDETECTED
    context.notify(species, kind, place=colony.place, dice=context.chance.drawn(*subject), **facts)


def _land_with_others(context: StepContext, species: Species, ship: Ship, place: Place) -> None:
    """Land a ship on a planet of species that have declared its owner an ally.

    On uninhabited planets ships cannot land (FH-LAND-011).
    """
    residents = list(inhabitants(context, place, species))
    star = context.star(place.sector)
    if not residents and star is not None and star.id in context.game.unwatched:
        # a forecast doesn't know who lives there
        ship.place, ship.where = place, ShipLocation.LANDED
        return
    if not residents:  # FH-LAND-010
        reason = "Invalid or missing planet in LAND command."
        raise OrderRefused("not-populated", reason, "nobody lives there: ORBIT it instead")
    allies = [entry for entry in residents if species.id in entry[0].allies]
    granted = bool(allies)
    if granted:
        ship.place, ship.where = place, ShipLocation.LANDED
    for other, colony in allies or residents:
        _ask(context, species, ship, other, colony, granted=granted)


def _ask(
    context: StepContext,
    species: Species,
    ship: Ship,
    other: Species,
    colony: Colony,
    *,
    granted: bool,
) -> None:
    """Report a permission or a refusal to both sides (FH-LAND-013, FH-LAND-014)."""
    kind = GRANTED if granted else DENIED
    name = ship_name(ship)
    context.notify(
        species, kind, place=colony.place, ship=name, planet=colony.name, host=other.name
    )
    context.deal(
        transaction(
            TransactionKind.LANDING_REQUEST,
            asked=other.number,
            granted=int(granted),
            planet=colony.name,
            ship=name,
            asker_name=species.name,
        )
    )
