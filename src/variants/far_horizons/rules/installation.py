"""INSTALL and UNLOAD: colonists and their units join a colony's base (FH-INST-007, FH-INST-010)."""

from __future__ import annotations

from typing import Any

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Colony, Ship, Species, Units
from variants.far_horizons.model.orders import ClassWord
from variants.far_horizons.rules.inhabitants import (
    add,
    count_people,
    inhabitants,
    refuse_infected,
    warn_of_air,
)
from variants.far_horizons.rules.ships import refuse_in_transit, refuse_unfinished
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name, units

INSTALLING = EventKind(
    "installation-began", "Installation of {units} began on PL {planet}.", ("FH-INST-005",)
)
KINDS = ("IU", "AU")


def install(context: StepContext, species: Species, order: Order) -> None:
    """INSTALL n IU|AU PL name, or INSTALL PL name for all units (FH-INST-007)."""
    colony: Colony = order["planet"]
    refuse_settling(context, species, colony)
    if "item" in order.arguments:
        word: ClassWord = order["item"]
        _install_some(context, species, order, colony, word.code)
    else:
        _install_all(context, species, colony)
    warn_of_air(context, species, order, colony)


def refuse_settling(context: StepContext, species: Species, colony: Colony) -> None:
    """Refuse to settle on a healthy home planet, own or foreign."""
    # FH-COL-002
    if colony.home and _room_at_home(species, colony) <= 0:
        reason = "Installation not allowed on a healthy home planet!"
        raise OrderRefused("healthy-home", reason, "units are for colonies or a bombed home planet")
    for other, other_colony in inhabitants(context, colony.place, species):
        # next to other colonies any species may settle, even after a battle (FH-OCC-003)
        if other_colony.home:  # FH-COL-003, FH-COL-004
            reason = "You may not colonize an inhabited home planet of another species!"
            raise OrderRefused("alien-home", reason, f"SP {other.name} lives there")
    refuse_infected(context, colony)


def _room_at_home(species: Species, colony: Colony) -> int:
    """Return how many units a bombed home planet can take until it is restored.

    (FH-COL-005, FH-BOMB-005)
    """
    pending = colony.mining_units.installing + colony.manufacturing_units.installing
    return species.home_base - colony.base - pending


def _count(
    context: StepContext, species: Species, order: Order, colony: Colony, requested: int, item: str
) -> int:
    """Return how many units to install, limited by units and colonists (FH-INST-007)."""
    available, colonists = colony.items.get(item, 0), colony.items.get("CU", 0)
    if available <= 0:
        reason = f"PL {colony.name} does not have specified item(s)!"
        raise OrderRefused("no-items", reason, f"transfer {item} to the planet first")
    count = requested or available
    if count > available:
        message = f"Insufficient {item}s on PL {colony.name}. Substituting {available} for {count}."
        context.adjust(species, order, "too-few-items", message)
        count = available
    if colonists <= 0:  # colonists count if they are there when the order is executed (FH-INST-008)
        reason = f"PL {colony.name} does not have any colonist units!"
        raise OrderRefused("no-colonists", reason, "transfer CU to the planet first")
    if count > colonists and requested:
        message = f"Insufficient CUs on PL {colony.name}. Substituting {colonists} for {count}."
        context.adjust(species, order, "too-few-colonists", message)
    return _at_most_room(context, species, order, colony, min(count, colonists))


def _at_most_room(
    context: StepContext, species: Species, order: Order, colony: Colony, count: int
) -> int:
    room = _room_at_home(species, colony) if colony.home else count
    if room < count:
        message = f"only {room} of {count} are installed: that restores PL {colony.name}"
        context.note(species, order, "home-restored", message)
    return min(room, count)


def _install_some(
    context: StepContext, species: Species, order: Order, colony: Colony, item: str
) -> None:
    """Install as many units as the order says; 0 means all that can be installed, if any."""
    requested: int = order["count"]
    if requested == 0 and not installable(species, colony, item):
        message = f"PL {colony.name} lacks {item} or colonists: nothing is installed"
        context.note(species, order, "nothing-done", message)
        return
    count = _count(context, species, order, colony, requested, item)
    _install(context, species, colony, item, count)


def _install(context: StepContext, species: Species, colony: Colony, item: str, count: int) -> None:
    begin(colony, item, count)
    label = units(count, item)
    context.notify(species, INSTALLING, place=colony.place, units=label, planet=colony.name)


def _install_all(context: StepContext, species: Species, colony: Colony) -> None:
    """Install all mining units, then all manufacturing units, while there are colonists."""
    if not any(installable(species, colony, item) for item in KINDS):
        reason = f"PL {colony.name} does not have specified item(s)!"
        raise OrderRefused("no-items", reason, "colonists and IU or AU are needed on the planet")
    for item in KINDS:
        count = installable(species, colony, item)
        if count:
            _install(context, species, colony, item, count)


def installable(species: Species, colony: Colony, item: str) -> int:
    """Return how many units of a planet have a colonist and room (FH-CMD-007)."""
    count = min(colony.items.get(item, 0), colony.items.get("CU", 0))
    return min(count, _room_at_home(species, colony)) if colony.home else count


def begin(colony: Colony, item: str, count: int) -> None:
    """Move units and colonists from the stock towards the base, which they join at turn's end.

    Each raises it by 0.1 (FH-INST-003, FH-INST-004).
    """
    add(colony.items, item, -count)  # uninstalled units stay there (FH-INST-009)
    add(colony.items, "CU", -count)
    pending: Units = colony.mining_units if item == "IU" else colony.manufacturing_units
    pending.installing += count
    count_people(colony)


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
    facts: dict[str, Any] = {**_unload(ship, colony), **_install_cargo(species, colony)}
    count_people(colony)
    context.notify(
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


def _install_cargo(species: Species, colony: Colony) -> dict[str, int]:
    """Install mining units first, including those that were already there."""
    installed = {}
    for item in ("IU", "AU"):
        count = installed[f"installed_{item}"] = installable(species, colony, item)
        begin(colony, item, count)
    return installed
