"""How orders and reports call ships, numbers of items and parts of a whole."""

from __future__ import annotations

from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.model import Colony, Ship, Where

_STATUS = {Where.DEEP_SPACE: "D", Where.WITHDREW: "WD", Where.FORCED: "FJ"}


def class_word_of(ship: Ship) -> str:
    """The class word of a ship: `TR7S`, `DD`, `BAS` (FH-SHIP-013)."""
    return f"{ship.class_}{ship.tonnage if ship.transport else ''}{'S' if ship.sub_light else ''}"


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


def hundredths(number: int) -> str:
    """A number of hundredths, as in "2.16"."""
    return f"{number // 100}.{number % 100:02d}"


def tenths(number: int) -> str:
    """A number of tenths, as in "136.2"."""
    return f"{number // 10}.{number % 10}"
