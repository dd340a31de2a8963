"""DISBAND: gives up a colony, to be sold when the turn ends (FH-DISBAND-001, FH-DISBAND-006)."""

from __future__ import annotations

from collections import Counter

from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.sums import int_sum
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Colony, Ship, ShipLocation, Species, Status
from variants.far_horizons.rules.inhabitants import add, count_people
from variants.far_horizons.step_context import OrderRefused, StepContext

DISBANDED = EventKind(
    "colony-disbanded", "The colony on PL {planet} was ordered to disband.",
    ("FH-DISBAND-001", "FH-DISBAND-002"),
)  # fmt: skip


def disband(context: StepContext, species: Species, order: Order) -> None:
    """DISBAND PL name; not under a siege (FH-SIEGE-028)."""
    colony: Colony = order["planet"]
    if colony.home:
        raise OrderRefused("home-planet", "You cannot disband your home planet!")
    if colony.siege:
        reason = "You cannot disband a planet that is under siege!"
        raise OrderRefused("besieged", reason, "wait until the siege is over")
    if colony.has(Status.DISBANDED):
        raise OrderRefused("disbanded", f"PL {colony.name} is already being disbanded!")
    _turn_into_units(colony)
    colony.status |= Status.DISBANDED
    context.notify(species, DISBANDED, place=colony.place, planet=colony.name)


def _turn_into_units(colony: Colony) -> None:
    """Turn bases into colonists and half of their units (FH-DISBAND-002)."""
    add(colony.items, "CU", colony.base)
    add(colony.items, "IU", colony.mining_base // 2)
    add(colony.items, "AU", colony.manufacturing_base // 2)
    colony.mining_base = colony.manufacturing_base = 0
    count_people(colony)


SALVAGED = EventKind(
    "colony-salvaged",
    "PL {planet} was disbanded, generating {amount} economic units in salvage.",
    ("FH-DISBAND-006", "FH-DISBAND-007"),
)


def salvage(context: StepContext, species: Species) -> None:
    """Salvage every disbanded colony of a species."""
    for slot, colony in enumerate(species.colonies):
        if colony is not None and colony.has(Status.DISBANDED):
            value = _scrap_ships(context.economy, species, colony)
            value += _scrap_items(context.economy, species, colony)
            species.colonies[slot] = None
            _forget_goal(species, slot)
            context.credit(species, value, f"salvage of {colony.name}")
            context.notify(species, SALVAGED, planet=colony.name, amount=value, place=colony.place)


def _scrap_ships(economy: Economy, species: Species, colony: Colony) -> int:
    value = 0
    stock = Counter(colony.items)
    for slot, ship in enumerate(species.ships):
        if ship is not None and ship.place == colony.place and _is_salvage(ship):
            stock.update(ship.cargo)
            value += economy.salvaged_ship(ship)
            species.ships[slot] = None
    colony.items = dict(stock)
    return value


def _is_salvage(ship: Ship) -> bool:
    """Return whether a ship on a disbanded planet is salvage (FH-DISBAND-003)."""
    return ship.where in (ShipLocation.LANDED, ShipLocation.BUILDING) or ship.starbase


def _scrap_items(economy: Economy, species: Species, colony: Colony) -> int:
    biology, items = species.recycling_biology, colony.items.items()
    return int_sum(economy.salvaged_items(item, count, biology) for item, count in items)


def _forget_goal(species: Species, colony: int) -> None:
    """Clear a removed colony as goal of transports: its number may be reused."""
    for ship in species.living_ships():
        if ship.loading_point == colony:
            ship.loading_point = 0
        if ship.unloading_point == colony:
            ship.unloading_point = 0
