"""How orders and the log call ships and numbers of items."""

from __future__ import annotations

from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.model import Colony, Ship, Where
from variants.far_horizons.orders.names import class_word_of

_STATUS = {Where.DEEP_SPACE: "D", Where.WITHDREW: "WD", Where.FORCED: "FJ"}


def ship_name(ship: Ship) -> str:
    """A ship as orders name it, as in "TR10S Mule"."""
    return f"{class_word_of(ship)} {ship.name}"


def holder_name(holder: Ship | Colony) -> str:
    """A ship or planet as orders name it."""
    return ship_name(holder) if isinstance(holder, Ship) else f"PL {holder.name}"


def units(count: int, item: str) -> str:
    """A number of items, as in "1 Colonist Unit"."""
    name = ITEM_OF[item].name if count == 1 else ITEM_OF[item].plural
    return f"{count} {name}"


def were(count: int) -> str:
    """The verb for so many."""
    return "was" if count == 1 else "were"


def ship_as_seen(ship: Ship) -> str:
    """A ship with its age and place, as in "CT Derby Dan (A5,O6)" (FH-REPORT-003)."""
    parts = [f"A{max(ship.age, 0)}", _STATUS.get(ship.where, f"O{ship.place.orbit}")]
    if ship.starbase:
        parts.append(f"{10_000 * ship.tonnage} tons")
    return f"{ship_name(ship)} ({','.join(parts)})"
