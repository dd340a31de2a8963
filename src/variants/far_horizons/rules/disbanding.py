"""DISBAND: gives up a colony (FH-DISBAND-001, FH-DISBAND-002)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Colony, Species, Status
from variants.far_horizons.rules.inhabitants import count_people
from variants.far_horizons.rules.stock import add
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
    context.tell(species, DISBANDED, place=colony.place, planet=colony.name)


def _turn_into_units(colony: Colony) -> None:
    """Turn bases into colonists and half of their units (FH-DISBAND-002)."""
    add(colony.items, "CU", colony.base)
    add(colony.items, "IU", colony.mining_base // 2)
    add(colony.items, "AU", colony.manufacturing_base // 2)
    colony.mining_base = colony.manufacturing_base = 0
    count_people(colony)
