"""Delivery of new items to a ship or to another planet of the sector (FH-BUILD-005)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import ITEM_OF, PEOPLE_ITEMS
from variants.far_horizons.model import Colony, Ship, ShipLocation, Species, WaitingLoad
from variants.far_horizons.model.names import name_in
from variants.far_horizons.model.orders import WrittenName
from variants.far_horizons.rules.inhabitants import add, free_room, mark_inhabited, point_of
from variants.far_horizons.rules.production_state import SpeciesProduction
from variants.far_horizons.step_context import StepContext
from variants.far_horizons.wording import ship_name, units, were

LOADED = EventKind(
    "new-items-loaded",
    "{items} {were} transferred from PL {planet} to {ship}.",
    ("FH-BUILD-005", "FH-BUILD-006"),
)


def deliver(production: SpeciesProduction, order: Order, item: str, count: int) -> str:
    """Move new items to the destination of the order; return the log's words for it."""
    written: WrittenName | None = order.get("destination")
    if written is None:
        return ""
    place = _destination(production, written)
    if place is None:
        production.unknown.append((order, written))
    if isinstance(place, Colony):
        return _to_planet(production, place, item, count)
    if place is not None and _is_ready(place, production.open_planet.colony):
        return _load_onto_ship(production, place, item, count)
    if production.economy.items_wait_for_ships:
        colonies = enumerate(production.species.colonies)
        number = next(i for i, colony in colonies if colony is production.open_planet.colony)
        production.species.waiting.append(WaitingLoad(number, item, count, written.text))
    return ""


def warn_of_unknown_destinations(production: SpeciesProduction) -> None:
    """Warn, in checks, of destinations that don't exist at the end of a species' production.

    Reports do not mention them (FH-BUILD-008), nor does the engine of 1999.
    """
    if not (production.context.forecast and production.economy.items_wait_for_ships):
        return
    for order, written in production.unknown:
        if production.context.names.holder(production.species, written) is None:
            message = f"no ship or planet of yours is called {written.text}: the items stay"
            hint = "write the name alone, as your report has it"
            production.context.note(
                production.species,
                order,
                "unknown-destination",
                message,
                hint=hint,
                at="destination",
            )


def _destination(production: SpeciesProduction, written: WrittenName) -> Ship | Colony | None:
    """Return the ship or planet with that name, or None: the ship may be built later."""
    match = production.context.names.holder(production.species, written)
    if match is None:
        return None
    production.context.note_guess(match, written)
    return match.target


def _is_ready(ship: Ship, colony: Colony) -> bool:
    """Return whether a ship can be loaded there: in the sector, and finished (FH-BUILD-006)."""
    return ship.place.sector == colony.place.sector and ship.where != ShipLocation.BUILDING


def _load_onto_ship(production: SpeciesProduction, ship: Ship, item: str, count: int) -> str:
    moved = load(production.species, production.open_planet.colony, ship, item, count)
    if moved == count:
        return f" and {were(count)} transferred to {ship_name(ship)}"
    return f" and {moved} of them {were(moved)} transferred to {ship_name(ship)}"


def load(species: Species, colony: Colony, ship: Ship, item: str, count: int) -> int:
    """Load as many as fit from a planet (FH-BUILD-007); return how many."""
    moved = max(0, min(count, free_room(ship) // ITEM_OF[item].room))
    add(colony.items, item, -moved)
    add(ship.cargo, item, moved)
    if item == "CU" and moved:
        ship.loading_point = point_of(species, colony)
    return moved


def _to_planet(production: SpeciesProduction, colony: Colony, item: str, count: int) -> str:
    """Move all to another planet of the sector, if it is populated and not besieged."""
    source = production.open_planet.colony
    if colony is source or colony.place.sector != source.place.sector:  # FH-BUILD-006
        return ""
    if source.siege or colony.siege:  # FH-BUILD-009, FH-SIEGE-025
        return ""
    # FH-BUILD-010
    if not colony.populated and not production.economy.delivers_to_bare_planets:
        return ""
    add(source.items, item, -count)
    add(colony.items, item, count)
    if item in PEOPLE_ITEMS:
        mark_inhabited(colony)
    return f" and transferred to PL {colony.name}"


def load_waiting(context: StepContext, species: Species) -> None:
    """Load waiting items after arrival on ships that were absent or unfinished (FH-BUILD-005)."""
    waiting, species.waiting = species.waiting, []
    for load_ in waiting:
        colony = species.colonies[load_.planet]
        written = name_in(load_.ship, "ship")
        match = context.names.ship(species, written) if written else None
        if colony is None or match is None or not _is_ready(match.target, colony):
            continue  # they stay on their planet, without a report (FH-BUILD-008)
        count = min(load_.count, colony.items.get(load_.item, 0))
        moved = load(species, colony, match.target, load_.item, count)
        if moved:  # FH-BUILD-008
            context.notify(
                species,
                LOADED,
                place=colony.place,
                items=units(moved, load_.item),
                were=were(moved),
                planet=colony.name,
                ship=ship_name(match.target),
            )
