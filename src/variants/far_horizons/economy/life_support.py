"""Habitability: the life support that a species needs, and the effects of a lack of it."""

from __future__ import annotations

from attrs import frozen

from horizons_core.limits import number
from variants.far_horizons.model import Atmosphere, Planet
from variants.far_horizons.model.memory import ScannedPlanet


@frozen(kw_only=True, slots=False)
class LifeSupport:
    """Levels of Life Support, by differences from the home planet."""

    #: levels for each class of temperature or pressure and each gas that differs (FH-LSN-001)
    lsn_per_difference: int = number(3)
    #: the most life support that a resort may need (FH-RESORT-001)
    most_resort_lsn: int = number(5)
    #: whether plants also remove poisonous gases without a share of the air (no clause)
    traces_take_plants: bool = False

    def lsn(self, planet: Planet | ScannedPlanet, home: Planet, atmosphere: Atmosphere) -> int:
        """Return the Life Support level needed on a planet, as it is or as a scan showed it.

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
        """Tell whether a colony survives with this Life Support level (FH-COL-006)."""
        return lsn <= level

    def may_be_resort(self, lsn: int, planet: Planet, home: Planet) -> bool:
        """Tell whether a planet is pleasant enough for a resort (FH-RESORT-001, FH-RESORT-005)."""
        return lsn <= self.most_resort_lsn and planet.gravity <= home.gravity
