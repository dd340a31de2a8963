"""RECYCLE: items and ships become money (FH-REC-001)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import PEOPLE_ITEMS
from variants.far_horizons.model import Ship
from variants.far_horizons.orders.names import find_ship, ship_hint
from variants.far_horizons.orders.words import Words
from variants.far_horizons.rules.amounts import comes_to_nothing
from variants.far_horizons.rules.hulls import remove_ship
from variants.far_horizons.rules.production_state import Works
from variants.far_horizons.rules.stock import put
from variants.far_horizons.step_context import Refused
from variants.far_horizons.wording import ship_name, units, were

RECYCLED = EventKind(
    "items-recycled",
    "    {items} {was} recycled, generating {amount} economic units.",
    ("FH-REC-003",),
)
SHIP_RECYCLED = EventKind(
    "ship-recycled",
    "    {ship} was recycled, generating {amount} economic units.{cargo}",
    ("FH-REC-005",),
)


def recycle(works: Works, order: Order, words: Words) -> None:
    """RECYCLE n item, or RECYCLE ship (FH-REC-008)."""
    count = words.number()
    if count is None:
        _recycle_ship(works, words)
    else:
        _recycle_items(works, order, words, count)


def _recycle_items(works: Works, order: Order, words: Words, wanted: int) -> None:
    """Items of the planet, no bases (FH-REC-002); people are available again (FH-REC-009)."""
    if wanted < 0:
        hint = "quantities are whole numbers; 0 is all there are"
        raise Refused("negative", "Meaningless item count.", hint, words.piece)
    item = words.item()
    if item is None:
        hint = "bases cannot be recycled; Tables 3 and 4 have the items"
        raise Refused("no-item", "Invalid item class.", hint, words.rest)
    colony = works.here.colony
    there = colony.items.get(item, 0)
    count = wanted or there
    if count > there:
        reason = "Attempt to recycle more items than are available."
        raise Refused("too-many", reason, f"there are {there}; 0 is all of them", words.piece)
    if count == 0:
        comes_to_nothing(works, order)
        return
    amount = works.economy.recycled_items(item, count, works.level("BI"))
    put(colony.items, item, -count)
    if item in PEOPLE_ITEMS:
        colony.population += count
    was = were(count)
    works.tell(RECYCLED, items=units(count, item), was=was, amount=amount)
    _earn(works, amount, units(count, item))


def _recycle_ship(works: Works, words: Words) -> None:
    """A ship at the planet (FH-REC-010) that has not jumped in this turn (FH-REC-012)."""
    found = find_ship(works.species, words, exact=True)
    if found is None:
        hint = ship_hint(works.species, words)
        raise Refused("unknown-ship", "Ship to be recycled does not exist.", hint, words.rest)
    ship, colony = found.thing, works.here.colony
    if ship.place != colony.place:
        reason = "Ship to be recycled is not at the production planet."
        raise Refused("elsewhere", reason, f"it is at {ship.place}", found.piece)
    if ship.moved:
        reason = "A ship that jumped or moved this turn cannot be recycled."
        raise Refused("just-moved", reason, at=found.piece)
    name = ship_name(ship)
    amount, cargo = works.economy.recycled_ship(ship), _unload(works, ship, name)
    remove_ship(works.species, ship)
    works.tell(SHIP_RECYCLED, ship=name, amount=amount, cargo=cargo)
    _earn(works, amount, name)


def _unload(works: Works, ship: Ship, name: str) -> str:
    """The cargo stays on the planet (FH-REC-007); the answer is what the log says of it."""
    if not ship.cargo:
        return ""
    for item, count in ship.cargo.items():
        put(works.here.colony.items, item, count)
    planet = works.here.colony.name
    return f" Cargo onboard {name} was first transferred to PL {planet}."


def _earn(works: Works, amount: int, what: str) -> None:
    """The money can be spent at once; at home it may all be drawn (FH-REC-011, FH-EU-005)."""
    if amount:
        works.context.credit(works.species, amount, f"recycling of {what}")
    if works.here.colony.home:
        works.here.limit += amount
