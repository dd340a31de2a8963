"""MOVE and WORMHOLE, which move ships without risk; VISITED."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.sums import int_sum
from variants.far_horizons.model import MOVED, WORMHOLED, Colony, Place, Sector, Ship, Species, Star
from variants.far_horizons.rules.jumps import format_sector, must_be_free, place_ship
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name

SHIP_MOVED = EventKind(
    "ship-moved", "{ship} moved to sector {sector}.", ("FH-MOVE-003", "FH-MOVE-006")
)
THROUGH_WORMHOLE = EventKind(
    "wormhole-used",
    "{ship} will jump via natural wormhole at {origin} to {goal}.",
    ("FH-WORM-001", "FH-WORM-005"),
)


def move(context: StepContext, species: Species, order: Order) -> None:
    """MOVE ship or starbase, x y z: to deep space one parsec away, or nearby (FH-MOVE-003)."""
    ship: Ship = order["ship"]
    goal: Sector = order["sector"]
    must_be_free(species, ship)  # FH-MOVE-005
    if _steps(ship.place.sector, goal) > 1:
        reason = "Destination is too far in MOVE command."
        hint = f"only one coordinate may change, by 1; it is at {format_sector(ship.place.sector)}"
        raise OrderRefused("too-far", reason, hint, "sector")
    ship.moved = MOVED
    place_ship(context, species, ship, Place(goal))  # at any age (FH-MOVE-006)
    context.notify(
        species, SHIP_MOVED, place=ship.place, ship=ship_name(ship), sector=format_sector(goal)
    )


def _steps(origin: Sector, target: Sector) -> int:
    """Return the distance along the axes (FH-MOVE-004)."""
    return int_sum(abs(a - b) for a, b in zip(origin, target, strict=True))


def wormhole(context: StepContext, species: Species, order: Order) -> None:
    """WORMHOLE ship or starbase [, PL name]: to the other end of the wormhole (FH-WORM-001)."""
    ship: Ship = order["ship"]
    must_be_free(species, ship)
    origin = ship.place.sector
    star = context.star(origin)
    if star is None or star.wormhole is None:
        reason = f"There is no natural wormhole in the sector of {ship_name(ship)}!"
        raise OrderRefused("no-wormhole", reason, "SCAN shows where a wormhole is")
    destination, goal = _other_end(context, species, order, star)
    ship.moved = WORMHOLED
    place_ship(
        context, species, ship, destination
    )  # over any distance, and at any age (FH-WORM-006)
    context.notify(
        species,
        THROUGH_WORMHOLE,
        place=destination,
        ship=ship_name(ship),
        origin=format_sector(origin),
        goal=goal,
    )


def _other_end(
    context: StepContext, species: Species, order: Order, star: Star
) -> tuple[Place, str]:
    """Return where a ship comes out, a planet's orbit or deep space (FH-WORM-003).

    In a forecast an unknown wormhole leads back to its start, because any planet may be at the
    other end.
    """
    end = star.wormhole or star.sector
    colony: Colony | OrderRefused | None = order.get("planet")
    if isinstance(colony, OrderRefused):
        fault = colony.refusal
        context.adjust(species, order, fault.code, fault.message, hint=fault.hint, at="planet")
    if not isinstance(colony, Colony):
        return Place(end), format_sector(end)
    title = f"PL {colony.name}"
    if colony.place.sector != end != star.sector:
        reason = f"{title} is not at the other end of the wormhole. Ship will stay in deep space."
        context.adjust(species, order, "wrong-planet", reason, at="planet")
        return Place(end), format_sector(end)
    return colony.place, title


MARKED = EventKind(
    "star-marked-visited",
    "The star system at {sector} was marked as visited.",
    ("FH-VISITED-001",),
)


def visited(context: StepContext, species: Species, order: Order) -> None:
    """VISITED x y z."""
    sector: Sector = order["sector"]
    if context.star(sector) is None:
        reason = "There is no star system at these coordinates."
        raise OrderRefused("no-star", reason, "the star map shows where stars are", "sector")
    context.visit(species, sector)
    context.notify(species, MARKED, sector=format_sector(sector))
