"""ORBIT and DEEP: a ship's position within its star system."""

from __future__ import annotations

from attrs import evolve

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import MOVED, Colony, Place, Ship, ShipLocation, Species, Status
from variants.far_horizons.rules.availability import refuse_in_transit, refuse_unfinished
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
        context.tell(species, ORBITED_NUMBER, place=place, ship=ship_name(ship), orbit=place.orbit)
    else:
        context.tell(species, ORBITED, place=place, ship=ship_name(ship), planet=colony.name)


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
    context.tell(species, IN_DEEP_SPACE, place=ship.place, ship=ship_name(ship))


def refuse_salvage(species: Species, ship: Ship) -> None:
    """Refuse to move ships on a disbanded planet, and starbases over it (FH-DISBAND-004).

    TRANSFER and PJUMP don't check this: such ships still give, take and serve (FH-DISBAND-005).
    """
    if is_salvage(species, ship):
        reason = "Ships and starbases marked as salvage may not be moved!"
        raise OrderRefused("salvage", reason, "move ships to be saved before the DISBAND order")


def is_salvage(species: Species, ship: Ship) -> bool:
    """Tell whether a ship is scrapped with a disbanded colony (FH-DISBAND-003)."""
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

    Its own name is returned with it, if there is one.
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
        raise OrderRefused("another-sector", reason, hint, "planet")
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
