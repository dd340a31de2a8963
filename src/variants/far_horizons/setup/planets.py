"""The planets of a star system (FH-PLANET-004, FH-PLANET-010).

The planets of a home system are drawn like others, with two exceptions: mining is easier, and
the first one that is cool enough becomes a home planet.
"""

from __future__ import annotations

from attrs import evolve

from horizons_core.sums import int_sum
from variants.far_horizons.constants import HELIUM, OXYGEN
from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Gas, Planet

#: The initial diameter and temperature class by row, from 1.
_START_DIAMETER = (0, 5, 12, 13, 7, 20, 143, 121, 51, 49)
_START_TEMPERATURE = (0, 29, 27, 11, 9, 8, 6, 5, 5, 3)
_MAX_ROCK_DIAMETER = 40  #: thousand kilometres; a larger planet is a gas giant
_WARMEST_HOME = 11
_AMMONIA, _NITROGEN, _CARBON_DIOXIDE = 4, 5, 6
SLOTS = 4  #: number of slots for the gases of an atmosphere
HOME_PLANET = 1  #: `Planet.special` of a planet made as a home planet


def draw_planets(count: int, dice: Dice) -> list[Planet]:
    """Draw the planets of an ordinary system, from the star outward; their ids are still empty."""
    planets: list[Planet] = []
    for number in range(1, count + 1):
        planet = _draw_bulk_and_heat(number, count, planets, dice)
        _draw_air(planet, dice)
        planet.mining_difficulty = difficulty_of(_draw_mining(planet.diameter, 30, (40, 500), dice))
        planets.append(planet)
    return planets


def draw_home_planets(count: int, dice: Dice) -> list[Planet]:
    """Draw the planets of a home system; none is a home planet if none is cool enough."""
    planets: list[Planet] = []
    has_home = False
    for number in range(1, count + 1):
        planet = _draw_bulk_and_heat(number, count, planets, dice)
        if not has_home and planet.temperature <= _WARMEST_HOME:
            has_home = True
            planet = _draw_home_planet(dice)
        else:
            _draw_air(planet, dice)
            planet.mining_difficulty = _draw_mining(planet.diameter, 20, (30, 1000), dice)
        planets.append(planet)
    return planets


def _draw_bulk_and_heat(number: int, count: int, inner: list[Planet], dice: Dice) -> Planet:
    """Draw a planet with its diameter, gravity and temperature class (FH-PLANET-006)."""
    row = 2 * number + 1 if count <= 3 else 9 * number // count
    diameter = draw_diameter(_START_DIAMETER[row], dice)
    giant = diameter > _MAX_ROCK_DIAMETER
    density = 58 + dice(56) + dice(56) if giant else 368 + dice(101) + dice(101)
    temperature = _wander(_START_TEMPERATURE[row], dice)
    temperature = (
        _limited_level(temperature, (3, 7), 2, dice)
        if giant
        else (_limited_level(temperature, (1, 30), 3, dice))
    )
    if count < 4 and number < 3:
        temperature = _raise_to(12, temperature, 4, dice)
    if inner:
        temperature = min(temperature, inner[-1].temperature)
    return Planet(
        id="",
        diameter=diameter,
        gravity=gravity_of(density, diameter),
        temperature=temperature,
        gases=in_slots([]),
    )


