"""Available population and kind of each colony are updated (FH-POP-006, FH-POP-009)."""

from __future__ import annotations

from horizons_core.model import EventKind
from variants.far_horizons.constants import PEOPLE_ITEMS
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Colony, Planet, Species, Status
from variants.far_horizons.step_context import StepContext

COLONY_DESTROYED = EventKind(
    "colony-destroyed",
    "Life support tech level was too low to support colony on PL {planet}. Colony was destroyed.",
    ("FH-COL-006",),
)
_SPECIAL = Status.MINING | Status.RESORT


def renew(context: StepContext, species: Species, colony: Colony) -> None:
    """Set the available population of a planet; a colony without life support dies."""
    if not colony.populated:
        colony.population = 0
    elif colony.home:
        # the bonus for Biology is for colonies only (FH-BIO-002)
        colony.population = _home_population(context, species, colony)
    else:
        planet, home = context.planet(colony), context.home(species)
        economy, level = context.economy, species.level("LS")
        lsn = economy.lsn(planet, home, species.atmosphere)
        if economy.survives(lsn, level):
            was_special = colony.status & _SPECIAL
            dice = context.chance.dice("growth", species.number, str(colony.place))
            growth = economy.growth_percent(lsn, level, species.level("BI"), dice)  # FH-BIO-001
            set_kind(colony, planet, home, lsn, economy)
            # the growth is for this turn; unused population is lost
            # FH-POP-001, FH-POP-007, FH-POP-008
            colony.population = economy.colony_population(colony, growth)
            if was_special:  # FH-MINECOL-002, FH-RESORT-002
                colony.population = 0
        else:
            _die(colony)
            context.tell(species, COLONY_DESTROYED, planet=colony.name, place=colony.place)


def _home_population(context: StepContext, species: Species, colony: Colony) -> int:
    """Return a home planet's available people; it recovers from bombs (FH-POP-009, FH-BOMB-007)."""
    if colony.base >= species.home_base:
        species.home_base = 0
    return context.economy.home_population(colony.base, species.home_base)


def set_kind(colony: Colony, planet: Planet, home: Planet, lsn: int, economy: Economy) -> None:
    """Set whether it is a mining colony, a resort or neither (FH-MINECOL-001, FH-RESORT-001)."""
    colony.status &= ~_SPECIAL
    if colony.mining_base > 0 and colony.manufacturing_base == 0:
        colony.status |= Status.MINING
    elif (
        colony.manufacturing_base > 0
        and colony.mining_base == 0
        and economy.may_be_resort(lsn, planet, home)
    ):
        colony.status |= Status.RESORT


def _die(colony: Colony) -> None:
    colony.mining_base = colony.manufacturing_base = colony.population = 0
    for people in PEOPLE_ITEMS:
        colony.items.pop(people, None)
