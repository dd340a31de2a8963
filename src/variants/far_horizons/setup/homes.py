"""Find a home system for a species (FH-SETUP-011)."""

from __future__ import annotations

from attrs import evolve

from horizons_core.errors import OptionError
from variants.far_horizons.dice import Dice
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.model import Game, Gas, Planet, Sector, Star
from variants.far_horizons.setup.stars import number_planets
from variants.far_horizons.setup.templates import FEWEST_PLANETS, home_planet_of

Templates = dict[int, list[Planet]]


def draw_home(
    game: Game, occupied: set[Sector], templates: Templates, separation: int, dice: Dice
) -> Star:
    """Return the home system of the next species; `occupied` are the sectors of those in use.

    An existing home system that no species uses comes before a new one. Raises OptionError if there
    is no room for another.
    """
    vacant = [star for star in game.stars if star.sector not in occupied and has_home_planet(star)]
    if not vacant:
        vacant = [make_home_system(game, templates, separation, dice)]
    return vacant[dice(len(vacant)) - 1]


def has_home_planet(star: Star) -> bool:
    """Tell whether one of the star's planets was made as a home planet."""
    return home_planet_of(star.planets) is not None


def make_home_system(game: Game, templates: Templates, separation: int, dice: Dice) -> Star:
    """Give a star far from all home systems the planets of a home system.

    Raises OptionError if no star is far enough from them.
    """
    homes = [star.sector for star in game.stars if star.home_system]
    candidates = [star for star in game.stars if may_become_home(star)]
    _shuffle(candidates, dice)
    for star in candidates:
        if all(distance_squared(star.sector, home) > separation * separation for home in homes):
            star.planets = [_vary(planet, dice) for planet in templates[len(star.planets)]]
            star.home_system = True
            number_planets(star)
            return star
    raise OptionError(
        f"there is no star left for home system {len(homes) + 1}: none is more than {separation}"
        " parsecs from all others",
        "choose a smaller separation, fewer species or a larger galaxy",
    )


def may_become_home(star: Star) -> bool:
    """Tell whether a star has planets for a home system, and is no home system or terminus yet."""
    return len(star.planets) >= FEWEST_PLANETS and not star.home_system and star.wormhole is None


def _shuffle(stars: list[Star], dice: Dice) -> None:
    for place in range(len(stars), 1, -1):
        other = dice(place)
        stars[place - 1], stars[other - 1] = stars[other - 1], stars[place - 1]


def _vary(planet: Planet, dice: Dice) -> Planet:
    """Return a planet slightly different from the template's."""
    temperature = _toward_twelve(planet.temperature, dice)
    pressure = _toward_twelve(planet.pressure, dice)
    gases = _mix(planet.gases, dice)
    diameter = _toward_twelve(planet.diameter, dice)
    gravity = _toward_hundred(planet.gravity, dice)
    difficulty = _toward_hundred(planet.mining_difficulty, dice)
    return evolve(
        planet,
        temperature=temperature,
        pressure=pressure,
        gases=gases,
        diameter=diameter,
        gravity=gravity,
        mining_difficulty=difficulty,
    )


def _toward_twelve(level: int, dice: Dice) -> int:
    """Move a class by up to two, down if it is above 12; 0 stays 0."""
    if level == 0:
        return 0
    step = dice(3) - 1
    return level - step if level > 12 else level + step


def _toward_hundred(hundredths: int, dice: Dice) -> int:
    step = dice(10)
    return hundredths - step if hundredths > 100 else hundredths + step


def _mix(gases: list[Gas], dice: Dice) -> list[Gas]:
    """Shift some percent from the second gas to the third or back, if one of them has plenty."""
    first, second, third, fourth = gases
    if not third.code:
        return list(gases)
    shift = dice(25) + 10
    if third.percent <= 50:
        if second.percent <= 50:
            return list(gases)
        shift = -shift
    second = evolve(second, percent=second.percent + shift)
    third = evolve(third, percent=third.percent - shift)
    return [first, second, third, fourth]
