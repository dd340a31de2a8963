"""Stocks of planets and cargo of ships: adding, removing, and free room."""

from __future__ import annotations

from horizons_core.sums import int_sum
from variants.far_horizons.constants import ITEM_OF, PEOPLE_ITEMS
from variants.far_horizons.model import Colony, Ship, Status


def add(items: dict[str, int], item: str, count: int) -> None:
    """Add `count` of an item, or remove it if negative; an amount of 0 has no entry."""
    amount = items.get(item, 0) + count
    if amount:
        items[item] = amount
    else:
        items.pop(item, None)


def free_room(ship: Ship) -> int:
    """Return the unused cargo capacity (FH-TR-003)."""
    return ship.capacity - int_sum(ITEM_OF[item].room * count for item, count in ship.cargo.items())


def mark_inhabited(colony: Colony) -> None:
    """Mark a planet with colonists or defenders as populated."""
    if any(colony.items.get(item, 0) for item in PEOPLE_ITEMS):
        colony.status |= Status.POPULATED
