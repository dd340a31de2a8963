"""Templates of home systems, one for each number of planets (FH-SETUP-011)."""

from __future__ import annotations

from horizons_core.sums import int_sum
from variants.far_horizons.constants import MOST_PLANETS, OXYGEN
from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Planet
from variants.far_horizons.setup.planets import HOME_PLANET, draw_home_planets

FEWEST_PLANETS = 3  #: of a home system
_WORTH = range(54, 57)  #: allowed for a template, so that all species start equally well


def draw_templates(dice: Dice) -> dict[int, list[Planet]]:
    """Draw a template for each number of planets, from 3 to 9."""
    return {count: draw_template(count, dice) for count in range(FEWEST_PLANETS, MOST_PLANETS + 1)}


def draw_template(count: int, dice: Dice) -> list[Planet]:
    """Draw a home system with this number of planets and an allowed worth."""
    while True:
        planets = draw_home_planets(count, dice)
        home = home_planet_of(planets)
        if home is not None and worth(planets, home) in _WORTH:
            return planets


def home_planet_of(planets: list[Planet]) -> Planet | None:
    """Return the planet that was made as a home planet."""
    return next((planet for planet in planets if planet.special == HOME_PLANET), None)


def worth(planets: list[Planet], home: Planet) -> int:
    """Rate a system for a species that lives on `home`: similar climates, and easy mining."""
    return int_sum(
        20000 // ((3 + _strangeness(planet, home)) * (50 + planet.mining_difficulty))
        for planet in planets
    )


def _strangeness(planet: Planet, home: Planet) -> int:
    """Return how much a planet differs from the home in temperature, pressure and atmosphere."""
    codes = [gas.code for gas in planet.gases if gas.code]
    known = {gas.code for gas in home.gases}
    return (
        2 * abs(planet.temperature - home.temperature)
        + 2 * abs(planet.pressure - home.pressure)
        + 2
        - 2 * codes.count(OXYGEN)
        + 2 * int_sum(code not in known for code in codes)
    )
