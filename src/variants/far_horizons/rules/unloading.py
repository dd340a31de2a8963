"""UNLOAD: moves a ship's colonists and units to its planet, and installs them (FH-INST-010)."""

from __future__ import annotations

from typing import Any

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Colony, Ship, Species
from variants.far_horizons.rules.availability import refuse_in_transit, refuse_unfinished
from variants.far_horizons.rules.inhabitants import count_people, warn_of_air
from variants.far_horizons.rules.installation import begin, installable, refuse_settling
from variants.far_horizons.rules.stock import add
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name

UNLOADED = EventKind(
    "ship-unloaded",
    "{CU} CUs, {IU} IUs, and {AU} AUs were transferred from {ship} to PL {planet}. Installation"
    " of {installed_IU} IUs and {installed_AU} AUs began on the planet.",
    ("FH-INST-010",),
)


def unload(context: StepContext, species: Species, order: Order) -> None:
    """UNLOAD ship."""
    ship: Ship = order["ship"]
    refuse_unfinished(ship)
    refuse_in_transit(ship)
    colony = _planet(species, ship)
    refuse_settling(context, species, colony)
    facts: dict[str, Any] = {**_unload(ship, colony), **_install(species, colony)}
    count_people(colony)
    context.tell(
        species, UNLOADED, place=colony.place, ship=ship_name(ship), planet=colony.name,
        **facts,
    )  # fmt: skip
    warn_of_air(context, species, order, colony)


def _planet(species: Species, ship: Ship) -> Colony:
    """Return the named planet that the ship orbits or has landed on (FH-INST-011)."""
    if ship.place.orbit:
        for colony in species.living_colonies():
            if colony.place == ship.place:
                return colony
    position = f"{ship_name(ship)} is "
    position += f"at planet {ship.place.orbit}" if ship.place.orbit else "in deep space"
    hint = f"{position}: {'NAME' if ship.place.orbit else 'ORBIT'} the planet first"
    raise OrderRefused("not-at-planet", "Ship is not at a named planet.", hint)


def _unload(ship: Ship, colony: Colony) -> dict[str, int]:
    moved = {item: ship.cargo.get(item, 0) for item in ("CU", "IU", "AU")}
    for item, count in moved.items():
        if count:
            add(ship.cargo, item, -count)
            add(colony.items, item, count)
    return moved


def _install(species: Species, colony: Colony) -> dict[str, int]:
    """Install mining units first, including those that were already there."""
    installed = {}
    for item in ("IU", "AU"):
        count = installed[f"installed_{item}"] = installable(species, colony, item)
        begin(colony, item, count)
    return installed