def draw_diameter(start: int, dice: Dice) -> int:
    """Draw a diameter in thousands of kilometres, 3 or more (FH-PLANET-004)."""
    diameter, sides = start, max(2, start // 4)
    for _ in range(4):
        step = dice(sides)
        diameter += step if dice(100) > 50 else -step
    return _raise_to(3, diameter, 4, dice)


def gravity_of(density: int, diameter: int) -> int:
    """Return hundredths of Earth's gravity (FH-PLANET-005)."""
    return density * diameter // 72


def _wander(start: int, dice: Dice) -> int:
    """Draw a class by random steps up and down from a start."""
    level, sides = start, max(2, start // 4)
    for _ in range(dice(3) + dice(3) + dice(3)):
        step = dice(sides)
        level += step if dice(100) > 50 else -step
    return level


def _raise_to(minimum: int, level: int, sides: int, dice: Dice) -> int:
    while level < minimum:
        level += dice(sides)
    return level


def _limited_level(level: int, limits: tuple[int, int], sides: int, dice: Dice) -> int:
    minimum, maximum = limits
    level = _raise_to(minimum, level, sides, dice)
    while level > maximum:
        level -= dice(sides)
    return level


def _draw_air(planet: Planet, dice: Dice) -> None:
    """Give a planet its pressure class (FH-PLANET-007) and its gases."""
    limits = (11, 29) if planet.diameter > _MAX_ROCK_DIAMETER else (0, 12)
    pressure = _limited_level(_wander(planet.gravity // 10, dice), limits, 3, dice)
    airless = planet.gravity < 10 or not 2 <= planet.temperature <= 27
    planet.pressure = 0 if airless else pressure
    if planet.pressure:  # FH-PLANET-010
        planet.gases = draw_atmosphere(planet.temperature, dice)


def draw_atmosphere(temperature: int, dice: Dice) -> list[Gas]:
    """Draw one to four gases; their percentages sum to 100, and one may have 0 (FH-PLANET-010)."""
    first = min(max(100 * temperature // 225, 1), 9)
    gas_count = (dice(4) + dice(4)) // 2
    amounts: dict[int, int] = {}
    while not amounts:
        for gas in range(first, first + 5):
            if len(amounts) == gas_count:
                break
            amount = _amount_of(gas, temperature, dice)
            if amount:
                amounts[gas] = amount
    total = int_sum(amounts.values())
    gases = [Gas(gas, 100 * amount // total) for gas, amount in amounts.items()]
    return in_slots(_fill_first(gases))


def _amount_of(gas: int, temperature: int, dice: Dice) -> int:
    """Draw the amount of a gas before percentages are made, 0 for none."""
    if gas == HELIUM:
        return dice(20) if dice(3) == 1 and temperature <= 5 else 0
    if dice(3) == 3:
        return 0
    return dice(50 if gas == OXYGEN else 100)


def _fill_first(gases: list[Gas]) -> list[Gas]:
    """Return the gases, with the first one raised until all make up 100 percent."""
    missing = 100 - int_sum(gas.percent for gas in gases)
    return [evolve(gases[0], percent=gases[0].percent + missing), *gases[1:]]


def in_slots(gases: list[Gas]) -> list[Gas]:
    """Return the gases in the four slots that every atmosphere has; the last ones may be empty."""
    return gases + [Gas()] * (SLOTS - len(gases))


def _draw_mining(diameter: int, sides: int, limits: tuple[int, int], dice: Dice) -> int:
    """Draw a mining difficulty, without the factor of ordinary planets (FH-PLANET-008)."""
    minimum, maximum = limits
    while True:
        depth = dice(3) + dice(3) + dice(3) - dice(4)
        difficulty = depth * dice(diameter) + dice(sides) + dice(sides)
        if minimum <= difficulty <= maximum:
            return difficulty


def difficulty_of(drawn: int) -> int:
    """Return the mining difficulty of an ordinary planet, in hundredths (FH-PLANET-008)."""
    return 11 * drawn // 5


def _draw_home_planet(dice: Dice) -> Planet:
    """Draw a planet like Earth (FH-SETUP-011)."""
    return Planet(
        id="",
        special=HOME_PLANET,
        diameter=11 + dice(3),
        gravity=93 + dice(11) + dice(11) + dice(5),
        temperature=9 + dice(3),
        pressure=8 + dice(3),
        mining_difficulty=208 + dice(11) + dice(11),
        gases=_draw_home_air(dice),
    )


def _draw_home_air(dice: Dice) -> list[Gas]:
    """Draw oxygen in nitrogen, sometimes with ammonia and carbon dioxide."""
    ammonia = dice(30) if dice(3) == 1 else 0
    carbon_dioxide = dice(30) if dice(3) == 1 else 0
    oxygen = 10 + dice(20)
    gases = [
        Gas(_AMMONIA, ammonia),
        Gas(_NITROGEN, 100 - ammonia - carbon_dioxide - oxygen),
        Gas(_CARBON_DIOXIDE, carbon_dioxide),
        Gas(OXYGEN, oxygen),
    ]
    return in_slots([gas for gas in gases if gas.percent or gas.code == _NITROGEN])
