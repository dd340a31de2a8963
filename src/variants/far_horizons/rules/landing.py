"""LAND: a ship lands on an own planet or on an ally's (FH-LAND-001, FH-LAND-011)."""

from __future__ import annotations

from typing import Any

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Colony, Place, Ship, ShipLocation, Species
from variants.far_horizons.model.transactions import Discovery, TransactionKind, transaction
from variants.far_horizons.rules.availability import refuse_in_transit, refuse_unfinished
from variants.far_horizons.rules.inhabitants import inhabitants
from variants.far_horizons.rules.orbits import planet_for, refuse_salvage
from variants.far_horizons.rules.siege_discoveries import report_to_besiegers
from variants.far_horizons.step_context import OrderRefused, StepContext
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
        hint = "nobody of yours lives there: ORBIT it, or give the number of an ally's planet"
        raise OrderRefused("not-populated", reason, hint)
    else:
        _land_with_others(context, species, ship, place)


def refuse_leaving_salvage(_context: StepContext, species: Species, order: Order) -> None:
    """Refuse to move a ship away from a disbanded planet (FH-DISBAND-004)."""
    refuse_salvage(species, order["ship"])


def _land_at_home(context: StepContext, species: Species, ship: Ship, colony: Colony) -> None:
    """Land a ship at home, in any case; besiegers may detect it (FH-SIEGE-022, FH-SIEGE-023)."""
    ship.place, ship.where = colony.place, ShipLocation.LANDED
    facts: dict[str, Any] = {"ship": ship_name(ship), "planet": colony.name}
    if not colony.siege:
        context.tell(species, LANDED, place=colony.place, **facts)
        return
    subject = ("land", species.number, ship.name)
    dice = context.chance.dice(*subject)
    detected = dice(100) <= abs(colony.siege)
    if detected:
        report_to_besiegers(context, species, colony, Discovery.LANDING, ship_name(ship))
    unsure = dice(100) <= abs(colony.siege)
    kind = PERHAPS_DETECTED if unsure else DETECTED if detected else UNDETECTED
    context.tell(species, kind, place=colony.place, dice=context.chance.drawn(*subject), **facts)


def _land_with_others(context: StepContext, species: Species, ship: Ship, place: Place) -> None:
    """Land a ship on a planet of species that have declared its owner an ally.

    On uninhabited planets ships cannot land (FH-LAND-011).
    """
    residents = list(inhabitants(context, place, species))
    star = context.star(place.sector)
    if not residents and star is not None and star.id in context.game.unwatched:
        ship.place, ship.where = (
            place,
            ShipLocation.LANDED,
        )  # a forecast doesn't know who lives there
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
    context.tell(species, kind, place=colony.place, ship=name, planet=colony.name, host=other.name)
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
