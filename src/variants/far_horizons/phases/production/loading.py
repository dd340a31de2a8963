"""Where new items go: onto a ship or to another planet of the sector (FH-BUILD-005 to -010)."""

from __future__ import annotations

from variants.far_horizons.constants import ITEM_OF, PEOPLE_ITEMS
from variants.far_horizons.model import Colony, Ship, Where
from variants.far_horizons.order_text.names import class_word_of, find_holder
from variants.far_horizons.order_text.words import Words
from variants.far_horizons.phases.production.stock import free_room, put, settle
from variants.far_horizons.phases.production.works import Works


def deliver(works: Works, words: Words, item: str, count: int) -> str:
    """Move new items to the destination of the order; the answer is how the log says so."""
    if words.ended:
        return ""
    found = find_holder(works.species, words)
    if found is None or found.thing.place.sector != works.place.sector:
        return ""
    if isinstance(found.thing, Ship):
        return _onto(works, found.thing, item, count)
    return _to_planet(works, found.thing, item, count)


def _onto(works: Works, ship: Ship, item: str, count: int) -> str:
    if ship.where == Where.BUILDING:
        return ""
    moved = load(works, ship, item, count)
    name = f"{class_word_of(ship)} {ship.name}"
    if moved == count:
        return f" and {'was' if count == 1 else 'were'} transferred to {name}"
    return f" and {moved} of them {'was' if moved == 1 else 'were'} transferred to {name}"


def load(works: Works, ship: Ship, item: str, count: int) -> int:
    """Load as many as fit from the open planet (FH-BUILD-007); the answer is how many."""
    moved = max(0, min(count, free_room(ship) // ITEM_OF[item].room))
    put(works.here.colony.items, item, -moved)
    put(ship.cargo, item, moved)
    if item == "CU" and moved:
        ship.loading_point = works.number_of(works.here.colony)
    return moved


def _to_planet(works: Works, colony: Colony, item: str, count: int) -> str:
    """All to another planet of the sector, unless there is a siege (FH-BUILD-009, -010)."""
    here = works.here.colony
    if colony is here or here.siege or colony.siege:
        return ""
    if not colony.populated and not works.desk.habits.deliveries_to_bare_planets:
        return ""
    put(here.items, item, -count)
    put(colony.items, item, count)
    if item in PEOPLE_ITEMS:
        settle(colony)
    return f" and transferred to PL {colony.name}"
