"""LAND: a ship on the ground, of one's own planet or of an ally's (FH-LAND-001, FH-LAND-011)."""

from __future__ import annotations

from typing import Any

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Colony, Place, Ship, Species, Where
from variants.far_horizons.model.transactions import Discovery, Kind, transaction
from variants.far_horizons.rules.availability import refuse_in_transit, refuse_unfinished
from variants.far_horizons.rules.inhabitants import inhabitants
from variants.far_horizons.rules.orbits import planet_for, refuse_salvage
from variants.far_horizons.rules.siege_discoveries import tell_besiegers
from variants.far_horizons.step_context import Refused, StepContext
from variants.far_horizons.wording import ship_name

LANDED = EventKind("ship-landed", "{ship} landed on PL {planet}.", ("FH-LAND-001",))
GRANTED = EventKind(
    "landing-granted", "{ship} was granted permission to land on PL {planet} by SP {host}.",
    ("FH-LAND-011", "FH-LAND-013"),
)  # fmt: skip
DENIED = EventKind(
    "landing-denied", "{ship} was denied permission to land on PL {planet} by SP {host}.",
    ("FH-LAND-011", "FH-LAND-014"),
)  # fmt: skip
#: What the owner is told of a landing on a besieged planet (FH-SIEGE-023).
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
    """LAND ship [, planet]; where only others live, the planet's number is needed (FH-LAND-012)."""
    ship: Ship = order["ship"]
    refuse_unfinished(ship)
    refuse_in_transit(ship)
    if ship.starbase:  # FH-BAS-001
        raise Refused("starbase", "LAND not allowed for a starbase!", "it may only ORBIT a planet")
    place, own = planet_for(context, species, order, ship)
    if own is not None and own.populated:
        _land_at_home(context, species, ship, own)
    elif isinstance(order.get("planet"), Colony):
        reason = "Invalid or missing planet in LAND command."
        hint = "nobody of yours lives there: ORBIT it, or give the number of an ally's planet"
        raise Refused("not-populated", reason, hint)
    else:
        _land_with_others(context, species, ship, place)


def not_salvage(_context: StepContext, species: Species, order: Order) -> None:
    """A ship on a disbanded planet stays there; raises Refused (FH-DISBAND-004)."""
    refuse_salvage(species, order["ship"])


def _land_at_home(context: StepContext, species: Species, ship: Ship, colony: Colony) -> None:
    """It lands in any case; besiegers may detect it (FH-SIEGE-022, FH-SIEGE-023)."""
    ship.place, ship.where = colony.place, Where.LANDED
    facts: dict[str, Any] = {"ship": ship_name(ship), "planet": colony.name}
    if not colony.siege:
        context.tell(species, LANDED, place=colony.place, **facts)
        return
    subject = ("land", species.number, ship.name)
    dice = context.chance.dice(*subject)
    detected = dice(100) <= abs(colony.siege)
    if detected:
        tell_besiegers(context, species, colony, Discovery.LANDING, ship_name(ship))
    unsure = dice(100) <= abs(colony.siege)
    told = PERHAPS_DETECTED if unsure else DETECTED if detected else UNDETECTED
    context.tell(species, told, place=colony.place, dice=context.chance.drawn(*subject), **facts)


def _land_with_others(context: StepContext, species: Species, ship: Ship, place: Place) -> None:
    """Whoever lives there and counts the owner as ally lets the ship land.

    Where nobody lives, nobody lands (FH-LAND-011).
    """
    there = list(inhabitants(context, place, species))
    star = context.star(place.sector)
    if not there and star is not None and star.id in context.game.unwatched:
        ship.place, ship.where = place, Where.LANDED  # a forecast: who knows who lives there
        return
    if not there:  # FH-LAND-010
        reason = "Invalid or missing planet in LAND command."
        raise Refused("not-populated", reason, "nobody lives there: ORBIT it instead")
    allies = [entry for entry in there if species.id in entry[0].allies]
    granted = bool(allies)
    if granted:
        ship.place, ship.where = place, Where.LANDED
    for other, colony in allies or there:
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
    """Both sides are told of a permission, or that it was refused (FH-LAND-013, FH-LAND-014)."""
    told = GRANTED if granted else DENIED
    name = ship_name(ship)
    context.tell(species, told, place=colony.place, ship=name, planet=colony.name, host=other.name)
    context.deal(
        transaction(
            Kind.LANDING_REQUEST,
            asked=other.number,
            granted=int(granted),
            planet=colony.name,
            ship=name,
            asker_name=species.name,
        )
    )
