"""RECYCLE: items and ships become money (FH-REC-001)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import PEOPLE_ITEMS
from variants.far_horizons.model import Ship, Species
from variants.far_horizons.model.orders import ClassWord
from variants.far_horizons.rules.hulls import remove_ship
from variants.far_horizons.rules.inhabitants import add
from variants.far_horizons.rules.production_state import SpeciesProduction, note_nothing_left
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name, units, were

RECYCLED = EventKind(
    "items-recycled",
    "{items} {was} recycled, generating {amount} economic units.",
    ("FH-REC-003",),
)
SHIP_RECYCLED = EventKind(
    "ship-recycled",
    "{ship} was recycled, generating {amount} economic units.{cargo}",
    ("FH-REC-005",),
)


def recycle(production: SpeciesProduction, order: Order) -> None:
    """RECYCLE n item, or RECYCLE ship (FH-REC-008)."""
    if order.get("count") is None:
        _recycle_ship(production, order["ship"])
    else:
        _recycle_items(production, order)


def item_to_recycle(_context: StepContext, _species: Species, order: Order, argument: str) -> str:
    """Return the item to recycle; bases are refused (FH-REC-002)."""
    word: ClassWord | None = order[argument]
    if word is None:
        hint = "bases cannot be recycled; Tables 3 and 4 have the items"
        raise OrderRefused("no-item", "Invalid item class.", hint, argument)
    return word.code


def _recycle_items(production: SpeciesProduction, order: Order) -> None:
    """Recycle items of the planet."""
    item: str = order["item"]
    colony = production.open_planet.colony
    available = colony.items.get(item, 0)
    count: int = order["count"] or available
    if count > available:
        reason = "Attempt to recycle more items than are available."
        raise OrderRefused("too-many", reason, f"there are {available}; 0 is all of them", "item")
    if count == 0:
        note_nothing_left(production, order, f"there are no {item} on PL {colony.name}")
        return
    amount = production.economy.recycled_items(item, count, production.species.recycling_biology)
    add(colony.items, item, -count)
    if item in PEOPLE_ITEMS:  # FH-REC-009
        colony.population += count
    was = were(count)
    production.notify(RECYCLED, items=units(count, item), was=was, amount=amount)
    _earn(production, amount, units(count, item))


def _recycle_ship(production: SpeciesProduction, ship: Ship) -> None:
    """Recycle a ship at the planet (FH-REC-010) that has not jumped this turn (FH-REC-012)."""
    if ship.place != production.place:
        reason = "Ship to be recycled is not at the production planet."
        raise OrderRefused("elsewhere", reason, f"it is at {ship.place}", "ship")
    if ship.moved:
        reason = "A ship that jumped or moved this turn cannot be recycled."
        raise OrderRefused("just-moved", reason, at="ship")
    name = ship_name(ship)
    amount, cargo = production.economy.recycled_ship(ship), _unload(production, ship, name)
    remove_ship(production.species, ship)
    production.notify(SHIP_RECYCLED, ship=name, amount=amount, cargo=cargo)
    _earn(production, amount, name)


def _unload(production: SpeciesProduction, ship: Ship, name: str) -> str:
    """Leave the cargo on the planet (FH-REC-007); return the log's words for it."""
    if not ship.cargo:
        return ""
    for item, count in ship.cargo.items():
        add(production.open_planet.colony.items, item, count)
    planet = production.open_planet.colony.name
    return f" Cargo onboard {name} was first transferred to PL {planet}."


def _earn(production: SpeciesProduction, amount: int, source: str) -> None:
    """Credit money, which can be spent at once, at home without limit (FH-REC-011, FH-EU-005)."""
    if amount:
        production.context.credit(production.species, amount, f"recycling of {source}")
    if production.open_planet.colony.home:
        production.open_planet.limit += amount
