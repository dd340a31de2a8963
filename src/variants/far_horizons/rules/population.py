"""Available population and kind of each colony are set anew (FH-POP-006, FH-POP-009)."""

from __future__ import annotations

from horizons_core.model import EventKind
from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.constants import HOME_POPULATION, PEOPLE_ITEMS
from variants.far_horizons.dice import Dice
from variants.far_horizons.formulas import percent, truncated
from variants.far_horizons.model import Colony, Planet, Species, Status
from variants.far_horizons.rules import life_support
from variants.far_horizons.step_context import Desk

COLONY_DESTROYED = EventKind(
    "colony-destroyed",
    "  !!! Life support tech level was too low to support colony on PL {planet}. Colony was"
    " destroyed.",
    ("FH-COL-006",),
)
_SPECIAL = Status.MINING | Status.RESORT


def renew(desk: Desk, species: Species, colony: Colony) -> None:
    """Set the available population of a planet; a colony without life support dies."""
    if colony.home:
        colony.population = home_population(species, colony)
    elif colony.populated:
        planet, home = desk.planet(colony), desk.home(species)
        lsn = life_support.needed(planet, home, species.atmosphere)
        if survives(lsn, species.level("LS"), desk.habits):
            was_special = colony.status & _SPECIAL
            dice = desk.chance.dice("growth", species.number, str(colony.place))
            growth = growth_percent(lsn, species.level("LS"), species.level("BI"), dice)
            set_kind(colony, planet, home, lsn, desk.habits)
            colony.population = 0 if was_special else colony_population(colony, growth)
        else:
            _die(colony)
            desk.tell(species, COLONY_DESTROYED, planet=colony.name, place=colony.place)


def colony_population(colony: Colony, growth: int) -> int:
    """People available on a colony that grows by so many percent (FH-POP-006)."""
    colonists, defenders = colony.items.get("CU", 0), colony.items.get("PD", 0)
    if colony.status & _SPECIAL or not colony.base + colonists:
        return 0
    return percent(growth, colony.base + colonists + defenders)


def home_population(species: Species, colony: Colony) -> int:
    """People available on a home planet; one that was bombed recovers (FH-POP-009)."""
    if not species.home_base:
        return HOME_POPULATION
    if colony.base >= species.home_base:
        species.home_base = 0
        return HOME_POPULATION
    return truncated(colony.base * HOME_POPULATION, species.home_base)


def survives(lsn: int, level: int, habits: Habits = RULEBOOK) -> bool:
    """Whether a colony lives that needs so much life support (FH-COL-006)."""
    if habits.percent_life_support and level > 0:
        return 100 * lsn // level <= 100
    return lsn <= level


def growth_percent(lsn: int, level: int, biology: int, dice: Dice) -> int:
    """The growth of a colony's population in percent (FH-POP-006, FH-BIO-001)."""
    growth = 10 * (100 - (100 * lsn // level if lsn else 0)) // 100
    sides = max(1, growth // 4)
    return growth + dice(sides) - dice(sides) + biology // 20


def set_kind(
    colony: Colony, planet: Planet, home: Planet, lsn: int, habits: Habits = RULEBOOK
) -> None:
    """Whether it is a mining colony, a resort or neither (FH-MINECOL-001, FH-RESORT-001)."""
    colony.status &= ~_SPECIAL
    if colony.mining_base > 0 and colony.manufacturing_base == 0:
        colony.status |= Status.MINING
    elif colony.manufacturing_base > 0 and colony.mining_base == 0:
        most = 6 if habits.resorts_with_six else 5
        if lsn <= most and planet.gravity <= home.gravity:
            colony.status |= Status.RESORT


def _die(colony: Colony) -> None:
    colony.mining_base = colony.manufacturing_base = colony.population = 0
    for people in PEOPLE_ITEMS:
        colony.items.pop(people, None)
