"""The life support that a species needs on a planet (FH-LSN-001)."""

from __future__ import annotations

from variants.far_horizons.model import Atmosphere, Planet


def needed(planet: Planet, home: Planet, atmosphere: Atmosphere) -> int:
    """The Life Support level needed on a planet: three for each class and gas that differs.

    Temperature and pressure are compared with the home planet as it is now; a gas without a share
    of the atmosphere does not count.
    """
    present = {gas.code: gas.percent for gas in planet.gases if gas.percent > 0}
    differences = abs(planet.temperature - home.temperature) + abs(planet.pressure - home.pressure)
    poisons = sum(gas.percent > 0 and gas.code in atmosphere.poisonous for gas in planet.gases)
    breathable = atmosphere.least <= present.get(atmosphere.required, 0) <= atmosphere.most
    missing = atmosphere.required not in present or not breathable
    return 3 * (differences + poisons + missing)
