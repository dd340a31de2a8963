"""RECYCLE: items and ships become money (FH-REC-001)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import PEOPLE_ITEMS
from variants.far_horizons.model import Ship, Species
from variants.far_horizons.model.class_words import ClassWord
from variants.far_horizons.rules.amounts import comes_to_nothing
from variants.far_horizons.rules.hulls import remove_ship
from variants.far_horizons.rules.production_state import SpeciesProduction
from variants.far_horizons.rules.stock import add
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


def recycle(works: SpeciesProduction, order: Order) -> None:
    """RECYCLE n item, or RECYCLE ship (FH-REC-008)."""
    if order.get("count") is None:
        _recycle_ship(works, order["ship"])
    else:
        _recycle_items(works, order)


def item_to_recycle(_context: StepContext, _species: Species, order: Order, argument: str) -> str:
    """Return the item to recycle; bases are refused (FH-REC-002)."""
    word: ClassWord | None = order[argument]
    if word is None:
        hint = "bases cannot be recycled; Tables 3 and 4 have the items"
        raise OrderRefused("no-item", "Invalid item class.", hint, argument)
    return word.code


def _recycle_items(works: SpeciesProduction, order: Order) -> None:
    """Recycle items of the planet."""
    item: str = order["item"]
    colony = works.here.colony
    available = colony.items.get(item, 0)
    count: int = order["count"] or available
    if count > available:
        reason = "Attempt to recycle more items than are available."
        raise OrderRefused("too-many", reason, f"there are {available}; 0 is all of them", "item")
    if count == 0:
        comes_to_nothing(works, order, f"there are no {item} on PL {colony.name}")
        return
    amount = works.economy.recycled_items(item, count, works.species.recycling_biology)
    add(colony.items, item, -count)
    if item in PEOPLE_ITEMS:  # FH-REC-009
        colony.population += count
    was = were(count)
    works.tell(RECYCLED, items=units(count, item), was=was, amount=amount)
    _earn(works, amount, units(count, item))


def _recycle_ship(works: SpeciesProduction, ship: Ship) -> None:
    """Recycle a ship at the planet (FH-REC-010) that has not jumped this turn (FH-REC-012)."""
    if ship.place != works.place:
        reason = "Ship to be recycled is not at the production planet."
        raise OrderRefused("elsewhere", reason, f"it is at {ship.place}", "ship")
    if ship.moved:
        reason = "A ship that jumped or moved this turn cannot be recycled."
        raise OrderRefused("just-moved", reason, at="ship")
    name = ship_name(ship)
    amount, cargo = works.economy.recycled_ship(ship), _unload(works, ship, name)
    remove_ship(works.species, ship)
    works.tell(SHIP_RECYCLED, ship=name, amount=amount, cargo=cargo)
    _earn(works, amount, name)


def _unload(works: SpeciesProduction, ship: Ship, name: str) -> str:
    """Leave the cargo on the planet (FH-REC-007); return the log's words for it."""
    if not ship.cargo:
        return ""
    for item, count in ship.cargo.items():
        add(works.here.colony.items, item, count)
    planet = works.here.colony.name
    return f" Cargo onboard {name} was first transferred to PL {planet}."


def _earn(works: SpeciesProduction, amount: int, source: str) -> None:
    """Credit money, which can be spent at once; at home all of it (FH-REC-011, FH-EU-005)."""
    if amount:
        works.context.credit(works.species, amount, f"recycling of {source}")
    if works.here.colony.home:
        works.here.limit += amount
