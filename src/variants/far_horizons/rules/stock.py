"""What lies on a planet or in a hold: putting in, taking out, and the room that is left."""

from __future__ import annotations

from horizons_core.sums import int_sum
from variants.far_horizons.constants import ITEM_OF, PEOPLE_ITEMS
from variants.far_horizons.model import Colony, Ship, Status


def put(items: dict[str, int], item: str, count: int) -> None:
    """Add so many of an item, or take them away; what is not there has no entry."""
    left = items.get(item, 0) + count
    if left:
        items[item] = left
    else:
        items.pop(item, None)


def free_room(ship: Ship) -> int:
    """The carrying capacity that is not in use, whatever is aboard (FH-TR-003)."""
    return ship.capacity - int_sum(ITEM_OF[item].room * count for item, count in ship.cargo.items())


def settle(colony: Colony) -> None:
    """A planet with colonists or defenders on it is populated."""
    if any(colony.items.get(item, 0) for item in PEOPLE_ITEMS):
        colony.status |= Status.POPULATED
