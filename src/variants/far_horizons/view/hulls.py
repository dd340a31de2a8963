"""The public exterior of a ship."""

from __future__ import annotations

from typing import Any

from variants.far_horizons.model import Ship
from variants.far_horizons.view.shapes import WHERE


def hull(ship: Ship) -> dict[str, Any]:
    """Return the fields of `HullShown`."""
    return {
        "class_": f"{ship.class_}{ship.tonnage}" if ship.transport else ship.class_,
        "tonnage": ship.tonnage,
        "starbase": ship.starbase,
        "transport": ship.transport,
        "where": WHERE[ship.where],
        "orbit": ship.place.orbit,
        "name": ship.name,
        "sub_light": ship.sub_light,
    }
