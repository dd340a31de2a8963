"""The life support that a species needs on a planet (FH-LSN-001)."""

from __future__ import annotations

from collections.abc import Mapping

from variants.far_horizons.model import Atmosphere, Planet
from variants.far_horizons.model.memory import ScannedPlanet


def needed(planet: Planet, home: Planet, atmosphere: Atmosphere) -> int:
    """The Life Support level needed on a planet: three for each class and gas that differs.

    Temperature and pressure are compared with the home planet as it is now; a gas without a share
    of the atmosphere does not count.
    """
    gases = {gas.code: gas.percent for gas in planet.gases if gas.percent > 0}
    return _needed(planet, gases, home, atmosphere)


def needed_by_scan(planet: ScannedPlanet, home: Planet, atmosphere: Atmosphere) -> int:
    """The same for a planet as a scan shows it."""
    return _needed(planet, dict(planet.gases), home, atmosphere)


def _needed(
    planet: Planet | ScannedPlanet, gases: Mapping[int, int], home: Planet, atmosphere: Atmosphere
) -> int:
    differences = abs(planet.temperature - home.temperature) + abs(planet.pressure - home.pressure)
    poisons = sum([code in atmosphere.poisonous for code in gases])
    breathable = atmosphere.least <= gases.get(atmosphere.required, 0) <= atmosphere.most
    missing = atmosphere.required not in gases or not breathable
    return 3 * (differences + poisons + missing)
