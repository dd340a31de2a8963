"""Population and habitability: life support, available people, growth, losses, the start."""

from __future__ import annotations

from attrs import frozen

from horizons_core.limits import number
from variants.far_horizons.constants import HOME_POPULATION
from variants.far_horizons.dice import Dice
from variants.far_horizons.formulas import percent, truncated
from variants.far_horizons.model import Atmosphere, Colony, Planet, Status
from variants.far_horizons.model.memory import ScannedPlanet


@frozen(kw_only=True, slots=False)
class LifeSupport:
    """Levels of Life Support, by differences from the home planet."""

    #: levels for each class of temperature or pressure and each gas that differs (FH-LSN-001)
    lsn_per_difference: int = number(3)
    #: maximum life support that a resort may need (FH-RESORT-001)
    most_resort_lsn: int = number(5)
    #: whether plants also remove poisonous gases without a share of the air (no clause)
    traces_take_plants: bool = False

    def lsn(self, planet: Planet | ScannedPlanet, home: Planet, atmosphere: Atmosphere) -> int:
        """Return the Life Support level needed on a planet in its present or scanned state.

        Temperature and pressure are compared with the home planet's current ones; gases without a
        share of the atmosphere don't count, nor do gravity and size.
        """
        air, poisons = planet.air, 0
        for code in air:  # FH-LSN-004
            if code in atmosphere.poisonous:
                poisons += 1
        hotter = abs(planet.temperature - home.temperature)  # FH-LSN-005
        denser = abs(planet.pressure - home.pressure)  # FH-LSN-006
        share = air.get(atmosphere.required)
        # FH-LSN-003
        missing = share is None or not atmosphere.least <= share <= atmosphere.most
        # FH-LSN-001, FH-LSN-007, FH-LSN-009
        return self.lsn_per_difference * (hotter + denser + poisons + missing)

    def survives(self, lsn: int, level: int) -> bool:
        """Return whether a colony survives with this Life Support level (FH-COL-006)."""
        return lsn <= level

    def may_be_resort(self, lsn: int, planet: Planet, home: Planet) -> bool:
        """Return whether a planet is fit for a resort (FH-RESORT-001, FH-RESORT-005)."""
        return lsn <= self.most_resort_lsn and planet.gravity <= home.gravity


@frozen(kw_only=True, slots=False)
class People:
    """Rules of population. A unit is 1,000 people; a base of 0.1 holds one unit."""

    #: available population units of a healthy home planet (FH-POP-009)
    home_people: int = number(HOME_POPULATION)
    #: a population of fewer units loses one each turn (FH-LOSS-001)
    safe_population: int = number(50)
    #: initial levels of Mining and Manufacturing (FH-SETUP-006)
    start_level: int = number(10, 1)
    #: initial economic units in a species' treasury (FH-EU-001)
    start_treasury: int = number(0)
    #: initial shipyards of a home planet (FH-YARD-001)
    start_shipyards: int = number(1)

    #: whether a planet cannot be settled in the turn in which germs killed its people (FH-GERM-007)
    germs_linger: bool = True

    def home_population(self, base: int, undamaged: int) -> int:
        """Return the available population of a home planet (FH-POP-009, FH-BOMB-008).

        `undamaged` is the base, in tenths, before it was bombed; 0 if it never was.
        """
        if not undamaged or base >= undamaged:
            return self.home_people
        return truncated(base * self.home_people, undamaged)

    def growth_percent(self, lsn: int, level: int, biology: int, dice: Dice) -> int:
        """Return the growth of a colony's population in percent (FH-POP-006).

        `level` is the Life Support level, at least `lsn`.
        """
        growth = 10 * (100 - (100 * lsn // level if lsn else 0)) // 100
        sides = max(1, growth // 4)
        return growth + dice(sides) - dice(sides) + biology // 20  # FH-BIO-001

    def colony_population(self, colony: Colony, growth: int) -> int:
        """Return the available population of a colony that grows by a percentage (FH-POP-006)."""
        colonists, defenders = colony.items.get("CU", 0), colony.items.get("PD", 0)
        if colony.has(Status.MINING | Status.RESORT) or not colony.base + colonists:
            return 0
        return percent(growth, colony.base + colonists + defenders)

    def people_used(self, wanted: int, built: int) -> int:  # noqa: ARG002 - for other formulas
        """Return the available population used by `built` CU or PD (FH-POP-003).

        `wanted` is how many would be built with unlimited money.
        """
        return built
