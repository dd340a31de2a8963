"""Small populations lose a unit each turn."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.sums import int_sum
from variants.far_horizons.constants import PEOPLE_ITEMS
from variants.far_horizons.model import Colony, Species
from variants.far_horizons.step_context import StepContext

_RULES = ("FH-LOSS-001", "FH-LOSS-003", "FH-LOSS-004")
UNITS_LOST = EventKind(
    "units-lost",
    "Number of {what} units on PL {planet} was reduced by one unit due to normal attrition.{end}",
    _RULES,
)
BASE_LOST = EventKind(
    "base-lost",
    "{what} base of PL {planet} was reduced by 0.1 due to normal attrition.{end}",
    _RULES,
)
_NAMES = {"CU": "colonist", "PD": "planetary defense"}


def total(colony: Colony) -> int:
    """Return all people of a species on a planet, one per unit (FH-POP-002, FH-INST-002)."""
    items = int_sum(colony.items.get(item, 0) for item in PEOPLE_ITEMS)
    return colony.population + colony.base + items


def shrink(context: StepContext, species: Species, colony: Colony) -> None:
    """Take a unit from a small population; report it unless it was just people (FH-LOSS-001)."""
    if not 0 < total(colony) < context.economy.safe_population:
        return
    lost = _take(colony)
    if lost:  # FH-LOSS-004
        kind, name = lost
        end = " The colony is dead!" if total(colony) == 0 else ""
        context.tell(species, kind, what=name, planet=colony.name, end=end, place=colony.place)


def _take(colony: Colony) -> tuple[EventKind, str] | None:
    """Take the unit; return its kind, or None if it was available population (FH-LOSS-003)."""
    if colony.population > 0:
        colony.population -= 1
        return None
    for item in PEOPLE_ITEMS:
        if colony.items.get(item, 0) > 0:
            colony.items[item] -= 1
            return UNITS_LOST, _NAMES[item]
    if colony.manufacturing_base > 0:
        colony.manufacturing_base -= 1
        return BASE_LOST, "Manufacturing"
    colony.mining_base -= 1
    return BASE_LOST, "Mining"
